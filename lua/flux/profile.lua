-- SPDX-License-Identifier: MIT
-- flux.profile: what the callbacks of a graph did on a run: calls, arrests, how well a processor would guess the arrests, time.
--
--   local p = profile.new(graph)                    -- an instance with a trace, on `table` or `luajit`
--   for event in … do p.rt:dispatch(event) p:note() end
--   profile.write("out.json", p:report())           -- flux run --profile out.json
--   profile.of_audit(reader:records(), resolved)    -- flux trace --format profile: of a run of any backend, and of exported C
--   local report = profile.read("out.json", resolved)     -- refused when it is of another graph
--   export.write(resolved, { dir = "out", unpredictable = profile.unpredictable(report) })
--
-- Every verdict goes through a model of a branch predictor: two-bit counters, chosen by the last twelve verdicts of the same
-- callback. Patterns of some length are learned, as processors learn them; what remains is noise. Time is taken of every
-- sixteenth call of a callback that runs in Lua, and next to it of nothing: what reading the clock costs depends on what the JIT
-- made of the place. Of the last of both the middle half is averaged, so that an interrupted call does not count; the time is their
-- difference, where it stands out from the noise.

local bit = require "bit"
local ffi = require "ffi"
local digest = require "flux.export.digest"
local wall = require "flux.wall"

local COUNTS = { "runs", "arrests", "judged", "wrong" }

local M = {}

local Profile = {}
Profile.__index = Profile

local VERSION = 1
local HISTORY = 4095 -- twelve verdicts
local WARM = 1000    -- verdicts before wrong guesses count
local EVERY = 16     -- calls for one that is timed
local KEPT = 256     -- times that are kept of a callback
local FULL = 16384   -- records that wait at most

---Share of wrong guesses above which a branch costs more than a cheap tail: a wrong guess costs about twenty additions.
M.THRESHOLD = 0.1

local function timing(self)
  local steady = wall.steady
  local function done(count, first, second, ...)
    local third, at = steady(), count.timed % KEPT + 1
    count.times[at], count.nothing[at] = tonumber(third - second), tonumber(second - first)
    count.timed = count.timed + 1
    return ...
  end
  return function(callback, fn, ...)
    local count = self:count(callback)
    count.called = count.called + 1
    if count.called % EVERY ~= 1 then return fn(...) end
    local first = steady()
    return done(count, first, steady(), fn(...))
  end
end

---@param graph flux.Graph
---@param options table|nil of g:start
---@param start fun(graph, options): flux.Runtime | nil default g:start
---@return table profile
function M.new(graph, options, start)
  local self = setmetatable({ graph = graph, counts = {}, events = 0 }, Profile)
  local given = { backend = "table", trace = true, timing = timing(self) }
  for key, value in pairs(options or {}) do given[key] = value end -- a copy: the order does not matter
  self.rt = (start or graph.start)(graph, given)
  return self
end

---What is counted of a callback.
function Profile:count(callback)
  local count = self.counts[callback]
  if not count then
    count = { runs = 0, arrests = 0, judged = 0, wrong = 0, history = 0, counters = ffi.new("uint8_t[?]", HISTORY + 1), called = 0,
              timed = 0, times = {}, nothing = {} }
    ffi.fill(count.counters, HISTORY + 1, 2)
    self.counts[callback] = count
  end
  return count
end

local function learn(count, dirty)
  local slot = count.history
  local counter = count.counters[slot]
  if count.runs > WARM then
    count.judged = count.judged + 1
    if (counter >= 2) ~= dirty then count.wrong = count.wrong + 1 end
  end
  count.counters[slot] = dirty and math.min(counter + 1, 3) or math.max(counter - 1, 0)
  count.history = bit.band(slot * 2 + (dirty and 1 or 0), HISTORY)
end

-- Takes in one call.
local function take(self, callback, dirty)
  local count = self:count(callback)
  count.runs = count.runs + 1
  if not dirty then count.arrests = count.arrests + 1 end
  if not callback.body.facts.always_dirty then learn(count, dirty) end
end

---Takes in what has run since the last call; call it after each entry. Cheap until enough has gathered.
---@param now boolean|nil at once
function Profile:note(now)
  local rt = self.rt
  self.events = self.events + 1
  if tonumber(rt.trace_count[0]) < FULL and not now then return end
  for _, record in ipairs((rt:trace())) do
    local callback = record.callback
    if callback and record.outcome >= 0 then take(self, callback, record.outcome == 1) end
  end
end

-- The mean of the middle half, and how wide that is.
local function middle(list)
  table.sort(list)
  local first, last, sum = math.floor(#list / 4) + 1, math.ceil(#list * 3 / 4), 0
  for i = first, last do sum = sum + list[i] end
  return sum / (last - first + 1), list[last] - list[first]
end

---What one call took, in ns: the difference of two lists of times, one of calls and one of nothing.
---@param times number[]
---@param nothing number[] as many
---@return number|nil ns nil: no more than the noise
---@return number noise
function M.time(times, nothing)
  if not times[1] then return nil, 0 end
  local call, width = middle(times)
  local none, own = middle(nothing)
  local noise = (width + own) / math.sqrt(#times)
  return call - none > noise and math.floor((call - none) * 10) / 10 or nil, noise
end

local function row(callback, count)
  local ns, noise = M.time(count.times, count.nothing)
  return {
    node = callback.node.name, callback = callback.label, runs = count.runs, arrests = count.arrests, judged = count.judged,
    wrong = count.wrong, ns = ns,
  }, (ns or noise) * count.runs
end

-- What the file holds.
local function tabled(self, resolved, cycles)
  local rows, total = {}, 0
  for _, node in ipairs(self.graph.nodes) do
    for _, callback in ipairs(node.callbacks) do
      local count = self.counts[callback]
      if count and count.runs > 0 then
        local it, most = row(callback, count) -- what cannot be measured may take as much as the noise
        rows[#rows + 1], total = it, total + most
      end
    end
  end
  for _, it in ipairs(rows) do
    if it.ns and total > 0 then it.share = math.floor(it.ns * it.runs / total * 1e4 + 0.5) / 1e4 end
  end
  return { flux_profile = VERSION, graph = self.graph.name, fingerprint = digest.graph(resolved), events = self.events,
           cycles = cycles, callbacks = rows }
end

---The profile so far, as plain tables.
---@return table report
function Profile:report()
  self:note(true)
  self.events = self.events - 1
  return tabled(self, self.rt.resolved, tonumber(self.rt:cycle()))
end

---The profile of a run that left an audit of level `nodes`: of any backend, and of exported C. It has no times.
---@param records fun(): table|nil as reader:records() of flux.audit.file
---@param resolved flux.Resolved the audit's graph
---@return table report
function M.of_audit(records, resolved)
  local self, cycles = setmetatable({ graph = resolved.graph, counts = {}, events = 0 }, Profile), 0
  for record in records do
    cycles = math.max(cycles, tonumber(record.cycle))
    local sent = record.kind == "cycle" and (record.outcome == "event" or record.outcome == "buffer") and record.value == 0
    if sent or record.kind == "refused" and record.event >= 0 then self.events = self.events + 1 end
    if record.kind == "call" and record.outcome ~= "failed" then
      take(self, resolved.graph.callbacks[record.subject + 1], record.outcome ~= "arrested")
    end
  end
  return tabled(self, resolved, cycles)
end

---The share of verdicts that were guessed wrong; nil when there were too few.
---@param it table a row of the report
---@return number|nil
function M.missed(it) return it.judged >= WARM and it.wrong / it.judged or nil end

---The nodes that the export option `unpredictable` should name.
---@param report table
---@return table<string, boolean>
function M.unpredictable(report)
  local names = {}
  for _, it in ipairs(report.callbacks) do
    if (M.missed(it) or 0) > M.THRESHOLD then names[it.node] = true end
  end
  return names
end

local KEYS = { "flux_profile", "graph", "fingerprint", "events", "cycles", "callbacks", "node", "callback", "runs", "arrests", "judged",
  "wrong", "ns", "share" }

---A report as JSON.
---@param report table
---@return string
function M.text(report)
  setmetatable(report.callbacks, { __jsontype = "array" })
  return require("dkjson").encode(report, { indent = true, keyorder = KEYS }) .. "\n"
end

---@param path string
---@param report table
function M.write(path, report)
  local file, problem = io.open(path, "wb")
  if not file then error("cannot write the profile " .. problem, 0) end
  local ok, reason = file:write(M.text(report))
  if ok then ok, reason = file:flush() end
  file:close()
  if not ok then error(("cannot write the profile %s: %s"):format(path, reason), 0) end
end

local function is_report(t)
  if type(t) ~= "table" or t.flux_profile ~= VERSION then return false end
  if type(t.fingerprint) ~= "string" or type(t.callbacks) ~= "table" then return false end
  for _, it in ipairs(t.callbacks) do
    for _, name in ipairs(COUNTS) do
      if type(it) ~= "table" or type(it[name]) ~= "number" then return false end
    end
    if type(it.node) ~= "string" or type(it.callback) ~= "string" then return false end
  end
  return true
end

---Reads a profile of this graph.
---@param path string
---@param resolved flux.Resolved
---@return table|nil report
---@return string|nil message
function M.read(path, resolved)
  local file, problem = io.open(path, "rb")
  if not file then return nil, "cannot open the profile " .. problem end
  local ok, report = pcall(function() return (require("dkjson").decode(file:read("*a") or "")) end) -- it may be too large for the memory
  file:close()
  if not ok or not is_report(report) then return nil, path .. ": this is no profile; flux run --profile writes one" end
  local own = digest.graph(resolved)
  if report.fingerprint ~= own then
    return nil, ("%s: the profile is of another graph: its fingerprint is %s, that of '%s' is %s; profile this graph"):format(path,
      report.fingerprint, resolved.graph.name, own)
  end
  return report
end

return M
