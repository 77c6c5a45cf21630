-- SPDX-License-Identifier: MIT
-- bench.report.why: why a goal may be missed. A reason is a function of the results that returns sentences. Every figure in them is a
-- stored one; a sentence whose figures are not stored is left out. Reasons stand on the page only while their goal is missed.

local report = require "bench.report.results"

local M = {}

-- The format with its figures; nothing where one is missing. (A varargs count, as figures may be nil.)
local function say(format, ...)
  for i = 1, select("#", ...) do
    if select(i, ...) == nil then return "" end
  end
  return (format:format(...))
end

local function value(r, ...)
  local row = r:row(...)
  return row and report.value(row)
end

-- An arm's count of the workload `counts`: instructions, or what its `counts` has of that name.
local function number_of(r, case, arm, name)
  local row = r:row("counts", case, arm, "gcc")
  if not row then return nil end
  if name then return row.counts and row.counts[name] end
  return row.value.median
end

local function count(r, case, arm, name)
  local x = number_of(r, case, arm, name)
  return x and report.number(x)
end

-- `x against y, a factor of 1.39` of two counts.
local function compared(r, case, arm, other, name)
  local x, y = number_of(r, case, arm, name), number_of(r, case, other, name)
  return x and y and ("%s against %s, a factor of %s"):format(report.number(x), report.number(y), report.number(x / y))
end

local function per_node(r, kind, n, arm, compiler)
  local row = r:row("scale", ("%s %d"):format(kind, n), arm or "exported, typed entry", compiler or "gcc")
  return row and report.spread(report.scaled(row.value, 1 / n))
end

function M.entry(r)
  local function both(name) return compared(r, "ladder periodic", "exported, typed entry", "hand-guarded", name) end
  return "Both store the state of every node. The entry also stores the event's time and the cycle's number: a processor holds only so " ..
    "many stores at once, and an event waits for room there. That it asks whether something was left for it (work, an audit), whether " ..
    "time goes back, and whether a sink is observed, takes instructions, but no time." ..
    say(" Instructions an event by gcc, counted: %s.", both()) .. say(" Stores: %s.", both "stores")
end

function M.timed()
  return "This hand-written code keeps time and number too. What is left are the tests for what was left and for an observer."
end

function M.prefilled(r)
  local row = r:row("ladder", "random", "exported with a profile, batch entry", "gcc")
  local ratio = row and row.against["inlined-mask, prefilled"]
  return "A batch reads events that were made before; the inlined loop makes each beside the divisions of the last, where that is " ..
    "nearly free." ..
    say(" Over events made before, the export takes %s of the same inlined code's time (gcc).", ratio and report.spread(ratio))
end

-- Each ratio of the typed entry to Fluxtion's stream clock, and its row.
local function beside_fluxtion(r)
  local list = {}
  for _, row in ipairs(r:rows("debs", nil, "exported, typed entry", "gcc")) do
    local ratio = row.against["fluxtion, stream clock"]
    if ratio then list[#list + 1] = { row = row, ratio = ratio, nodes = tonumber(row.case:match("%d+$")) or 0 } end
  end
  return list
end

-- Stores of a graph, and ns a store.
local function stores(r, case)
  local row, counted = r:row("debs", case, "exported, typed entry", "gcc"), number_of(r, case, "exported " .. case, "stores")
  if not (row and counted) then return nil end
  return ("an event of `%s` stores %s times and takes %s ns a store"):format(case, report.number(counted),
    report.spread(report.scaled(row.value, 1 / counted)))
end

function M.small_graphs(r)
  local worst
  for _, entry in ipairs(beside_fluxtion(r)) do
    if not worst or entry.ratio.median > worst.ratio.median then worst = entry end
  end
  local case = worst and worst.row.case
  local other = worst and r:row("debs", case, "fluxtion, stream clock")
  local above = {}
  for _, entry in ipairs(beside_fluxtion(r)) do
    if entry.ratio.median > 0.5 then above[#above + 1] = ("`%s` %s"):format(entry.row.case, report.number(entry.ratio.median)) end
  end
  return "Small graphs, and those whose every node accumulates, are bound by their stores: each call stores every node's state." ..
    (#above > 0 and (" Above the limit by gcc: %s."):format(table.concat(above, ", ")) or "") ..
    say(" By gcc, counted, %s, %s.", stores(r, "deep 5"), stores(r, "noop 50")) ..
    say(" In its best round `%s` takes %s ns, Fluxtion %s.", case, worst and report.number(worst.row.value.min),
      other and report.number(other.value.min)) ..
    say(" In batches it takes %s;", worst and value(r, "debs", case, "exported, batch entry", "gcc")) ..
    say(" with gcc's vectorizer on, which stores two nodes at once, %s.",
      worst and value(r, "debs", case, "exported, SLP, typed entry", "gcc"))
end

function M.small_graphs_mean(r)
  local large, small = {}, {}
  for _, entry in ipairs(beside_fluxtion(r)) do table.insert(entry.nodes > 10 and large or small, entry.ratio) end
  if #large == 0 or #small == 0 then return "" end
  return ("The graphs of up to ten nodes, as above: over these %d the mean is %s, over the %d larger ones %s (gcc)."):format(
    #small, report.spread(report.geometric(small)), #large, report.spread(report.geometric(large)))
end

-- Of wingfoil's graphs the one that is worst for the typed entry with all state stored.
function M.stored(r)
  local worst
  for _, row in ipairs(r:rows("wingfoil", nil, "exported, typed entry", "gcc")) do
    local ratio = row.against["wingfoil compiled"]
    if ratio and not (worst and ratio.median <= worst.against["wingfoil compiled"].median) then worst = row end
  end
  local alike = worst and r:row("wingfoil", worst.case, "result only, typed entry", "gcc")
  return "Its compiled tier keeps only the result, this entry stores the state of every node." ..
    say(" With only the result kept, as there, `%s` takes %s of its time (gcc).", worst and worst.case,
      alike and alike.against["wingfoil compiled"] and report.spread(alike.against["wingfoil compiled"]))
end

function M.table_chain(r)
  return "Each node loads what the node before it has just stored, and is called through a pointer." ..
    say(" Beyond the node's own a step takes %s instructions (gcc, counted).",
      count(r, "table, C nodes", "table chain 37", "per_step_beyond_own"))
end

function M.lua_depth(r)
  return "It is the chain, not the traces: additions that each wait for the one before, where in a short chain they run beside the next " ..
    "event's." ..
    say(" The exported C of the same graphs goes from %s to %s ns a node (see depth, below),", per_node(r, "depth", 10),
      per_node(r, "depth", 1000)) ..
    say(" `luajit` from %s to %s.", per_node(r, "depth", 10, "luajit backend", "lua"), per_node(r, "depth", 1000, "luajit backend", "lua"))
end

function M.depth(r)
  return "A node of a chain waits for the addition before it. While those of a chain of a hundred wait, the processor looks ahead as " ..
    "far as the next event's, and the two chains overlap; of a thousand it does not." ..
    say(" ns a node: %s, %s, and of 10,000 %s.", per_node(r, "depth", 100), per_node(r, "depth", 1000), per_node(r, "depth", 10000)) ..
    say(" Caches have no part in it: as many nodes side by side cost %s.", per_node(r, "width", 10000))
end

local QUIET, TABLE = "quiet nodes, exported", "table, C nodes"

-- What the caches do not have.
local function lines_of(r, case, arm, nodes)
  local function lines(name) return count(r, case, arm, name) end
  return say(" Of %s nodes an event reads %s lines of code and %s of data from beyond the first caches, %s of them from beyond the " ..
    "second (simulated by cachegrind, gcc).", nodes, lines "code_lines", lines "data_lines", lines "far_lines")
end

local function lines_of_table(r, mode)
  return lines_of(r, TABLE, ("table %s 10000"):format(mode), "10,000") .. lines_of(r, TABLE, ("table %s 100000"):format(mode), "100,000")
end

local function instructions_of(r, case, arm, other)
  return say(" In instructions (gcc, counted): %s.", compared(r, case, arm, other))
end

-- Branches that a simulated predictor guesses wrong, where a choice among many makes more of them wrong.
local function guesses_of(r, many, few)
  local x, y = number_of(r, QUIET, many, "guessed_wrong"), number_of(r, QUIET, few, "guessed_wrong")
  if not (x and y) or x - y < 0.1 then return "" end
  return ("Where it goes on for a key cannot be guessed: of a simulated predictor's guesses %s an event are wrong, where all run %s. ")
    :format(report.number(x), report.number(y))
end

function M.keyed(r)
  local many, few = "a keyed 8 of 10000", "a keyed 8 of 8"
  return guesses_of(r, many, few) ..
    say("With 80 nodes, all of them in the first caches, an event takes %s ns by gcc, where 8 without a choice take %s.",
      value(r, "scale", "keyed 80", "exported, typed entry", "gcc"), value(r, "scale", "keyed 8", "exported, typed entry", "gcc")) ..
    lines_of(r, QUIET, many, "10,000") .. instructions_of(r, QUIET, many, few)
end

function M.keyed_table(r)
  local many, few = "table keyed 10000", "table keyed 8"
  return "The steps and states of the picked eight lie in lines of their own." .. lines_of_table(r, "keyed") ..
    instructions_of(r, TABLE, many, few)
end

function M.scattered(r)
  local many, few = "a scattered 8 of 10000", "a scattered 8 of 16"
  return guesses_of(r, many, few) ..
    say("With 160 nodes, all of them in the first caches, an event takes %s ns by gcc, where 16 without a choice take %s.",
      value(r, "scale", "scattered 160", "exported, typed entry", "gcc"),
      value(r, "scale", "scattered 16", "exported, typed entry", "gcc")) ..
    lines_of(r, QUIET, many, "10,000") .. instructions_of(r, QUIET, many, few)
end

function M.scattered_table(r)
  local many, few = "table scattered 10000", "table scattered 16"
  return "Steps and states of the sixteen nodes that run, and the list of those that a key wakes, lie in lines of their own." ..
    lines_of_table(r, "scattered") .. instructions_of(r, TABLE, many, few)
end

function M.resolve(r)
  local function micros(n)
    local row = r:row("scale", ("core, %d"):format(n), "resolve in C", "gcc")
    return row and report.spread(report.scaled(row.value, 1e6 / n))
  end
  return "What the resolver reads of 100,000 nodes fits in no cache." ..
    say(" The core's part of it, without Lua, goes from %s to %s µs a node (gcc).", micros(10000), micros(100000))
end

function M.export()
  return "It does no more for a node: a profile of the exporter has the same functions in front, with the same shares, for either size. " ..
    "What it keeps of the larger graph, its tables and its text, fits in no cache. The compilers' time a node does not grow."
end

function M.queue()
  return "None of these is in the entry, which asks what a sink's function has posted only where there is one. For aarch64 the loop " ..
    "that makes the events takes one more: with a queue the instance is so large that the event beside it lies too far off for an " ..
    "instruction that stores two fields."
end

function M.timer() return "The event's time is compared with the next deadline: a comparison and a jump. gcc happens to save a move." end

return M
