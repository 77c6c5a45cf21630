-- SPDX-License-Identifier: MIT
-- Exponential weights, by values or by time: the mean and the covariance behind ema, ema_var, ema_std and ema_cov.
--
--   return weights.mean "ema"        return weights.covariance("ema_var", { "x" }, "self.value = cov")
--
-- Options: one of alpha = 0.1, span = 19, halflife = 10 (values) or halflife = "1s" (time); adjust, bias, trigger, weight (of the mean)
-- and those of recursive.lua: reset, min_window and nan = "propagate" | "skip".

local givens = require "flux.nodes.support.given"
local recursive = require "flux.nodes.support.recursive"
local texts = require "flux.nodes.support.text"

local FORMS = { "alpha", "span", "halflife" }

local M = {}

-- What is left of a weight after one value (decay), or of time the exponent of a nanosecond (rate).
local function read(given)
  local known = {}
  for _, key in ipairs(FORMS) do
    if given:has(key) then known[#known + 1] = key end
  end
  if #known ~= 1 then
    given:fail("one of alpha, span and halflife is needed, got %s", #known == 0 and "none" or table.concat(known, " and "))
  end
  local plan = recursive.read(given)
  plan.adjust, plan.trigger = given:flag("adjust", false), given:has "trigger"
  if plan.trigger then given:input "trigger" end
  if known[1] == "alpha" then plan.alpha = given:number("alpha", nil, 0, 1)
  elseif known[1] == "span" then plan.alpha = 2 / (given:number("span", nil, 1) + 1)
  elseif given:is_duration "halflife" then plan.rate = -math.log(2) / tonumber(given:duration "halflife")
  else plan.alpha = 1 - 2 ^ (-1 / given:number("halflife", nil, 1e-300)) end
  if plan.alpha == 0 then given:fail("alpha is 0: the average would never move") end
  return plan
end

-- A distance in time that has no place in an int64 comes out 2^64 too small.
local DECAY_IN_TIME = [[
local passed = tonumber(ctx.now - self.time)
if passed < 0 then passed = passed + 18446744073709551616 end
local decay = math.exp($rate * passed)
self.time = ctx.now]]

local TAKE = [[
$decay
if self.count == 0 then
  $first
else
  $next
end]]

local function instance(given, name, plan, inputs, pieces)
  pieces.decay = plan.rate and texts.fill(DECAY_IN_TIME, { rate = plan.rate }) or "local decay = " .. texts.number(1 - (plan.alpha or 0))
  pieces.state = "double value;"
  if plan.rate then pieces.internal = pieces.internal .. "\nint64_t time; // of the last value" end
  pieces.take = pieces.take or TAKE
  return recursive.instance(given, name, plan, inputs, pieces)
end

-- Each value with a weight of its own, which decays. Without any weight there is no mean. It moves from the heavier side: a heavy value
-- takes the place of a mean that is far away without its digits.
local WEIGHED = [[
$decay
local before = 0
if self.count > 0 then before = decay * self.weights end
self.weights = before + weight
if before == 0 then
  self.mean = x
elseif math.abs(weight) > math.abs(before) then
  self.mean = x + (self.mean - x) * (before / self.weights)
elseif weight ~= 0 then
  self.mean = self.mean + (x - self.mean) * (weight / self.weights)
end]]

--- A function of flux.nodes: the weighted mean.
---@param name string
---@return fun(options: table): flux.KindInstance
function M.mean(name)
  return function(options)
    local given = givens.new(name, options)
    local plan = read(given)
    given:number_input("x", plan.trigger)
    if given:has "weight" then
      if not plan.adjust then given:fail("a weight is for adjust = true: only there values have weights that are summed") end
      given:number_input("weight", true)
      return instance(given, name, plan, { "x", "weight" }, { take = WEIGHED,
        internal = "double mean, weights; // their sum", result = "self.value = self.weights ~= 0 and self.mean or 0 / 0" })
    end
    -- A trigger publishes the mean of before a reset: it is not the field that the new series begins with.
    local mean = plan.trigger and "self.mean" or "self.value"
    local pieces = { internal = plan.trigger and "double mean;" or "", first = mean .. " = x",
      result = plan.trigger and "self.value = self.mean" or "", next = ("%s = %s + (1 - decay) * (x - %s)"):format(mean, mean, mean) }
    if plan.adjust then
      pieces.internal = pieces.internal .. " double weight; // the sum of all weights"
      pieces.first = mean .. ", self.weight = x, 1"
      pieces.next = ("self.weight = 1 + decay * self.weight\n%s = %s + (x - %s) / self.weight"):format(mean, mean, mean)
    end
    return instance(given, name, plan, { "x" }, pieces)
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
    local plan = read(given)
    for i, input in ipairs(inputs) do given:number_input(input, i > 1 or plan.trigger) end
    local values = { y = inputs[2] or "x", own = own,
      new = (plan.adjust and "1") or (plan.rate and "1 - decay") or texts.number(plan.alpha),
      weight = plan.adjust and "self.weight = total"
        or "self.weights, self.squares, self.weight = self.weights / total, self.squares / (total * total), 1",
      correct = given:flag("bias", false) and "" or "local square = self.weights * self.weights\n"
        .. "cov = square > self.squares and cov * (square / (square - self.squares)) or 0 / 0" }
    return instance(given, name, plan, inputs, { first = texts.fill(FIRST, values), next = texts.fill(NEXT, values),
      result = texts.fill(RESULT, values),
      internal = "double shift_x, shift_y, mean_x, mean_y, spread, weight, weights, squares;" })
  end
end

return M
