-- SPDX-License-Identifier: MIT
-- bench.measure: one case of a workload: checks that its arms agree, runs them round by round, and takes ratios within the round.
--
-- A case is { name, events, fixed, unit, rounds, warmup, known, against, arms }:
--   fixed     the events are what they are: --quick and --events do not change them, and nothing is warmed up unless asked for
--   against   names of the arms that the others are divided by. Where several arms have that name for one compiler, the fastest of
--             the round counts: an opponent is as good as it gets. An opponent with its own runtime (no compiler) serves all.
--   facts     numbers and words about the case that go into the results
--   known     what `events` events must give, from outside (nil: the arms are only compared with each other)
-- An arm is { name, compiler, run, … }:
--   run(events) → observed, value, counts: one whole loop from a fresh state. `observed` is what the outside saw, as text; `value`
--             in the case's unit when the arm measures for itself, else the loop is timed here; `counts` is a table of numbers
--             that go into the results: the last round's, and what those that differ were over the rounds (`spread`).
--   count     function(events) → counts of the loop that just ran, for an arm that is timed here
--   share     the part of the events that a slow arm runs (figures are per event all the same)
--   budget    about as many ns as one loop may take: a slow arm runs fewer events
--   warmup    events that the arm runs before the case's warm-up: what a JIT takes to know a graph of many paths
--   silent    the arm observes nothing
--   output    only arms with the same output are compared with each other: arms of several graphs may stand in one case, so that their
--             ratios are within the round
--   known     as the case's, of this arm's output
--   case, facts   what its row has in place of the case's; the output goes with the case
--   verify    a number of events that the arm runs once, untimed, for the sake of a known answer
--   opponent  the name under which it also counts in `against`
-- An arm that fails is reported and left out; the others go on.

local ffi = require "ffi"
local host = require "bench.host"
local stats = require "bench.stats"

local M = {}

local function events_of(arm, case) return math.max(1, math.floor(case.events * (arm.share or 1))) end

local box = ffi.new "union { uint64_t u; double d; }"

-- The bits of a number in decimals, or of one given by its bits, 0x and sixteen digits; nil for any other word.
local function bits_of(word)
  local high, low = word:match "^0x(%x%x%x%x%x%x%x%x)(%x%x%x%x%x%x%x%x)$"
  if high then return bit.bor(bit.lshift(0ULL + tonumber(high, 16), 32), 0ULL + tonumber(low, 16)) end
  local number = tonumber(word)
  if not number then return nil end
  box.d = number ~= number and 0 / 0 or number -- one NaN is like another
  return box.u
end

local function same_word(a, b)
  if a == b or a == "-" or b == "-" then return true end
  local x, y = bits_of(a), bits_of(b)
  return x ~= nil and y ~= nil and x == y
end

---Is what one arm observed what another did? Word by word, numbers to the last bit, as other runtimes print them their own way. "-" is
---what an arm does not say (a peer that keeps no count).
---@param a string
---@param b string
---@return boolean
function M.same(a, b)
  local next_of_b, count = b:gmatch "%S+", 0
  for word in a:gmatch "%S+" do
    local other = next_of_b()
    if not other or not same_word(word, other) then return false end
    count = count + 1
  end
  return count > 0 and next_of_b() == nil
end

---One loop of one arm.
---@return string|nil observed
---@return number value
---@return number|nil wall
---@return table|nil counts
local function loop(arm, events)
  collectgarbage()
  local wall, cpu = host.nanoseconds("wall"), host.nanoseconds("cpu")
  local observed, value, counts = arm.run(events)
  cpu, wall = host.nanoseconds("cpu") - cpu, host.nanoseconds("wall") - wall
  if value then return observed, value, nil, counts end
  return observed, cpu / events, wall / events, counts
end

-- Runs `arm` and compares what it gave with what the first arm of its output gave that ran as many events.
local function checked(state, arm, events)
  local observed, value, wall, counts = loop(arm, events)
  if not arm.silent then
    local output, known = state.outputs[arm], arm.known or state.case.known
    if known and known[events] and not M.same(known[events], observed) then
      error(("after %d events: %s; known: %s"):format(events, observed, known[events]), 0)
    end
    output.after[events] = output.after[events] or { text = observed, arm = arm }
    local expected = output.after[events]
    if not M.same(expected.text, observed) then
      error(("after %d events: %s; %s gives %s"):format(events, observed, expected.arm.name, expected.text), 0)
    end
  end
  return value, wall, counts
end

local function run(state, arm, events, on_value)
  if arm.failed then return end
  -- What no arm has run yet is run by the reference first, so that every arm is compared.
  local output = state.outputs[arm]
  local reference = output.reference
  if not arm.silent and reference ~= arm and not reference.failed and not output.after[events] then
    local ok, problem = pcall(checked, state, reference, events)
    if not ok then return state.fail(reference, problem) end
  end
  local ok, value, wall, counts = pcall(checked, state, arm, events)
  if not ok then return state.fail(arm, value) end
  on_value(value, wall, counts)
end

local PROBE = 500

-- Runs untimed events. An arm with a budget is probed first: a slow one gets fewer events, here and in the rounds.
local function warm_up(state, arm, events)
  if events == 0 then return end
  if arm.budget and events > PROBE then
    local ns
    run(state, arm, PROBE, function(value) ns = value end)
    run(state, arm, PROBE, function(value) ns = math.min(ns, value) end)
    if arm.failed then return end
    events = math.min(events, math.max(PROBE, math.floor(2 * arm.budget / ns)))
  end
  run(state, arm, events, function(value)
    local whole = events_of(arm, state.case) * value
    if arm.budget and whole > arm.budget then arm.share = (arm.share or 1) * arm.budget / whole end
  end)
end

-- The arms of a name that `arm` is divided by: those of its compiler, or another runtime's, or for arms that no compiler built those of
-- the first compiler.
local function divisors(name, arm, arms)
  local by_compiler, first = {}, nil
  for _, candidate in ipairs(arms) do
    if not candidate.failed and (candidate.name == name or candidate.opponent == name) then
      local compiler = candidate.compiler or ""
      first = first or compiler
      by_compiler[compiler] = by_compiler[compiler] or {}
      table.insert(by_compiler[compiler], candidate)
    end
  end
  return by_compiler[arm.compiler or ""] or by_compiler.own or by_compiler[first] or {}
end

local function ratios(case, arm, arms, values)
  local list = {}
  for _, name in ipairs(case.against or {}) do
    local lists = {}
    for _, divisor in ipairs(divisors(name, arm, arms)) do lists[#lists + 1] = values[divisor] end
    if #lists > 0 then list[name] = stats.summary(stats.ratios(values[arm], stats.least(lists))) end
  end
  return list
end

-- By arm, its output: { reference, the arm that runs first, after, what was observed by number of events }.
local function outputs_of(case)
  local by_name, by_arm = {}, {}
  for _, arm in ipairs(case.arms) do
    local name = arm.output or arm.case or ""
    by_name[name] = by_name[name] or { after = {} }
    by_arm[arm] = by_name[name]
    if not arm.silent then by_arm[arm].reference = by_arm[arm].reference or arm end
  end
  return by_arm
end

-- Median, least and most of each count over the rounds, of those that differ.
local function spread(rounds)
  local list
  for name in pairs(rounds[1] or {}) do
    local values = {}
    for i, counts in ipairs(rounds) do values[i] = counts[name] end
    local summary = stats.summary(values)
    if summary.min < summary.max then
      list = list or {}
      list[name] = summary
    end
  end
  return list
end

---Measures one case.
---@param case table
---@param options { rounds: integer, warmup: integer }
---@param fail fun(case: table, arm: table, problem: string)
---@return table[] rows one per arm that succeeded
function M.case(case, options, fail)
  local values, walls, counts = {}, {}, {}
  local state = { case = case, outputs = outputs_of(case) }
  function state.fail(arm, problem)
    arm.failed = true
    fail(case, arm, tostring(problem))
  end
  for _, arm in ipairs(case.arms) do values[arm], walls[arm], counts[arm] = {}, {}, {} end
  for _, arm in ipairs(case.arms) do
    if arm.warmup then run(state, arm, arm.warmup, function() end) end
    warm_up(state, arm, math.min(case.warmup or options.warmup, events_of(arm, case)))
  end
  for _, arm in ipairs(case.arms) do
    if arm.verify and not options.quick then run(state, arm, arm.verify, function() end) end
  end
  for _ = 1, case.rounds or options.rounds do
    for _, arm in ipairs(case.arms) do
      run(state, arm, events_of(arm, case), function(value, wall, more)
        table.insert(values[arm], value)
        table.insert(walls[arm], wall)
        table.insert(counts[arm], more or arm.count and arm.count(events_of(arm, case)))
      end)
    end
  end
  local rows = {}
  for _, arm in ipairs(case.arms) do
    if arm.close then pcall(arm.close) end
    if not arm.failed and #values[arm] > 0 then
      local events = events_of(arm, case)
      local expected = state.outputs[arm].after[events]
      rows[#rows + 1] = {
        case = arm.case or case.name, facts = arm.facts or case.facts, arm = arm.name, compiler = arm.compiler,
        unit = case.unit or "ns/event", events = events,
        observed = not arm.silent and expected and expected.text or nil, value = stats.summary(values[arm]), rounds = values[arm],
        wall = #walls[arm] > 0 and stats.summary(walls[arm]).median or nil, against = ratios(case, arm, case.arms, values),
        counts = counts[arm][#counts[arm]], spread = spread(counts[arm]),
      }
    end
  end
  return rows
end

return M
