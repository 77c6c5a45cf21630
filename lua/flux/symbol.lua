-- SPDX-License-Identifier: MIT
-- Symbols: text constants that travel as 32-bit ids. A constant is interned for the process; its id belongs to a graph
-- (graph:symbol_id) and follows the order in which the constants were created.
--
--   local MSFT = flux.symbol "MSFT"

local origins = require "flux.origin"

local M = {}

local interned = {}
local count = 0

local Symbol = {}
Symbol.__index = Symbol
function Symbol:__tostring() return ('symbol "%s"'):format(self.text) end

--- Longest text of a symbol in bytes: a slot of the table has 32, and one ends the text.
M.MAX = 31

--- Why a text cannot be a symbol, or nil.
---@param text any
---@return string?
function M.refused(text)
  if type(text) ~= "string" then return "a symbol is a string, got " .. type(text) end
  if text == "" then return "a symbol cannot be empty: 0 is no symbol" end
  if #text > M.MAX then return ("a symbol has at most %d bytes, '%s' has %d"):format(M.MAX, text, #text) end
  if text:find("%z") then return "a symbol cannot contain a zero byte" end
end

--- The symbol constant of a text.
---@param text string
---@return flux.Symbol
function M.new(text)
  local reason = M.refused(text)
  if reason then origins.fail(origins.here(), "flux.symbol: %s", reason) end
  local symbol = interned[text]
  if not symbol then
    count = count + 1
    symbol = setmetatable({ is_symbol = true, text = text, order = count }, Symbol)
    interned[text] = symbol
  end
  return symbol
end

--- What a symbol is before it is set. Its id is 0 in every graph, and scripts have no name for it.
M.none = setmetatable({ is_symbol = true, text = "", order = 0 }, Symbol)

---@return boolean
function M.is(value)
  return getmetatable(value) == Symbol
end

return M
