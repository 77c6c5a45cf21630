-- SPDX-License-Identifier: MIT
-- Tells functions that stand on one line apart: compares the bytecode of a loaded function with that of a candidate's text.
--
--   if bytecode.same(fn, "function(x) return x + 1 end", { "x" }) then … end
--
-- string.dump gives equal bytes for equal texts, except for the places where upvalues live in the enclosing function; a candidate
-- is loaded with its upvalues as locals of a chunk, so these bytes are blanked in both dumps before they are compared.

local byte, sub, rep, concat = string.byte, string.sub, string.rep, table.concat

local M = {}

local function uleb(text, pos)
  local value, factor = 0, 1
  while true do
    local b = byte(text, pos)
    pos = pos + 1
    value = value + (b % 128) * factor
    if b < 128 then return value, pos end
    factor = factor * 128
  end
end

local FLAG_STRIPPED = 2

-- The prototypes of a stripped dump, upvalue data blanked. Layout: header "\27LJ" version flags, then for each prototype its
-- length, flags, number of parameters, frame size, number of upvalues, three counts, the instructions, the upvalue data, constants.
local function normalise(dump)
  local flags, pos = uleb(dump, 5)
  assert(flags % 4 >= FLAG_STRIPPED, "the dump is not stripped")
  local parts = {}
  while true do
    local length, start = uleb(dump, pos)
    if length == 0 then break end
    local upvalues = byte(dump, start + 3)
    local at, count = start + 4, nil
    for _ = 1, 3 do count, at = uleb(dump, at) end
    local data = at + 4 * count
    parts[#parts + 1] = sub(dump, start, data - 1) .. rep("\0", 2 * upvalues) .. sub(dump, data + 2 * upvalues, start + length - 1)
    pos = start + length
  end
  return concat(parts, "|")
end

---Whether `text`, a function expression with these upvalue names, compiles to the bytecode of `fn`.
---@param fn function
---@param text string
---@param upvalues string[]
---@return boolean
function M.same(fn, text, upvalues)
  local declared = #upvalues > 0 and "local " .. concat(upvalues, ", ") .. "\n" or ""
  local chunk = loadstring(declared .. "return " .. text)
  return chunk ~= nil and normalise(string.dump(chunk(), true)) == normalise(string.dump(fn, true))
end

return M
