-- SPDX-License-Identifier: MIT
-- The cases of spec/reference/nodes/reference.py as nodes: name → function(tick) → what g:node takes.
--
--   local cases = node_cases(tick)      -- list of { name, spec }, windows of every statistic and all other nodes

local nodes = require "flux.nodes"

local STATISTICS = {
  { "count" }, { "sum" }, { "mean" }, { "wmean", "mean", pair = "weight" }, { "gmean" }, { "var" }, { "var0", "var", ddof = 0 }, { "std" },
  { "wvar", "var", pair = "weight", of = "weight" }, { "wstd0", "std", pair = "weight", of = "weight", ddof = 0 },
  { "sem" }, { "skew" }, { "kurt" }, { "zscore" }, { "min" }, { "max" }, { "range" }, { "argmin" }, { "argmax" }, { "first" }, { "last" },
  { "median", sorted = true }, { "quantile", sorted = true, q = 0.9 }, { "rank", sorted = true }, { "unique", sorted = true },
  { "cov", pair = "y" }, { "corr", pair = "y" }, { "regression", pair = "y" }, { "bollinger" },
  { "rsem", "sem", weight = "times" }, { "rskew", "skew", weight = "times" }, { "rkurt", "kurt", weight = "times" },
  { "rzscore", "zscore", weight = "times" }, { "rcov", "cov", pair = "y", weight = "times" },
  { "rcorr", "corr", pair = "y", weight = "times" }, { "rregression", "regression", pair = "y", weight = "times" },
  { "rvar", "var", weight = "times" },
}

local WINDOWS = {
  { "10", { window = 10 } },
  { "span", { window = "2s", capacity = 70 } },
  { "skip", { window = 10, min_window = 3, nan = "skip" } },
  { "hop3", { window = 10, every = 3 } },
  { "block", { window = 7, every = 7 } },
  { "early", { window = 7, every = 4, min_window = 2 } },
  { "all", {}, unsorted = true },
  { "tumble", { window = "1s", every = "1s" }, timed = true },
  { "hop", { window = "3s", every = "1s", capacity = 70 }, timed = true },
}

-- What the newest value is compared with: they speak when it comes, not by a timer.
local NEWEST = { zscore = true, rzscore = true, rank = true }

local function options_of(statistic, window, tick)
  local options = { x = tick.x }
  for key, value in pairs(window[2]) do options[key] = value end -- a copy: the order does not matter
  if statistic.pair then options[statistic.pair] = statistic.of and tick[statistic.of] or tick.y end
  if statistic.weight then options.weight = tick[statistic.weight] end
  options.ddof, options.q = statistic.ddof, statistic.q
  if window[1] == "tumble" and statistic.sorted then options.capacity = 70 end
  return options
end

---@param tick flux.Node with the fields x, y, high, low, weight, times
---@return { name: string, spec: flux.KindInstance, timed: boolean }[]
return function(tick)
  local cases = {}
  local function add(name, spec, timed) cases[#cases + 1] = { name = name, spec = spec, timed = timed or false } end
  for _, statistic in ipairs(STATISTICS) do
    for _, window in ipairs(WINDOWS) do
      if not (window.unsorted and statistic.sorted or window.timed and NEWEST[statistic[1]]) then
        add(statistic[1] .. "_" .. window[1], nodes[statistic[2] or statistic[1]](options_of(statistic, window, tick)), window.timed)
      end
    end
  end
  local x, y = tick.x, tick.y
  add("diff", nodes.diff { x = x })
  add("diff3", nodes.diff { x = x, n = 3 })
  add("pct3", nodes.pct_change { x = x, n = 3 })
  add("accumulate", nodes.accumulate { x = x })
  add("hold", nodes.hold { x = x })
  add("default", nodes.default { x = x, fallback = 7 })
  add("changed", nodes.changed { x = x })
  add("delay", nodes.delay { x = x, by = 4 })
  add("ema", nodes.ema { x = x, alpha = 0.2 })
  add("ema_adjust", nodes.ema { x = x, span = 9, adjust = true })
  add("ema_weight", nodes.ema { x = x, alpha = 0.2, adjust = true, weight = tick.weight })
  add("ema_time_weight", nodes.ema { x = x, halflife = "3s", adjust = true, weight = tick.weight })
  add("ema_time", nodes.ema { x = x, halflife = "3s", adjust = true })
  add("ema_time_plain", nodes.ema { x = x, halflife = "3s" })
  add("ema_var", nodes.ema_var { x = x, alpha = 0.1 })
  add("ema_var_bias", nodes.ema_var { x = x, alpha = 0.1, adjust = true, bias = true })
  add("ema_var_time", nodes.ema_var { x = x, halflife = "3s", adjust = true })
  add("ema_std", nodes.ema_std { x = x, alpha = 0.1, adjust = true })
  add("ema_cov", nodes.ema_cov { x = x, y = y, alpha = 0.1, adjust = true })
  add("twap", nodes.twap { x = x })
  add("vwap", nodes.vwap { price = x, size = y })
  for i, suffix in ipairs { "", "_skip" } do
    local nan = i == 2 and "skip" or "propagate"
    add("macd" .. suffix, nodes.macd { x = x, nan = nan })
    add("rsi" .. suffix, nodes.rsi { x = x, nan = nan })
    add("atr" .. suffix, nodes.atr { close = x, high = tick.high, low = tick.low, nan = nan })
  end
  add("rate", nodes.rate { x = x, window = "2s", every = "1s", capacity = 70 }, true)
  add("sample", nodes.sample { x = x, every = "1s" }, true)
  add("twap_every", nodes.twap { x = x, every = "1s" }, true)
  return cases
end
