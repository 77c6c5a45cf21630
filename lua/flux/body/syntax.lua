-- SPDX-License-Identifier: MIT
-- A syntax error of Lua's own, with its column, its line and what to write instead: LuaJIT says only the line and the word.
--
--   local chunk, reason = loadstring(text, "@" .. file)
--   print(syntax.refusal(file, text, reason).message)

local refuse = require "flux.body.refuse"

local M = {}

-- What people write who come from other languages, and from later versions of Lua. Patterns of the text that ends with the word at
-- which LuaJIT stopped, and of the text that begins with it.
local HABITS = {
  { before = "//$", "Lua 5.1 has no //: write math.floor(a / b); a comment begins with --" },
  { before = "&&$", "write `and`" },
  { before = "%|%|$", "write `or`" },
  { at = "^[%+%-%*/%%]=", "write it out: x = x + 1" },
  { at = "^%+%+", "write it out: x = x + 1" },
  { before = "!=$", "write ~=" },
  { at = "^!=", "write ~=" },
  { at = "^!", "write `not`" },
  { at = "^&&", "write `and`" },
  { at = "^||", "write `or`" },
  { at = "^[&|~]", "Lua 5.1 has no operators on bits: write bit.band(a, b), bit.bor(a, b), bit.bxor(a, b), bit.bnot(a)" },
  { before = "[<>][<>]$", "Lua 5.1 has no operators on bits: write bit.lshift(a, n), bit.rshift(a, n)" },
  { at = "^%?", "select: cond and a or b" },
}

local CONTINUE = "turn the condition around: if not … then … end"

local function strip_place(reason) return (reason:gsub("^.*:(%d+): ", "%1: ", 1)) end

-- The byte of the word at which LuaJIT stopped: the text up to and with it fails in the same way, an earlier one does not.
local function stop_of(text, word, from, to, reason)
  local wanted, pos = strip_place(reason), from
  while true do
    local first, last = text:find(word, pos, true)
    if not first or first > to then return nil end
    local _, why = loadstring(text:sub(1, last), "@x")
    if why and strip_place(why) == wanted then return first end
    pos = first + 1
  end
end

local function advice_at(text, pos, word)
  local before, at = text:sub(math.max(1, pos - 40), pos + #word - 1), text:sub(pos, pos + 40)
  for _, habit in ipairs(HABITS) do
    if habit.before and before:find(habit.before) or habit.at and at:find(habit.at) then return habit[1] end
  end
end

local function bounds(text, line)
  local from = 1
  for _ = 2, line do from = (text:find("\n", from, true) or #text) + 1 end
  return from, (text:find("\n", from, true) or #text + 1) - 1
end

---@param file string as it is shown
---@param text string the whole chunk
---@param reason string what loadstring said of it
---@param base integer? lines before the text in the file
---@return flux.Refusal
function M.refusal(file, text, reason, base)
  local number, what = reason:match "^.*:(%d+): (.*)$"
  local line = math.max(tonumber(number) or 1, 1)
  local from, to = bounds(text, line)
  local word = what and what:match "near '(.*)'$"
  local pos = word and word ~= "<eof>" and stop_of(text, word, from, to, reason)
  local advice = pos and advice_at(text, pos, word)
  local ahead = text:sub(1, (pos or to + 1) - 1)
  local again = ahead:match "^.*%f[%w_]()continue%s*$"
  if again then
    pos, advice, what = again, CONTINUE, "Lua 5.1 has no continue"
    line = select(2, text:sub(1, again):gsub("\n", "")) + 1
    from, to = bounds(text, line)
  end
  local shown = text:sub(from, to):gsub("\r$", "")
  local column = pos and pos - from + 1 or (shown:find "%S" or 1)
  return refuse.make(file, line + (base or 0), column, shown, what or reason, advice)
end

return M
