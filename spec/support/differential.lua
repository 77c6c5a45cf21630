-- SPDX-License-Identifier: MIT
-- Runs one case on the oracle and on backends, and compares everything that can be observed: what each entry returned, every
-- callback in order, every sink's call with its bytes, all state, now, and the cycle number.
--
--   differential.compare({ graph = g, events = { Tick = Tick }, entries = { { "send", "Tick", { price = 1 } } } })  → nil
--
-- A case whose script has bodies in C (foreign = "c") is loaded again for the oracle, with the portable bodies that do the same; one
-- with opaque bodies runs everywhere but on native. snapshots = true compares snapshots, too (spec/support/snapshots.lua).
--
-- A case may give sinks = { name = { "post", event_name } or { "fail" } }: what the sink's callback does now and then; and
-- trace = false: the backends run without a trace, as in production, and calls are not compared; audit = options of rt:audit:
-- what it records is compared in place of the calls.

local ffi = require "ffi"
local backends = require "spec.support.backends"
local entries = require "spec.support.entries"
local scenario = require "spec.support.scenario"

local M = {}

local FLOATS = { double = { "double *", "uint64_t *", 0x7ff8000000000000ULL }, float = { "float *", "uint32_t *", 0x7fc00000 } }

-- The bytes of a state, NaN canonical (S18).
local function bytes_of(record, state)
  local copy = ffi.new("uint8_t[?]", math.max(record.size, 1))
  ffi.copy(copy, ffi.cast("const void *", state), record.size)
  for _, field in ipairs(record.fields) do
    local float = FLOATS[field.type]
    for i = 0, float and (field.count or 1) - 1 or -1 do
      local at = copy + field.offset
      local value = ffi.cast(float[1], at)[i]
      if value ~= value then ffi.cast(float[2], at)[i] = float[3] end
    end
  end
  return ffi.string(copy, record.size)
end

local HEX = {}
for byte = 0, 255 do HEX[string.char(byte)] = ("%02x"):format(byte) end

local function hex(bytes) return (bytes:gsub(".", HEX)) end

-- What a sink does besides being noted: posts an event, or fails, each at some of its calls.
local function act(run, action, calls)
  if action[1] == "fail" and calls % 3 == 2 then error("the sink failed", 0) end
  if action[1] == "post" and calls % 2 == 1 and run.rt and run.posts < 5 then
    run.posts = run.posts + 1
    local event = run.case.events[action[2]]
    local ok, message = run.rt:send(event, event.record.size > 0 and { x = run.posts, k = run.posts % 4 } or {})
    run.sinks[#run.sinks + 1] = ("sent from the sink: %s %s"):format(tostring(ok), tostring(message))
  end
end

local function sink_callbacks(run)
  local on = {}
  for _, sink in ipairs(run.case.graph.sinks) do
    local calls = 0
    on[sink.name] = function(state)
      calls = calls + 1
      run.sinks[#run.sinks + 1] = ("%s %s"):format(sink.name, hex(bytes_of(sink.node.record, state)))
      local action = run.case.sinks and run.case.sinks[sink.name]
      if action then act(run, action, calls) end
    end
  end
  return on
end

local function is_host_clock(case)
  if case.graph.options.clock == "stream" then return false end
  for _, event in ipairs(case.graph.events) do
    if event.time then return false end
  end
  return true
end

local MOST_CALLS = 60000 -- of one entry; rt:trace keeps 65,536

-- What the audit has recorded since the last entry, a line a record.
local function audited(run)
  if not run.case.audit or not run.rt then return "" end
  return (hex(run.rt.audit_ring:read():sub(1, 32 * MOST_CALLS)):gsub(("%w"):rep(64), "%0\n"))
end

local function observe(run, ok, message)
  local calls = {}
  for i, record in ipairs(run.traced and run.rt and run.rt:trace() or {}) do
    if i > MOST_CALLS then break end
    calls[i] = ("%d: %s"):format(tonumber(record.cycle), scenario.token(record))
  end
  local states = {}
  local observed = run.case.graph.observed -- the state of other nodes may be nowhere
  for _, node in ipairs(run.rt and run.case.graph.nodes or {}) do
    if node.record.size > 0 and (not observed or observed[node]) then
      states[#states + 1] = ("%s %s"):format(node.name, hex(run.rt:state_bytes(node)))
    end
  end
  local seen = {
    result = ("%s %s"):format(tostring(ok), (tostring(message):gsub(": %./", ": "))), calls = table.concat(calls, "\n"),
    sinks = table.concat(run.sinks, "\n"), audit = audited(run),
    now = run.rt and not run.host_clock and tostring(run.rt:now()):gsub("LL", "") or "",
    cycle = run.rt and tostring(run.rt:cycle()):gsub("LL", "") or "", states = table.concat(states, "\n"),
  }
  run.sinks = {}
  return seen
end

local ASPECTS = { "result", "calls", "audit", "sinks", "now", "cycle", "states" }

---Runs a case on one backend; entry 0 is the start.
---@param case table
---@param backend { name: string, start: function }
---@param options table|nil
---@return table[] observations
function M.run(case, backend, options)
  local run = { case = case, sinks = {}, posts = 0, clock = 0, host_clock = is_host_clock(case),
    traced = case.trace ~= false and not case.audit }
  local given = { trace = run.traced, on = sink_callbacks(run) }
  local audit = case.audit
  if audit then given.audit = { level = audit.level, nodes = audit.nodes, ring = { records = 2 ^ 17, full = "drop" } } end
  local reads, walls = 0, 0 -- each read gives another value, so that one too many or too few shows
  function given.wall()
    walls = walls + 1
    return walls * 1000
  end
  if run.host_clock then
    function given.clock()
      reads = reads + 1
      return run.clock * 1000 + reads
    end
  end
  if backend.name == "native" then
    given.scan, given.values, given.unpredictable = case.scan, case.values, case.unpredictable
  end
  for key, value in pairs(options or {}) do given[key] = value end -- a copy: the order does not matter
  local seen = {}
  local started, rt, message = pcall(backend.start, case.graph, given)
  if not started then
    seen[0] = observe(run, "raised", rt)
    return seen
  end
  run.rt = rt
  seen[0] = observe(run, message == nil, message)
  for i, entry in ipairs(case.entries) do
    run.clock = entry.clock or i
    local fine, ok, reason = pcall(entries.run, rt, case.events, entry)
    if not fine then ok, reason = "raised", tostring(ok):gsub("^[%w_/.]+:%d+: ", "") end -- misuse: which line of entries.lua is no matter
    seen[i] = observe(run, ok, reason)
  end
  return seen
end

-- The first line in which two texts differ.
local function first_difference(expected, got)
  local a, b = {}, {}
  for line in (expected .. "\n"):gmatch("([^\n]*)\n") do a[#a + 1] = line end
  for line in (got .. "\n"):gmatch("([^\n]*)\n") do b[#b + 1] = line end
  for i = 1, math.max(#a, #b) do
    if a[i] ~= b[i] then return ("line %d\n  expected: %s\n  got:      %s"):format(i, a[i] or "(nothing)", b[i] or "(nothing)") end
  end
end

---Compares observations; nil when they agree.
---@param expected table[]
---@param seen table[]
---@param name string of the backend
---@return { backend: string, entry: integer, aspect: string, text: string }|nil
function M.difference(expected, seen, name)
  for i = 0, #expected do
    for _, aspect in ipairs(ASPECTS) do
      local want, got = expected[i][aspect], seen[i] and seen[i][aspect] or "(no entry)"
      if want ~= got then
        local text = ("%s differs from the oracle at entry %d, %s: %s"):format(name, i, aspect, first_difference(want, got))
        return { backend = name, entry = i, aspect = aspect, text = text }
      end
    end
  end
end

local function names_of(list)
  local out = {}
  for i = 2, #list do out[i - 1] = list[i].name end -- the oracle is the first
  return out
end

local function without_native(names)
  local out = {}
  for _, name in ipairs(names) do out[#out + 1] = name ~= "native" and name or nil end
  return out
end

---Runs a case on the oracle and on backends.
---@param case { graph: flux.Graph, events: table<string, flux.EventType>, entries: table[], sinks: table|nil }
---@param options { backends?: string[] }|nil further ones go to graph:start
---@return table|nil difference the first one, see M.difference
---@return table[] observations of the oracle
function M.compare(case, options)
  local given = {}
  for key, value in pairs(options or {}) do given[key] = value end -- a copy: the order does not matter
  local names = given.backends or { "table", "luajit", "native" }
  given.backends = nil
  local list = backends.named(case.foreign == "opaque" and without_native(names) or names)
  local reference = case.foreign == "c" and assert(loadfile(case.path))("case", "portable") or case
  local expected = M.run(reference, list[1], given)
  for i = 2, #list do
    local difference = M.difference(expected, M.run(case, list[i], given), list[i].name)
    if difference then return difference, expected end
  end
  local text = case.snapshots and #list > 1 and require("spec.support.snapshots").check(case, names_of(list))
  return text and { text = text } or nil, expected
end

---What a written case calls: with "case" it returns the case, else it compares the named backends (default all) and exits.
---@param case table
function M.main(case, first, ...)
  if first == "case" then return case end
  local difference, expected = M.compare(case, { backends = first and { first, ... } or nil })
  if difference then
    io.stderr:write(difference.text, "\n")
    os.exit(1)
  end
  print(("%d entries agree"):format(#expected))
  os.exit(0)
end

return M
