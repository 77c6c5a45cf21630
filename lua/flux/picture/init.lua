-- SPDX-License-Identifier: MIT
-- flux.picture: a graph as one html page that needs no network: its dispatch per event type, its nodes with their sources, a profile
-- as heat, and audit files played cycle by cycle.
--
--   local text = picture.html(resolved, report, { profile = profile, audit = bytes })
--
-- page.html, page.css and the scripts beside this file are the page; vendor/ holds the libraries that draw it (docs/dependencies.md).
-- Everything of the graph is in one element of JSON, which no name and no source text can leave: `<` is written \u003c there.

local bit = require "bit"
local ffi = require "ffi"
local model = require "flux.picture.model"

local M = {}

local directory = debug.getinfo(1, "S").source:match("^@(.*)[/\\][^/\\]*$") or "."

local function read(name)
  local file, problem = io.open(directory .. "/" .. name, "rb")
  if not file then error("flux: cannot read " .. problem, 0) end
  local text = file:read("*a")
  file:close()
  return text
end

-- Scripts in the order in which they run. No text of theirs may end their element.
local SCRIPTS = { "vendor/cytoscape.min.js", "vendor/dagre.min.js", "audit.js", "layout.js", "draw.js", "panel.js", "play.js", "page.js" }

local function scripts()
  local parts = {}
  for i, name in ipairs(SCRIPTS) do
    local text = read(name):gsub("\n//# sourceMappingURL=[^\n]*", "")
    assert(not text:lower():find("</script", 1, true), name)
    local licence = name:match("^(vendor/.*)%.min%.js$")
    parts[i] = (licence and "/*\n" .. read(licence .. ".LICENSE") .. "*/\n" or "") .. text
  end
  return "<script>\n" .. table.concat(parts, "\n</script>\n<script>\n") .. "\n</script>"
end

local ESCAPE = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }
local function escaped(text) return (text:gsub('[&<>"]', ESCAPE)) end

local ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

---A text as base64.
---@param bytes string
---@return string
function M.base64(bytes)
  local size = #bytes
  local from, letters = ffi.cast("const uint8_t *", bytes), ffi.cast("const uint8_t *", ALPHABET)
  local length = math.ceil(size / 3) * 4
  local to = ffi.new("uint8_t[?]", length, 61) -- "="
  for i = 0, math.ceil(size / 3) - 1 do
    local a, b, c = from[3 * i], 3 * i + 1 < size and from[3 * i + 1] or 0, 3 * i + 2 < size and from[3 * i + 2] or 0
    local word = a * 65536 + b * 256 + c
    to[4 * i], to[4 * i + 1] = letters[bit.rshift(word, 18)], letters[bit.band(bit.rshift(word, 12), 63)]
    if 3 * i + 1 < size then to[4 * i + 2] = letters[bit.band(bit.rshift(word, 6), 63)] else to[4 * i + 2] = 61 end
    if 3 * i + 2 < size then to[4 * i + 3] = letters[bit.band(word, 63)] else to[4 * i + 3] = 61 end
  end
  return ffi.string(to, length)
end

-- In a fixed order, so that the same graph gives the same bytes.
local KEYS = {
  "graph", "script", "state_bytes", "boxes", "lines", "nodes", "entries", "offenders", "profile", "audit", "embedded", "id", "text",
  "shape", "from", "to", "label", "style", "name", "kind", "at", "bytes", "when_all", "params", "fields", "inputs", "callbacks", "index",
  "role", "source", "c", "mode", "type", "count", "default", "comment", "value", "entry", "steps", "node", "callback", "when",
  "flux_profile", "fingerprint", "events", "cycles", "runs", "arrests", "arrested", "judged", "wrong", "guessed_wrong", "ns", "share",
  "version", "sinks", "statuses", "first",
}

---The page.
---@param resolved flux.Resolved
---@param report table of flux.cli.check
---@param options { profile: table|nil, audit: string|nil, audit_name: string|nil }|nil audit: the bytes of an audit file of this graph
---@return string html
function M.html(resolved, report, options)
  options = options or {}
  local data = model.of(resolved, report, options.profile)
  if options.audit then data.embedded = { name = options.audit_name, bytes = M.base64(options.audit) } end
  local json = require("dkjson").encode(data, { keyorder = KEYS }):gsub("<", "\\u003c")
  local parts = { title = escaped(resolved.graph.name), css = read "page.css", data = json, scripts = scripts() }
  return (read("page.html"):gsub("{{(%l+)}}", function(name) return parts[name] end))
end

return M
