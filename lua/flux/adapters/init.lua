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

---Takes apart what names an input: [csv:|jsonl:](FILE | - | unix:SOCKET).
---@param text string
---@return string path "unix:SOCKET" for a socket
---@return string|nil format when it is said
function M.source(text)
  local format, rest = text:match("^(%a+):(.+)$")
  if format == "csv" or format == "jsonl" then return rest, format end
  return text, nil
end

---@param path string a file, - (standard input), or with `hub` unix:SOCKET
---@param options flux.ReaderOptions
---@return table reader
function M.open(path, options)
  if ending(path) == "json" and not options.format then
    error(path .. ": name it .jsonl when it has one JSON object a line (or write jsonl: in front); other names are read as CSV", 0)
  end
  local format = require("flux.adapters." .. (options.format or M.format(path)))
  if not options.hub then return format.open(path, options) end
  return require("flux.adapters.live").open(path, format, options) or format.open(path, options)
end

return M
