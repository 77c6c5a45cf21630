-- SPDX-License-Identifier: MIT
-- Exponential weights, by values or by time: the mean and the covariance behind ema, ema_var, ema_std and ema_cov.
--
--   return weights.mean "ema"        return weights.covariance("ema_var", { "x" }, "self.value = cov")
--
-- Options: one of alpha = 0.1, span = 19, halflife = 10 (values) or halflife = "1s" (time); adjust, bias, reset, min_window and
-- nan = "propagate" | "skip".

local givens = require "flux.nodes.support.given"
local kinds = require "flux.kind"
local texts = require "flux.nodes.support.text"

local M = {}

-- What is left of a weight after one value (decay), or of time the exponent of a nanosecond (rate).
local function read(given)
  local known = {}
  for _, key in ipairs { "alpha", "span", "halflife" } do
    if given:has(key) then known[#known + 1] = key end
  end
  if #known ~= 1 then
    given:fail("one of alpha, span and halflife is needed, got %s", #known == 0 and "none" or table.concat(known, " and "))
  end
  local plan = { adjust = given:flag("adjust", false), nan = given:choice("nan", { "propagate", "skip" }), reset = given:has "reset",
    least = given:count("min_window", 1) }
  if plan.reset then given:input("reset", true) end
  if known[1] == "alpha" then plan.alpha = given:number("alpha", nil, 0, 1)
  elseif known[1] == "span" then plan.alpha = 2 / (given:number("span", nil, 1) + 1)
  elseif given:is_duration "halflife" then plan.rate = -math.log(2) / tonumber(given:duration "halflife")
  else plan.alpha = 1 - 2 ^ (-1 / given:number("halflife", nil, 1e-300)) end
  if plan.alpha == 0 then given:fail("alpha is 0: the average would never move") end
  return plan
end

local FRAME = [[
function(self, $parameters)
  $reset
  $valid
  $skip
  $decay
  if self.count == 0 then
    $first
  else
    $next
  end
  self.count = math.min(self.count, 2000000000) + 1
  $least
  $result
end
]]

local function body(name, plan, inputs, pieces)
  local nan, valid = {}, ""
  for i, input in ipairs(inputs) do nan[i] = input .. " ~= " .. input end
  if inputs[2] then valid = ("if not ctx.valid(%s) then return false end"):format(inputs[2]) end
  local decay = "local decay = " .. texts.number(1 - (plan.alpha or 0))
  if plan.rate then
    decay = ("local decay = math.exp(%s * tonumber(ctx.now - self.time))\nself.time = ctx.now"):format(texts.number(plan.rate))
  end
  local values = { parameters = texts.list(inputs) .. (plan.reset and ", reset" or "") .. ", ctx", valid = valid, decay = decay,
    reset = plan.reset and "if ctx.ticked(reset) then self.count = 0 end" or "",
    skip = plan.nan == "skip" and "if " .. table.concat(nan, " or ") .. " then return false end" or "",
    least = plan.least > 1 and ("if self.count < %d then return false end"):format(plan.least) or "" }
  for key, value in pairs(pieces) do values[key] = value end -- a copy: the order does not matter
  local spec = { update = texts.body(name, FRAME, values),
    state = "double value;",
    internal = pieces.internal .. "\nint32_t count; // values so far" .. (plan.rate and "\nint64_t time; // of the last value" or "") }
  if plan.reset then
    spec.on_input = { reset = texts.body(name, "function(self, $x, ctx)\n  if not ctx.ticked($x) then self.count = 0 end\nend",
      { x = inputs[1] }) }
  end
  return spec
end

local function instance(given, name, spec)
  given:done()
  local kind_name = name:gsub("^%l", string.upper):gsub("_(%l)", string.upper)
  return given:instance(kinds.new(kind_name, spec))
end

--- A function of flux.nodes: the weighted mean.
---@param name string
---@return fun(options: table): flux.KindInstance
function M.mean(name)
  return function(options)
    local given = givens.new(name, options)
    given:number_input "x"
    local plan = read(given)
    local pieces = { internal = "", first = "self.value = x", result = "",
      next = "self.value = self.value + (1 - decay) * (x - self.value)" }
    if plan.adjust then
      pieces.internal = "double weight; // the sum of all weights"
      pieces.first = "self.value, self.weight = x, 1"
      pieces.next = "self.weight = 1 + decay * self.weight\nself.value = self.value + (x - self.value) / self.weight"
    end
    return instance(given, name, body(name, plan, { "x" }, pieces))
  end
end

-- Means are kept relative to the first value, so that a large offset costs no digits. `weight` is the weight of what came before,
-- `weights` and `squares` are the sums of all weights and of their squares (as pandas' ewmcov).
local NEXT = [[
local old, new = self.weight * decay, $new
local total = old + new
self.weights, self.squares = self.weights * decay + new, self.squares * decay * decay + new * new
local dx, dy = (x - self.shift_x) - self.mean_x, ($y - self.shift_y) - self.mean_y
local ratio = new / total
self.mean_x, self.mean_y = self.mean_x + dx * ratio, self.mean_y + dy * ratio
self.spread = (old * self.spread + dx * dy * (old * ratio)) / total
$weight
]]

local FIRST = [[
self.shift_x, self.shift_y = x, $y
self.mean_x, self.mean_y, self.spread = x - x, $y - $y, (x - x) * ($y - $y)
self.weight, self.weights, self.squares = 1, 1, 1
]]

local RESULT = [[
local cov = self.spread
$correct
$own
]]

--- A function of flux.nodes: of the weighted covariance `cov`.
---@param name string
---@param inputs string[] x, or x and y
---@param own string sets fields of self
---@return fun(options: table): flux.KindInstance
function M.covariance(name, inputs, own)
  return function(options)
    local given = givens.new(name, options)
    for i, input in ipairs(inputs) do given:number_input(input, i > 1) end
    local plan = read(given)
    local values = { y = inputs[2] or "x", own = own,
      new = (plan.adjust and "1") or (plan.rate and "1 - decay") or texts.number(plan.alpha),
      weight = plan.adjust and "self.weight = total"
        or "self.weights, self.squares, self.weight = self.weights / total, self.squares / (total * total), 1",
      correct = given:flag("bias", false) and "" or "local square = self.weights * self.weights\n"
        .. "cov = square > self.squares and cov * (square / (square - self.squares)) or 0 / 0" }
    return instance(given, name, body(name, plan, inputs, { first = texts.fill(FIRST, values), next = texts.fill(NEXT, values),
      result = texts.fill(RESULT, values),
      internal = "double shift_x, shift_y, mean_x, mean_y, spread, weight, weights, squares;" }))
  end
end

return M
