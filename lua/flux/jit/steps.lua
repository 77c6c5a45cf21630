-- SPDX-License-Identifier: MIT
-- flux.jit.steps: one step of a schedule as Lua: its call, what it is asked before, and what is noted of it.

local call = require "flux.jit.call"
local conditions = require "flux.jit.conditions"
local parts = require "flux.jit.parts"
local weight = require "flux.jit.weight"

local M = {}

local bind, unique, clock = call.bind, call.unique, call.clock

-- A flag's name: a local while the entry is one function, else an element of the shared flag array.
local function flag_name(self, names, step, kind)
  local key = kind .. step.index
  if self.marks then return self.marks:flag(key, step.node.name .. "_" .. kind) end
  if not self.flag_index[key] then
    self.flag_index[key] = self.flag_count
    self.flag_count = self.flag_count + 1
    local base = step.node.name .. "_" .. kind
    self.flag_list[#self.flag_list + 1] = unique(self, base, key)
  end
  if self.split then
    bind(self, names, "flags", { what = "flags" })
    return ("flags[%d]"):format(self.flag_index[key])
  end
  return self.named[key]
end

-- "One of this node's filters matched": what its `otherwise` handler asks.
local function matched_flag(self, names, node)
  return flag_name(self, names, { index = "", node = node }, "matched_" .. node.name)
end

---A guard, as text.
---@param self table the printer of flux.jit.emit
---@param names table
---@param guard flux.Guard
---@return string
function M.guard(self, names, guard)
  if guard == "always" then return "true" end
  if guard == "never" or guard == nil then return "false" end
  local terms = {}
  for i, flag in ipairs(guard) do terms[i] = flag_name(self, names, flag.step, flag.kind) end
  return table.concat(terms, " or ")
end

---What must hold before a step besides the block it stands in.
---@param self table
---@param names table
---@param item table of flux.export.flow
---@return string|nil
function M.condition(self, names, item)
  local step = item.step
  if step.seed == "filter" then return not item.selected and conditions.filter(step.callback) or nil end
  if step.seed == "otherwise" then return "not " .. matched_flag(self, names, step.node) end
  if step.seed == "due" then return ("%s.due[%d] ~= 0"):format(clock(self, names), self.timer_of(step.node)) end
  if step.role == "on_arrest" then
    local unless = M.guard(self, names, step.unless)
    return unless ~= "false" and ("not (%s)"):format(unless) or nil
  end
  if step.when_all then return conditions.valid(self, names, step.node) end
end

local function stamp_lines(self, names, step, out)
  local index = call.number(self, "v", step.node.index)
  local at = clock(self, names)
  local stamp = ("%s.valid[%s], %s.dirty_at[%s] = 1, %s.cycle"):format(at, index, at, index, at)
  if step.callback.body.facts.always_dirty then
    out[#out + 1] = stamp
  else
    out[#out + 1] = ("if %s then %s end"):format(flag_name(self, names, step, "dirty"), stamp)
  end
end

local function callback_lines(self, names, step, out)
  local options, body = self.options, step.callback.body
  if options.rollback then
    out[#out + 1] = ("%s(%s)"):format(bind(self, names, "save", { what = "save" }), call.number(self, "v", step.node.index))
  end
  local text = call.text(self, names, step)
  local verdict = step.role == "handler" and not step.callback.quiet or step.role == "timer" or step.role == "update" or
    step.role == "on_arrest"
  local stamps = step.stamps and verdict and not body.facts.never_dirty
  local flagged = self.reads["dirty" .. step.index] or stamps and not body.facts.always_dirty
  if flagged then
    out[#out + 1] = ("%s = %s ~= false"):format(flag_name(self, names, step, "dirty"), text)
  else
    out[#out + 1] = text
  end
  if self.reads["ran" .. step.index] then out[#out + 1] = flag_name(self, names, step, "ran") .. " = true" end
  if stamps then stamp_lines(self, names, step, out) end
end

---A step as a fragment (flux.jit.parts).
---@param self table
---@param item table of flux.export.flow
---@return table
function M.fragment(self, item)
  local step, names, inner = item.step, parts.set(), {}
  if step.role == "sink" then
    inner[1] = ("%s(%d)"):format(bind(self, names, "publish", { what = "publish" }), step.sink.index)
  elseif step.role ~= "gate" then
    if step.seed == "filter" and self.otherwise[step.node] then
      inner[1] = matched_flag(self, names, step.node) .. " = true"
    end
    callback_lines(self, names, step, inner)
  end
  local condition = M.condition(self, names, item)
  local lines = inner
  if condition then
    lines = { ("if %s then"):format(condition) }
    for _, line in ipairs(inner) do lines[#lines + 1] = "  " .. line end
    lines[#lines + 1] = "end"
  end
  return { lines = lines, names = names, weight = weight.of(step, self.options, self.members) }
end

return M
