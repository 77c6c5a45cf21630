-- SPDX-License-Identifier: MIT
-- Data files -> events. The name's ending says the format: .jsonl and .ndjson are JSON Lines, everything else is CSV.
--
--   local adapters = require "flux.adapters"
--   local reader = adapters.open("ticks.csv", { event = Tick, target = rt:new(Tick), symbol = intern })
--
-- A reader has `next()`, which fills `target` and returns false at the end, `close()`, and the counts `rows` and `skipped`;
-- `block.read` and `block.total` say how far it is, in bytes. A new format is a file here with an `open` of that shape.
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
