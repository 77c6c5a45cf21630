-- SPDX-License-Identifier: MIT
-- Text of bodies from pieces: `$name` is replaced by a value; a piece of several lines keeps the indentation of its place.
--
--   text.fill("if self.count == $n then\n  $clear\nend", { n = 20, clear = "self.count = 0\nself.sum = 0" })
--
-- A window is the same loop around a different sum, and a portable body has no functions over arrays; so the bodies of windows are
-- put together from text, once, when the node is declared.

local origins = require "flux.origin"
local sources = require "flux.source"

local M = {}

--- A number as a body can write it.
---@param value number
---@return string
function M.number(value)
  if value ~= value then return "0 / 0" end
  if value == math.huge then return "1 / 0" end
  if value == -math.huge then return "-1 / 0" end
  local short = ("%.15g"):format(value)
  return tonumber(short) == value and short or ("%.17g"):format(value)
end

local function shown(value)
  if type(value) == "number" then return M.number(value) end
  return (tostring(value):gsub("^\n+", ""):gsub("%s+$", ""))
end

--- Replaces `$name` in a text. A line that only holds a piece that is empty disappears.
---@param text string
---@param values table<string, string|number|ffi.cdata*>
---@return string
function M.fill(text, values)
  local lines = {}
  for line in (text:gsub("^\n+", ""):gsub("%s+$", "") .. "\n"):gmatch("(.-)\n") do
    local indent, name = line:match("^(%s*)%$([%a_][%w_]*)$")
    if name then
      local piece = shown(assert(values[name], name))
      if piece ~= "" then
        lines[#lines + 1] = (M.fill(piece, values):gsub("([^\n]+)", function(part) return indent .. part end))
      end
    else
      lines[#lines + 1] = (line:gsub("%$([%a_][%w_]*)", function(key)
        local value = values[key]
        if value == nil then error("no value for $" .. key, 0) end
        return shown(value)
      end))
    end
  end
  return table.concat(lines, "\n")
end

--- A portable body from a text; messages name the node's file.
---@param name string the node's name in flux.nodes
---@param text string
---@param values table
---@param full string? what the error says when an index of one of its arrays is out of range: see M.full
---@return flux.BodySource
function M.body(name, text, values, full)
  local source = sources.body(M.fill(text, values))
  source.origin, source.full = origins.library_node(name), full
  return source
end

--- What an error says of a capacity that is used up. A node that finds it so writes beyond its array, which ends the cycle.
---@param capacity integer
---@param what string "values"
---@param instead string what to do
---@return string
function M.full(capacity, what, instead)
  return ("its capacity of %d %s is used up; declare a larger one, or %s"):format(capacity, what, instead)
end

--- That text with the line of the node.
---@param full string?
---@param origin flux.Origin?
---@return string?
function M.declared(full, origin) return full and ("%s (declared at %s)"):format(full, origins.text(origin)) end

--- The text without it: where a node stands is no part of what it computes.
function M.undeclared(text) return (text:gsub(" %(declared at [^\n]-:%d+%)", "")) end

--- "a, b" for names with a prefix before each.
---@param names string[]
---@param prefix string?
---@return string
function M.list(names, prefix)
  local out = {}
  for i, name in ipairs(names) do out[i] = (prefix or "") .. name end
  return table.concat(out, ", ")
end

return M
