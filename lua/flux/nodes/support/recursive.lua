-- SPDX-License-Identifier: MIT
-- Nodes that keep no window: each value changes a few numbers for ever (ema, rsi, macd, atr).
--
--   local plan = recursive.read(given)                                -- nan, reset, min_window
--   return recursive.instance(given, "rsi", plan, { "x" }, { state = "double value;", internal = …, take = …, result = … })
--
-- Options: nan = "propagate" (a NaN stays until a reset) | "skip" (it is no value), reset = input, min_window = n, and where the plan has
-- `trigger = true` trigger = input. `take` sees the inputs and self.count, how many values came before, 0 for the first one; `result`
-- sets what is published.

local kinds = require "flux.nodes.support.kinds"
local texts = require "flux.nodes.support.text"

local M = {}

--- The options that all of them have.
---@param given flux.Given
---@return { nan: string, reset: boolean, least: integer }
function M.read(given)
  local plan = { nan = given:choice("nan", { "propagate", "skip" }), reset = given:has "reset", least = given:count("min_window", 1) }
  if plan.reset then given:input("reset", true) end
  return plan
end

local TAKE = [[
if $reset then
  $anew
end
$valid
$skip
$take
self.count = math.min(self.count, 2000000000) + 1
]]

-- A trigger of the same cycle is of what was there before the reset.
local TOLD = [[
if ctx.ticked(trigger) then
  self.told = self.count >= $least
  if self.told then
    $result
  end
end
self.count = 0]]

local function values_of(plan, inputs, pieces, verdict)
  local valid, skip = {}, {}
  for i, name in ipairs(inputs) do
    if i > 1 then valid[#valid + 1] = ("if not ctx.valid(%s) then %s end"):format(name, verdict) end
    skip[i] = ("%s ~= %s"):format(name, name)
  end
  local values = { reset = "ctx.ticked(reset)", anew = plan.reset and plan.trigger and TOLD or "self.count = 0", least = plan.least,
    valid = table.concat(valid, "\n"),
    skip = plan.nan == "skip" and ("if %s then %s end"):format(table.concat(skip, " or "), verdict) or "",
    enough = plan.least > 1 and ("if self.count < %d then return false end"):format(plan.least) or "" }
  if plan.trigger then values.enough = "if self.count < $least then return false end" end
  for key, value in pairs(pieces) do values[key] = value end -- a copy: the order does not matter
  return values
end

--- The kind instance of a node: the pieces are state, internal, take, result, and what else these texts name.
---@param given flux.Given
---@param name string
---@param plan table
---@param inputs string[] the first one brings a value
---@param pieces table<string, string|number>
---@return flux.KindInstance
function M.instance(given, name, plan, inputs, pieces)
  given:done()
  local values = values_of(plan, inputs, pieces, plan.trigger and "return" or "return false")
  local both = plan.reset and plan.trigger
  local function body(own, text)
    local parameters = { unpack(own) }
    if plan.reset then parameters[#parameters + 1] = "reset" end
    if both then parameters[#parameters + 1] = "trigger" end
    parameters[#parameters + 1] = "ctx"
    local inner = texts.fill(text, values):gsub("([^\n]+)", "  %1")
    return texts.body(name, ("function(self, %s)\n%s\nend"):format(table.concat(parameters, ", "), inner), {})
  end
  local take = plan.reset and TAKE or TAKE:gsub("^if.-end\n", "")
  local spec = { on_input = {}, state = pieces.state, internal = texts.fill(pieces.internal, values) .. "\nint32_t count; // values so far"
    .. (both and "\nbool told; // the series that a reset ended had a result" or "") }
  if plan.reset then
    spec.on_input.reset = body({ inputs[1] }, ("if not ctx.ticked(%s) then\n  $anew\nend"):format(inputs[1]))
  end
  if plan.trigger then
    spec.on_input[inputs[1]] = body(inputs, take)
    local told = both and "if ctx.ticked(reset) then return self.told end\n" or ""
    spec.update = body(both and {} or { "trigger" }, told .. "$enough\n$result")
  else
    spec.update = body(inputs, take .. "$enough\n$result")
  end
  return given:instance(kinds.new(name:gsub("^%l", string.upper):gsub("_(%l)", string.upper), spec))
end

return M
