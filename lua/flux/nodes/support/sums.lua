-- SPDX-License-Identifier: MIT
-- The sums behind the windowed statistics, as pieces for two_part.lua: compensated sums, central moments of one and of two series.

local two_part = require "flux.nodes.support.two_part"
local window = require "flux.nodes.support.window"

local M = {}

--- A windowed node that takes a `weight` input or none.
---@param name string
---@param plain table statistic
---@param weighted table statistic, with the input `weight`
---@return fun(options: table): flux.KindInstance
function M.weighable(name, plain, weighted)
  local without, with_weight = window.define(name, plain), window.define(name, weighted)
  return function(options)
    return (type(options) == "table" and options.weight ~= nil and with_weight or without)(options)
  end
end

--- The option `ddof`, 1 unless given.
function M.ddof(given) return { ddof = given:count("ddof", 1, 0) } end

local function with(base, own)
  local statistic = {}
  for key, value in pairs(base) do statistic[key] = value end -- a copy: the order does not matter
  for key, value in pairs(own) do statistic[key] = value end
  return two_part.statistic(statistic)
end

-- One addition with its error: high + low is exact (D. E. Knuth, The Art of Computer Programming 2, 4.2.2, theorem B).
local function two_sum(high, low, term)
  return (([[
local $t = $h + $x
local $v = $t - $h
$l = $l + (($h - ($t - $v)) + ($x - $v))
$h = $t]]):gsub("%$(%a)", { t = high .. "_total", v = high .. "_part", h = high, l = low, x = term }))
end

--- Σ term, with an error term: parts high and low. `total` in a result is the sum.
---@param own table
---@param term string? what is added for one value; default x
function M.sum(own, term)
  return with({ inputs = { "x" }, parts = { "high", "low" }, add = two_sum("high", "low", term or "x"),
    merge = two_sum("high", "low", "older_high") .. "\nlow = low + older_low" }, own)
end

--- The text that makes `total` of high and low; an overflow has no error term.
M.total = "local total = low == low and high + low or high"

--- The text that sets self.value to the ratio of the two sums of `weighted`.
M.ratio = [[
local top = sum_low == sum_low and sum + sum_low or sum
local bottom = weights_low == weights_low and weights + weights_low or weights
self.value = top / bottom]]

--- Two sums: Σ weight·x and Σ weight.
---@param own table
---@param x string the input
---@param weight string the input
---@param of string? what is summed instead of x
function M.weighted(own, x, weight, of)
  return with({ inputs = { x, weight }, parts = { "sum", "weights", "sum_low", "weights_low" },
    add = two_sum("sum", "sum_low", ("(%s * %s)"):format(of or x, weight)) .. "\n" .. two_sum("weights", "weights_low", weight),
    merge = two_sum("sum", "sum_low", "older_sum") .. "\nsum_low = sum_low + older_sum_low\n"
      .. two_sum("weights", "weights_low", "older_weights") .. "\nweights_low = weights_low + older_weights_low" }, own)
end

--- The mean and Σ (x − mean)², both relative to a value of the part, so that a large offset costs no digits (Welford 1962; the
--- merge is Chan, Golub, LeVeque 1979).
function M.moments(own)
  return with({ inputs = { "x" }, parts = { "mean", "m2" }, shifts = { { "shift", "x" } }, add = [[
local d = (x - shift) - mean
mean = mean + d / k
m2 = m2 + d * ((x - shift) - mean)]], merge = [[
local d = (mean - older_mean) + (shift - older_shift)
m2 = m2 + older_m2 + d * d * (older * k / n)
mean = mean - d * (older / n)]] }, own)
end

--- As moments with a weight for each value: Σ w, the weighted mean and Σ w·(x − mean)² (D. H. D. West, Communications of the ACM 22,
--- 1979). Zero weights change nothing, not even what the sums are relative to.
function M.weighted_moments(own)
  return with({ inputs = { "x", "weight" }, parts = { "mean", "total", "m2" }, shifts = { { "shift", "x" } }, first = "total == 0",
    add = [[
if weight ~= 0 then
  local before = total
  total = total + weight
  local d = (x - shift) - mean
  mean = mean + d * (weight / total)
  m2 = m2 + d * d * (weight * before / total)
end]], merge = [[
if older_total ~= 0 then
  if total == 0 then shift = older_shift end
  local d = (mean - older_mean) + (shift - older_shift)
  local all = total + older_total
  m2 = m2 + older_m2 + d * d * (older_total * total / all)
  mean = mean - d * (older_total / all)
  total = all
end]] }, own)
end

--- Σ (x − mean)^p for p = 2, 3, 4 (P. Pébay, SAND2008-6212, equations 2.1 and 3.1).
function M.four_moments(own)
  return with({ inputs = { "x" }, parts = { "mean", "m2", "m3", "m4" }, shifts = { { "shift", "x" } }, add = [[
local d = (x - shift) - mean
local e = d / k
local t = d * e * (k - 1)
mean = mean + e
m4 = m4 + t * e * e * (k * k - 3 * k + 3) + 6 * e * e * m2 - 4 * e * m3
m3 = m3 + t * e * (k - 2) - 3 * e * m2
m2 = m2 + t]], merge = [[
local d = (mean - older_mean) + (shift - older_shift)
local e = d / n
local t = d * e * older * k
m4 = m4 + older_m4 + t * e * e * (older * older - older * k + k * k)
  + 6 * e * e * (older * older * m2 + k * k * older_m2) + 4 * e * (older * m3 - k * older_m3)
m3 = m3 + older_m3 + t * e * (older - k) + 3 * e * (older * m2 - k * older_m2)
m2 = m2 + older_m2 + t
mean = mean - e * older]] }, own)
end

--- As four_moments with a weight for each value, which counts as often as its weight says (Pébay's merge with a part of one value).
function M.weighted_four_moments(own)
  return with({ inputs = { "x", "weight" }, parts = { "mean", "total", "m2", "m3", "m4" }, shifts = { { "shift", "x" } },
    first = "total == 0", add = [[
if weight ~= 0 then
  local before = total
  total = total + weight
  local e = ((x - shift) - mean) / total
  local a, b = e * before, e * weight
  local t = total * a * b
  mean = mean + b
  m4 = m4 + t * (a * a - a * b + b * b) + 6 * b * b * m2 - 4 * b * m3
  m3 = m3 + t * (a - b) - 3 * b * m2
  m2 = m2 + t
end]], merge = [[
if older_total ~= 0 then
  if total == 0 then shift = older_shift end
  local all = total + older_total
  local e = ((mean - older_mean) + (shift - older_shift)) / all
  local a, b = e * older_total, e * total
  local t = all * a * b
  m4 = m4 + older_m4 + t * (a * a - a * b + b * b) + 6 * (a * a * m2 + b * b * older_m2) + 4 * (a * m3 - b * older_m3)
  m3 = m3 + older_m3 + t * (a - b) + 3 * (a * m2 - b * older_m2)
  m2 = m2 + older_m2 + t
  mean = mean - a
  total = all
end]] }, own)
end

--- Σ (x − x̄)², Σ (y − ȳ)² and Σ (x − x̄)(y − ȳ), and both means (Pébay, equation 3.2).
function M.comoments(own)
  return with({ inputs = { "x", "y" }, parts = { "mean_x", "mean_y", "xx", "yy", "xy" },
    shifts = { { "shift_x", "x" }, { "shift_y", "y" } }, add = [[
local dx, dy = (x - shift_x) - mean_x, (y - shift_y) - mean_y
mean_x, mean_y = mean_x + dx / k, mean_y + dy / k
local ey = (y - shift_y) - mean_y
xx = xx + dx * ((x - shift_x) - mean_x)
yy = yy + dy * ey
xy = xy + dx * ey]], merge = [[
local dx, dy = (mean_x - older_mean_x) + (shift_x - older_shift_x), (mean_y - older_mean_y) + (shift_y - older_shift_y)
local w = older * k / n
xx = xx + older_xx + dx * dx * w
yy = yy + older_yy + dy * dy * w
xy = xy + older_xy + dx * dy * w
mean_x, mean_y = mean_x - dx * (older / n), mean_y - dy * (older / n)]] }, own)
end

--- As comoments with a weight for each pair.
function M.weighted_comoments(own)
  return with({ inputs = { "x", "y", "weight" }, parts = { "mean_x", "mean_y", "total", "xx", "yy", "xy" },
    shifts = { { "shift_x", "x" }, { "shift_y", "y" } }, first = "total == 0", add = [[
if weight ~= 0 then
  local before = total
  total = total + weight
  local dx, dy = (x - shift_x) - mean_x, (y - shift_y) - mean_y
  mean_x, mean_y = mean_x + dx * (weight / total), mean_y + dy * (weight / total)
  local w = weight * before / total
  xx = xx + dx * dx * w
  yy = yy + dy * dy * w
  xy = xy + dx * dy * w
end]], merge = [[
if older_total ~= 0 then
  if total == 0 then shift_x, shift_y = older_shift_x, older_shift_y end
  local dx, dy = (mean_x - older_mean_x) + (shift_x - older_shift_x), (mean_y - older_mean_y) + (shift_y - older_shift_y)
  local all = total + older_total
  local w = older_total * total / all
  xx = xx + older_xx + dx * dx * w
  yy = yy + older_yy + dy * dy * w
  xy = xy + older_xy + dx * dy * w
  mean_x, mean_y = mean_x - dx * (older_total / all), mean_y - dy * (older_total / all)
  total = all
end]] }, own)
end

return M
