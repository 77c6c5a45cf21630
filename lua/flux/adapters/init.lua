-- SPDX-License-Identifier: MIT
-- Data files -> events. The name's ending says the format: .jsonl and .ndjson are JSON Lines, everything else is CSV.
--
--   local adapters = require "flux.adapters"
--   local reader = adapters.open("ticks.csv", { event = Tick, new = function() return rt:new(Tick) end, symbol = intern })
--
-- A reader is what flux.adapters.reader describes; `block.read` and `block.total` say how far it is, in bytes. A new format is
-- a file here with an `open` of that shape.
local M = {}

local FORMATS = { jsonl = "jsonl", ndjson = "jsonl" }

local function ending(path) return (path:match("%.(%w+)$") or ""):lower() end

---@param path string
---@return string format "csv" or "jsonl"
function M.format(path) return FORMATS[ending(path)] or "csv" end

---@param path string
---@param options flux.ReaderOptions
---@return table reader
function M.open(path, options)
  if ending(path) == "json" then
    error(path .. ": name it .jsonl when it has one JSON object a line; other names are read as CSV", 0)
  end
  return require("flux.adapters." .. M.format(path)).open(path, options)
end

return M
