-- SPDX-License-Identifier: MIT
-- The behaviour scenarios as data, and a runner that checks one on one backend.
--
-- A scenario has a name, graph() → graph, event types by name, and steps. A step is an entry, as spec/support/entries.lua
-- runs it, with what must be observed:
--
--   calls      every callback of the entry, in order: "tick(Tick), fast, cross-": a handler with its event and filter, an
--              update by its node's name, others as node.role; "-" arrested, "!" failed, "[1]" the element of a list
--   state      fields of nodes after the entry
--   published  the values of the field that `publishes` names, one for each time the sink was called
--   fails      a text that the entry's message contains; without it the entry must succeed
--
--   raises     part of the error that misuse raises
--   ends       the step stops the instance
--
-- `start` has the calls that graph:start itself makes, `start_fails` a text of its message, `stats` counters at the end.

local assert = require "luassert"
local entries = require "spec.support.entries"

local M = {}

M.all = {}
for _, file in ipairs { "order", "callbacks", "posting", "time" } do
  for _, scenario in ipairs(require("spec.support.scenarios." .. file)) do M.all[#M.all + 1] = scenario end
end

local OUTCOME = { [1] = "", [0] = "-", [-1] = "!" }

---One trace record as the notation above.
---@param record table
---@return string
function M.token(record)
  local callback = record.callback
  local outcome = OUTCOME[record.outcome < 0 and -1 or record.outcome]
  if record.sink then return "=> " .. record.sink.name .. outcome end
  local name, label = callback.node.name, callback.label
  if callback.role == "handler" then return ("%s(%s)%s"):format(name, label:sub(4), outcome) end
  if callback.role == "update" then return name .. outcome end
  if callback.role == "input" then
    local element = record.index and ("[%d]"):format(record.index) or ""
    return ("%s.on_input(%s)%s%s"):format(name, callback.input.name, element, outcome)
  end
  return ("%s.%s%s"):format(name, label, outcome)
end

---The callbacks among trace records, sinks left out.
---@param records table[]
---@return string
function M.calls(records)
  local tokens = {}
  for _, record in ipairs(records) do
    if record.callback then tokens[#tokens + 1] = M.token(record) end
  end
  return table.concat(tokens, ", ")
end

local function check_state(rt, expected, what)
  for node, fields in pairs(expected or {}) do -- independent checks: the order does not matter
    for field, value in pairs(fields) do
      local got = rt.state[node][field]
      local label = ("%s: %s.%s"):format(what, node, field)
      for i, item in ipairs(type(value) == "table" and value or {}) do assert.equal(item, got[i - 1], ("%s[%d]"):format(label, i - 1)) end
      if type(value) == "number" then assert.equal(value, tonumber(got), label) end
      if type(value) == "cdata" then assert.equal(tostring(value), tostring(got), label) end
    end
  end
end

---Runs a scenario on a backend and checks every step.
---@param scenario table
---@param start fun(graph, options): table
function M.check(scenario, start)
  local graph, events = scenario.graph()
  local published = {}
  local on = {}
  for sink, field in pairs(scenario.publishes or {}) do
    on[sink] = function(state) published[#published + 1] = tonumber(state[field]) end
  end
  local rt, message = start(graph, { trace = true, on = on })
  assert.truthy(scenario.start_fails == nil and message == nil or message:find(scenario.start_fails, 1, true), message)
  assert.equal(scenario.start or "", M.calls(rt:trace()))
  for i, step in ipairs(scenario.steps) do
    local what = ("step %d, %s"):format(i, step[1])
    published = {}
    local fine, ok, reason = pcall(entries.run, rt, events, step)
    if not fine and not step.raises then error(ok, 0) end
    if step.raises then
      assert.is_false(fine, what)
      assert.truthy(tostring(ok):find(step.raises, 1, true), what .. ": " .. tostring(ok))
    elseif step.fails then
      assert.is_nil(ok, what)
      assert.truthy(reason:find(step.fails, 1, true), what .. ": " .. reason)
    else
      assert.is_true(ok, what .. ": " .. tostring(reason))
    end
    local calls = M.calls(rt:trace())
    if step.calls then assert.equal(step.calls, calls, what) end
    if step.published then assert.same(step.published, published, what) end
    check_state(rt, step.state, what)
  end
  for name, value in pairs(scenario.stats or {}) do assert.equal(value, tonumber(rt.stats[name]), name) end -- in any order
  if not scenario.steps[#scenario.steps].ends then rt:stop() end
end

return M
