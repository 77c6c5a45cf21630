-- SPDX-License-Identifier: MIT
-- bench.report.why: why a goal may be missed. A reason is a function of the results that returns a sentence or two, with the figures that
-- show it.

local report = require "bench.report.results"

local M = {}

local function value(r, ...) return report.value(r:row(...)) end

-- `x against y, 1.39 ×` of two counts.
local function counted(r, case, arm, other, other_case)
  local a, b = r:row("counts", case, arm, "gcc"), r:row("counts", other_case or case, other, "gcc")
  if not (a and b) then return "not counted" end
  local x, y = a.value.median, b.value.median
  return ("%s against %s, %s ×"):format(report.number(x), report.number(y), report.number(x / y))
end

local function per_node(r, kind, n, arm, compiler)
  local row = r:row("scale", ("%s %d"):format(kind, n), arm or "exported, typed entry", compiler or "gcc")
  local v = row and row.value
  return report.spread(v and { median = v.median / n, min = v.min / n, max = v.max / n })
end

function M.entry(r)
  return "Both store the state of every node. The entry also keeps the event's time and the cycle's number, and asks whether something " ..
    "was left for it (work, an audit), whether time goes back, and whether a sink is observed: two stores and three tests (instructions " ..
    "by gcc, counted: " .. counted(r, "ladder periodic", "exported, typed entry", "hand-guarded") .. ")."
end

function M.timed()
  return "This hand-written code keeps time and number too. What is left are the tests for what was left and for an observer."
end

function M.prefilled(r)
  local row = r:row("ladder", "random", "exported with a profile, batch entry", "gcc")
  return "A batch reads events that were made before; the inlined loop makes each beside the divisions of the last, where that is " ..
    "nearly free. Over events made before, the same inlined code leaves the export at " .. report.ratio(row, "inlined-mask, prefilled") ..
    " × (gcc)."
end

-- The typed entry's graph that is worst against Fluxtion's stream clock.
local function worst(r)
  local found
  for _, row in ipairs(r:rows("debs", nil, "exported, typed entry", "gcc")) do
    local ratio = row.against["fluxtion, stream clock"]
    if ratio and (not found or ratio.median > found.against["fluxtion, stream clock"].median) then found = row end
  end
  return found
end

function M.small_graphs(r)
  local row = worst(r)
  if not row then return "" end
  local other = r:row("debs", row.case, "fluxtion, stream clock")
  local seen = other and (" In its best round `%s` takes %s ns, Fluxtion %s; in batches it takes %s; with gcc's vectorizer on, which " ..
    "stores two nodes at once, %s."):format(row.case, report.number(row.value.min), report.number(other.value.min),
    value(r, "debs", row.case, "exported, batch entry", "gcc"), value(r, "debs", row.case, "exported, SLP, typed entry", "gcc")) or ""
  return "Graphs of three to ten nodes are bound by their stores. Each call stores every node's state, and this processor takes one " ..
    "floating-point store a cycle: `deep 5` has 12 stores an event (8 of nodes, 2 that make the event, the cycle's number, the call's " ..
    "return address) and takes 10 to 11 cycles, `noop 50` has 57 and takes 63. Hand-written code that stores them one by one takes as " ..
    "long." .. seen
end

function M.small_graphs_mean(r)
  local large = {}
  for _, row in ipairs(r:rows("debs", nil, "exported, typed entry", "gcc")) do
    local ratio = row.against["fluxtion, stream clock"]
    if ratio and (tonumber(row.case:match("%d+$")) or 0) > 10 then large[#large + 1] = ratio end
  end
  return ("The graphs of up to ten nodes, as above. Over the %d larger ones the mean is %s (gcc)."):format(
    #large, report.spread(report.geometric(large)))
end

function M.lua_depth(r)
  return ("It is the chain, not the traces: the exported C of the same graphs goes from %s to %s ns a node (see depth, below), " ..
    "`luajit` from %s to %s. Additions that each wait for the one before take three cycles in any code; ten run beside the next " ..
    "event's."):format(
    per_node(r, "depth", 10), per_node(r, "depth", 1000), per_node(r, "depth", 10, "luajit backend", "lua"),
    per_node(r, "depth", 1000, "luajit backend", "lua"))
end

function M.depth(r)
  return ("A node of a chain waits for the addition before it, 3 cycles of this processor. Of a hundred nodes (two instructions each) " ..
    "the next event's are in the reorder window while these still wait, and the two chains overlap: %s ns a node. A thousand do not fit " ..
    "and wait for every addition: %s, and 10,000: %s. Caches have no part in it: as many nodes side by side cost %s ns each at any " ..
    "size, one store a cycle."):format(per_node(r, "depth", 100), per_node(r, "depth", 1000), per_node(r, "depth", 10000),
    per_node(r, "width", 10000))
end

function M.keyed(r)
  return ("Where the jump to the picked chain goes is guessed wrong each time: with 80 nodes, all of them in the first caches, an event " ..
    "takes %s ns by gcc, where 8 without a choice take %s. Of 10,000, 2.4 lines of code and 2.2 of state an event come from the second " ..
    "cache besides (cachegrind). In instructions (gcc, counted): %s."):format(
    value(r, "scale", "keyed 80", "exported, typed entry", "gcc"), value(r, "scale", "keyed 8", "exported, typed entry", "gcc"),
    counted(r, "quiet nodes, exported", "a keyed 8 of 10000", "a keyed 8 of 8"))
end

function M.keyed_table(r)
  return "Of 10,000 nodes the steps, states and bits of the picked eight are in 9 lines that come from the second cache, of eight in " ..
    "none (cachegrind). In instructions (gcc, counted): " .. counted(r, "table, C nodes", "table keyed 10000", "table keyed 8") .. "."
end

function M.scattered(r)
  return ("With 160 nodes, all of them in the first caches, an event takes %s ns by gcc: the jump to the function of its key is guessed " ..
    "wrong. The code and the states of 1,250 keys come from the second cache besides. In instructions (gcc, counted): %s."):format(
    value(r, "scale", "scattered 160", "exported, typed entry", "gcc"),
    counted(r, "quiet nodes, exported", "a scattered 8 of 10000", "a scattered 8 of 16"))
end

function M.scattered_table(r)
  return "An event touches 28 lines that are not in the first cache: steps, states and bits of its sixteen nodes. The steps of 15,000 " ..
    "nodes fill the second cache alone, so some come from the third (cachegrind). In instructions (gcc, counted): " ..
    counted(r, "table, C nodes", "table scattered 10000", "table scattered 16") .. "."
end

function M.queue()
  return "A sink's observer may have posted, so every entry asks the queue at its end, and keeps a register over the cycle to find it."
end

function M.timer() return "The event's time is compared with the next deadline, and with what stands for none." end

return M
