-- SPDX-License-Identifier: MIT
-- Data files -> events. The name's ending says the format: .jsonl and .ndjson are JSON Lines, everything else is CSV.
--
--   local adapters = require "flux.adapters"
--   local reader = adapters.open("ticks.csv", { event = Tick, new = function() return rt:new(Tick) end, symbol = intern })
--
-- A reader is what flux.adapters.reader describes; `block.read` and `block.total` say how far it is, in bytes. A new format is
-- a file here with an `open` of that shape.
local M = {}

local FORMATS = { jsonl = "flux.adapters.jsonl", ndjson = "flux.adapters.jsonl" }

---@param path string
---@param options flux.ReaderOptions
---@return table reader
function M.open(path, options)
  local format = FORMATS[(path:match("%.(%w+)$") or ""):lower()] or "flux.adapters.csv"
  return require(format).open(path, options)
end

return M
