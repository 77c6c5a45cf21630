-- SPDX-License-Identifier: MIT
-- Random graphs with random entries: a case is data, which spec/support/random_text.lua writes as a script. The same seed
-- gives the same case.
--
--   local case = random_graph.make(42)
--   case.events, case.nodes, case.sinks, case.options, case.entries

local body = require "spec.support.random_body"
local entries = require "spec.support.random_entries"
local foreign = require "spec.support.random_foreign"
local loops = require "spec.support.random_loops"

local M = {}

local SYMBOLS = { "AAA", "BBB", "CCC" }

local function make_events(case, R)
  local timed = R.chance(0.6)
  for i = 1, R.int(1, 4) do
    local event = { name = "Ev" .. i - 1, timed = timed and R.chance(0.75),
      has = { b = R.one_in(2), s = R.one_in(3), wide = R.one_in(3) } }
    case.timed = case.timed or event.timed
    case.events[i] = event
  end
  if case.loops then
    case.keyed = loops.event(R)
    case.keyed.timed = timed and R.chance(0.75)
    case.timed = case.timed or case.keyed.timed
    case.events[#case.events + 1] = case.keyed
  end
  if R.one_in(6) then case.events[#case.events + 1] = { name = "End", is_end = true, has = {} } end
end

local function make_options(case, R)
  local o = case.options
  o.on_error = R.pick { "stop", "skip", "rollback", nil }
  if R.one_in(4) then o.capacity = R.int(1, 6) end
  if case.timed and R.one_in(6) then o.late = "reject" end
  if R.one_in(2) then o.unhandled = "ignore" end
  if not case.timed and R.one_in(2) then o.clock = "stream" end
  if case.wants.timers or R.one_in(8) then o.max_missed = R.int(2, 40) end -- ctx.after(0) may never end
end

-- The state's fields: always v, n, k, left; the others now and then.
local function make_state(case, R)
  return { w = R.one_in(3), f = R.one_in(4), at = R.one_in(3), doubles = case.doubles }
end

-- Which node an input element comes from: mostly near in rank, so that chains and diamonds form.
local function source_of(case, R, rank)
  if R.chance(case.near) then return case.by_rank[math.max(1, rank - R.int(1, 3))] end
  return case.by_rank[R.int(1, rank - 1)]
end

local function element(R, node, field) return { node = node, field = field, by_name = R.one_in(6) } end

local function make_input(case, R, node, name)
  local rank = node.rank
  local input = { name = name, form = R.pick { "node", "node", "node", "port", "port", "nodes", "ports" }, elements = {} }
  local mark = R.int(1, 10)
  if mark == 1 then input.mark = "passive" elseif mark == 2 and case.wants.prev then input.mark = "prev" end
  local count = (input.form == "nodes" or input.form == "ports") and R.int(1, R.one_in(5) and 12 or 4) or 1
  local field = (input.form == "port" or input.form == "ports") and R.pick { "v", "v", "k" } or nil
  for i = 1, count do
    local source
    if input.mark == "prev" then source = R.pick(case.nodes) else source = source_of(case, R, rank) end
    input.elements[i] = element(R, source, field)
  end
  return input
end

local function add(case, R, node, callback)
  local inputs = {}
  for _, input in ipairs(node.inputs) do
    if not (callback.plain and input.mark == "prev") then inputs[#inputs + 1] = input end
  end
  local c = {
    R = R, case = case, node = node, role = callback.role, event = callback.event, inputs = inputs,
    events = case.handled, symbols = case.symbols, indexed = callback.input and callback.input.form:match("s$") ~= nil,
  }
  if case.wants.foreign and R.one_in(2) and foreign.fits(callback, node, case.wants.foreign) then
    callback.foreign = foreign.make(c, case.wants.foreign)
    callback.statements = { callback.foreign }
  else
    callback.statements = body.make(c)
  end
  node.callbacks[#node.callbacks + 1] = callback
end

local function filters_of(R, event)
  if event.is_end then return { "", "", ":otherwise()" } end
  local list = { "", "", (":where { k = %d }"):format(R.int(0, 3)), ":otherwise()" }
  local function add(format, ...) list[#list + 1] = (":where { " .. format .. " }"):format(...) end
  local has = event.has
  if has.b then
    add("b = %s", R.pick { "true", "false" })
    add("k = %d, b = true", R.int(0, 3))
  end
  if has.key and not event.even then add("key = %s", R.pick(event.keys)) end
  if has.s then
    add("s = %s", R.pick(SYMBOLS))
    if has.b then add("b = %s, s = %s", R.pick { "true", "false" }, R.pick(SYMBOLS)) else add("s = %s, k = 1", R.pick(SYMBOLS)) end
  end
  if has.wide then
    add("l = %s", R.pick(entries.LONG))
    add("q = %s", R.pick(entries.UNSIGNED))
    add("u = %d", R.pick { 0, 1, 255 })
    if has.s then
      add("u = %d, s = %s", R.pick { 0, 255 }, R.pick(SYMBOLS))
    else
      add("q = %s, l = %s", R.pick(entries.UNSIGNED), R.pick(entries.LONG))
    end
  end
  return list
end

local function make_handlers(case, R, node)
  local taken = {}
  for _ = 1, R.one_in(3) and R.int(2, 4) or 1 do
    local event = R.pick(case.events)
    local key = event.name .. R.pick(filters_of(R, event))
    if not taken[key] then
      taken[key] = true
      node.handlers[#node.handlers + 1] = { role = "handler", event = event, key = key, quiet = R.one_in(8) }
    end
  end
end

local function has_trigger(node)
  for _, input in ipairs(node.inputs) do
    if not input.mark then return true end
  end
  return false
end

local function make_callbacks(case, R, node)
  for _, handler in ipairs(node.handlers) do add(case, R, node, handler) end
  if node.timer then add(case, R, node, { role = "on_timer" }) end
  for _, input in ipairs(node.inputs) do
    if input.mark ~= "prev" and R.one_in(5) then add(case, R, node, { role = "on_input", input = input, ran = R.one_in(3) }) end
  end
  if #node.inputs > 0 then
    if R.chance(0.9) then add(case, R, node, { role = "update" }) end
    if R.one_in(5) then add(case, R, node, { role = "on_arrest" }) end
    if has_trigger(node) and R.one_in(6) then node.when = "all" end
  end
  if R.one_in(8) then add(case, R, node, { role = "after_update" }) end
  if R.one_in(14) and not node.even then add(case, R, node, { role = "after_cycle" }) end
  for _, role in ipairs { "init", "start", "stop" } do
    local often = node.timer and role ~= "stop" and not case.timed -- which may arm it
    if R.one_in(often and 3 or 20) then add(case, R, node, { role = role, plain = true }) end
  end
end

local function make_nodes(case, R, count)
  for i = 1, count do
    case.nodes[i] = { name = "n" .. i - 1, index = i, has = make_state(case, R), inputs = {}, by_input = {}, handlers = {}, callbacks = {} }
  end
  local ranked = {}
  for i, node in ipairs(case.nodes) do ranked[i] = node end
  if R.chance(0.7) then -- declared in another order than the data flows
    for i = #ranked, 2, -1 do
      local j = math.max(1, i - R.int(0, case.disorder))
      ranked[i], ranked[j] = ranked[j], ranked[i]
    end
  end
  case.by_rank = ranked
  for rank, node in ipairs(ranked) do
    node.rank = rank
    if rank == 1 or R.chance(case.sources) then make_handlers(case, R, node) end
    if case.wants.timers and R.one_in(6) then
      node.timer = true
      if R.chance(0.75) then node.every = R.pick { 7, 10, 25, 40 } end
      if node.every and R.one_in(3) then node.offset = R.int(1, 9) end
      if node.every and R.one_in(4) then node.missed = "once" end
    end
    if rank > 1 and (R.chance(0.85) or #node.handlers == 0) then
      for k = 1, R.pick { 1, 1, 2, 2, 3 } do
        node.inputs[k] = make_input(case, R, node, ("abcd"):sub(k, k))
        node.by_input[node.inputs[k].name] = node.inputs[k]
      end
    end
    node.is_kind = R.one_in(8)
  end
end

-- Only event types that some node handles may be posted.
local function find_handled(case)
  case.handled = {}
  for _, event in ipairs(case.events) do
    for _, node in ipairs(loops.bodies(case)) do
      for _, handler in ipairs(node.handlers) do
        if handler.event == event and case.handled[#case.handled] ~= event then case.handled[#case.handled + 1] = event end
      end
    end
  end
end

local function make_sinks(case, R)
  for i = 1, R.int(0, 4) do
    local action = case.wants.sink_actions and R.pick { "post", "fail", nil } or nil
    case.sinks[i] = { name = "out" .. i - 1, node = R.pick(case.nodes), action = action, event = R.pick(case.events) }
  end
end

local function make_observed(case, R)
  local list = { R.pick(case.nodes) }
  for _, node in ipairs(case.nodes) do
    if node ~= list[1] and R.one_in(2) then list[#list + 1] = node end
  end
  return list
end

-- Runs of nodes that stand in a g:scope, some of them in one inside: their names in the graph begin with its name.
local function make_scopes(case, R)
  for i = 1, R.one_in(4) and R.int(1, 2) or 0 do
    local first = R.int(1, #case.nodes)
    local last = math.min(#case.nodes, first + R.int(0, 5))
    local from, to = R.int(first, last), R.one_in(2) and last or 0
    for k = first, last do
      local inner = k >= from and k <= to
      case.nodes[k].scope = case.nodes[k].scope or { "scope" .. i, inner and "inner" or nil }
    end
  end
end

-- How many nodes: mostly few; now and then very many.
local function size_of(R, options)
  local size = R.one_in(1000) and R.int(1000, 5000) or R.one_in(16) and R.int(30, 200) or R.int(1, 14)
  if options.size then return options.size end
  return options.nodes and math.min(size, options.nodes) or size
end

-- A case in which nothing but the functions of one or two sinks posts, and nothing fails: exported C then asks its queue only behind
-- these (flux.export.queue).
local function leave_posts_to_sinks(case)
  local wants = case.wants
  wants.posts, wants.failures, wants.foreign, wants.sink_actions = false, false, nil, true
  case.trace, case.scan, case.values = false, nil, nil
end

---Makes a case.
---@param seed integer
---@param options { nodes?: integer, size?: integer, entries?: integer }|nil nodes: at most so many, and those of loops; size: exactly
---@return table case
function M.make(seed, options)
  local R = body.random(seed)
  options = options or {}
  local case = { seed = seed, name = "fuzz", events = {}, options = {}, nodes = {}, sinks = {}, entries = {}, symbols = SYMBOLS,
    trace = R.one_in(2) }
  case.wants = { failures = R.one_in(3), posts = R.one_in(3), timers = R.one_in(3), buffering = R.one_in(3), prev = R.one_in(3),
    sink_actions = R.one_in(5), foreign = R.one_in(12) and "opaque" or R.one_in(40) and "c" or nil }
  -- In half of the cases exported C finds its steps by bit scans, in words of few bits.
  case.scan = math.floor(seed / 16) % 2 == 0 and { least = 2, bits = 2 + seed % 4 } or nil
  case.values = math.floor(seed / 8) % 2 == 0 and { least = 1, times = 100 } or nil -- and has a function for each value of a field
  case.unpredictable = math.floor(seed / 32) % 2 == 0 or nil -- and no branch on the verdicts of what cannot fail
  case.loops = not options.size and body.random(seed + 500000000).one_in(4) -- not by R: others stay as they were
  if case.loops then case.wants.foreign, case.unpredictable = nil, case.unpredictable and R.one_in(4) or nil end
  local only_sinks_post = seed % 8 == 5
  if only_sinks_post then leave_posts_to_sinks(case) end
  case.doubles = seed % 4 == 0 and not case.wants.foreign -- all state: what flux.body.numbers looks for
  case.near, case.sources, case.disorder = R.pick { 0.2, 0.6, 0.95 }, R.pick { 0.1, 0.3 }, R.pick { 1, 3, 50 }
  make_events(case, R)
  make_options(case, R)
  if only_sinks_post then case.options.capacity = case.options.capacity or 6 end
  local count = size_of(R, options)
  make_nodes(case, R, count)
  make_scopes(case, R)
  if case.loops then loops.add(case, R, make_state) end
  find_handled(case)
  for _, node in ipairs(loops.bodies(case)) do make_callbacks(case, R, node) end
  make_sinks(case, R)
  if only_sinks_post then case.sinks[3], case.sinks[4] = nil, nil end
  if R.one_in(5) then case.observed = make_observed(case, R) end
  entries.make(case, R, options.entries or (count > 1000 and 6 or R.int(4, case.loops and 100 or 40)))
  return case
end

return M
