-- SPDX-License-Identifier: MIT
-- flux.export.profile: which nodes' arrests a processor would guess wrong, measured on a run.
--
--   local p = profile.new(graph)                  -- runs on the table backend, with a trace
--   for event in … do p.rt:dispatch(event) p:note() end
--   export.write(resolved, { dir = "out", unpredictable = p:unpredictable() })
--
-- Every verdict goes through a model of a branch predictor: two-bit counters, chosen by the last twelve verdicts of the same
-- callback. Patterns of some length are learned, as processors learn them; what remains is noise.

local bit = require "bit"

local M = {}

local Profile = {}
Profile.__index = Profile

local HISTORY = 4095 -- twelve verdicts
local WARM = 1000    -- verdicts before wrong guesses count

---Share of wrong guesses above which a branch costs more than a cheap tail: a wrong guess costs about twenty additions.
M.THRESHOLD = 0.1

---@param graph flux.Graph
---@param options table|nil of g:start
---@return table profile
function M.new(graph, options)
  local given = { backend = "table", trace = true }
  for key, value in pairs(options or {}) do given[key] = value end -- a copy: the order does not matter
  local self = setmetatable({ graph = graph, branches = {}, pending = 0 }, Profile)
  self.rt = graph:start(given)
  return self
end

local function learn(branch, dirty)
  local slot = branch.history
  local counter = branch.counters[slot] or 2
  if branch.count >= WARM then
    branch.judged = branch.judged + 1
    if (counter >= 2) ~= dirty then branch.wrong = branch.wrong + 1 end
  end
  branch.counters[slot] = dirty and math.min(counter + 1, 3) or math.max(counter - 1, 0)
  branch.history = bit.band(slot * 2 + (dirty and 1 or 0), HISTORY)
  branch.count = branch.count + 1
end

---Takes in what has run since the last call. Cheap until enough has gathered.
---@param now boolean|nil at once
function Profile:note(now)
  self.pending = self.pending + 1
  if self.pending < 256 and not now then return end
  self.pending = 0
  for _, record in ipairs((self.rt:trace())) do
    local callback = record.callback
    if callback and record.outcome >= 0 and not callback.body.facts.always_dirty then
      local branch = self.branches[callback]
      if not branch then
        branch = { count = 0, judged = 0, wrong = 0, history = 0, counters = {} }
        self.branches[callback] = branch
      end
      learn(branch, record.outcome == 1)
    end
  end
end

---The share of verdicts of a callback that were guessed wrong; nil when there were too few.
---@param callback flux.Callback
---@return number|nil
function Profile:missed(callback)
  local branch = self.branches[callback]
  return branch and branch.judged >= WARM and branch.wrong / branch.judged or nil
end

---The nodes that the export option `unpredictable` should name.
---@return table<string, boolean>
function Profile:unpredictable()
  self:note(true)
  local names = {}
  for _, node in ipairs(self.graph.nodes) do
    for _, callback in ipairs(node.callbacks) do
      if (self:missed(callback) or 0) > M.THRESHOLD then names[node.name] = true end
    end
  end
  return names
end

return M
