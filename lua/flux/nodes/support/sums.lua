-- SPDX-License-Identifier: MIT
-- The sums behind the windowed statistics, as pieces for two_part.lua: compensated sums, central moments of one and of two series.

local two_part = require "flux.nodes.support.two_part"

local M = {}

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
---@param term string what is added for one value; default x
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
function M.weighted(own, x, weight)
  return with({ inputs = { x, weight }, parts = { "sum", "weights", "sum_low", "weights_low" },
    add = two_sum("sum", "sum_low", ("(%s * %s)"):format(x, weight)) .. "\n" .. two_sum("weights", "weights_low", weight),
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
--- 1979). Zero weights change nothing.
function M.weighted_moments(own)
  return with({ inputs = { "x", "weight" }, parts = { "mean", "total", "m2" }, shifts = { { "shift", "x" } }, add = [[
if weight ~= 0 then
  local before = total
  total = total + weight
  local d = (x - shift) - mean
  mean = mean + d * (weight / total)
  m2 = m2 + d * d * (weight * before / total)
end]], merge = [[
if older_total ~= 0 then
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

return M
