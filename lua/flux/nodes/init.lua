-- SPDX-License-Identifier: MIT
-- The node library: one node a file, loaded when it is first named. docs/nodes.md lists them.
--
--   local nodes = require "flux.nodes"
--   local avg = g:node("avg", nodes.mean { x = tick.price, window = 20 })     -- the same as require("flux.nodes.mean") { … }

local M = {}

--- The nodes, in the order of docs/nodes.md: { group, names }.
M.groups = {
  { "Shape", { "latest", "filter", "map", "gate", "sample", "throttle", "rate_limiter", "debounce", "delay", "diff", "pct_change",
    "changed", "take", "skip", "hold", "default", "merge", "switch", "edge", "hysteresis", "deadline", "gap" } },
  { "Windows: sums and moments", { "count", "sum", "accumulate", "mean", "gmean", "var", "std", "sem", "skew", "kurt", "zscore", "rate" } },
  { "Windows: order", { "min", "max", "range", "argmin", "argmax", "first", "last", "median", "quantile", "rank", "unique" } },
  { "Windows: two series", { "cov", "corr", "regression", "vwap" } },
  { "Joins", { "combine", "asof", "interval_join", "lookup" } },
  { "Across keys", { "top", "across" } },
  { "Exponential weights", { "ema", "ema_var", "ema_std", "ema_cov" } },
  { "Trading", { "twap", "rsi", "macd", "bollinger", "atr" } },
}

local function suggestion(name)
  local all = {}
  for _, group in ipairs(M.groups) do
    for _, known in ipairs(group[2]) do all[#all + 1] = known end
  end
  return require("flux.names").hint(name, all), all
end

return setmetatable(M, { __index = function(_, name)
  local hint, all = suggestion(name)
  for _, known in ipairs(all) do
    if known == name then
      local node = require("flux.nodes." .. name)
      rawset(M, name, node)
      return node
    end
  end
  error(("flux.nodes has no node '%s'%s"):format(tostring(name), hint), 2)
end })
