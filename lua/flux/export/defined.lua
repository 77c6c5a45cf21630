-- SPDX-License-Identifier: MIT
-- flux.export.defined: what a generated C text defines at file scope. No function of a body, and no variable in one, can have such a
-- name; that is found out by looking at what was written, and then it is written again without them.
--
--   defined.names(text)            → { set_initial_state = true, TICK_ON_TICK = true, … }
--   defined.clashes(x, text)       → the names of x.named among them; nil when there are none
--   defined.collision(head, texts) → the first name of a header that is something else in the files that include it, or in C

local c_names = require "flux.c_names"

local M = {}

-- Of a line that begins a definition: the names in it that are no types of it.
local function of_line(line, set)
  local function note(name)
    if name then set[name] = true end
  end
  note(line:match "^#define ([%w_]+)")
  if line:find "^[#/]" then return end
  -- From the start of a word only: otherwise a match is tried at each of its letters.
  note(line:match "%f[%w_]([%w_]+)%(") -- static int failed(
  note(line:match "%f[%w_]([%w_]+)%[") -- static const uint8_t audit_types[3]
  note(line:match "struct ([%w_]+)")
  note(line:match "%f[%w_]([%w_]+);$") -- typedef …;  } name;
  note(line:match "%f[%w_]([%w_]+) = ")
  if line:find "^static [^(]*;$" then -- static int first, second[2];
    for name in line:gmatch "([%w_]+)[,;%[]" do note(name) end
  end
end

-- Does a line define what no other file sees: no function or table that the header declares?
local function is_own(line)
  return line:find "%f[%w_]static%f[^%w_]" or line:find "^#define " or line:find "^typedef " or line:find "^struct "
    or line:find "^union " or line:find "^}"
end

-- Visits the places where a word stands in a text, which may be megabytes: what patterns alone are slow at.
local function each(text, word, visit)
  local at = text:find(word, 1, true)
  while at do
    visit(at)
    at = text:find(word, at + 1, true)
  end
end

---The names that a text defines at file scope.
---@param text string
---@param own boolean|nil only those that no other file sees
---@return table<string, true>
function M.names(text, own)
  local set = {}
  local function line_at(at)
    local byte = text:byte(at)
    if not byte or byte <= 32 or byte == 47 then return end -- 47: "/"
    local line = text:match("[^\n]*", at)
    if not own or is_own(line) then of_line(line, set) end
  end
  line_at(1)
  each(text, "\n", function(at) line_at(at + 1) end)
  each(text, "enum", function(at)
    local members = text:match("^%f[%w_]enum%f[^%w_][^{;()]*(%b{})", at)
    if not members then return end
    for name in members:gsub("/%*.-%*/", ""):gsub("=[^,}]*", ""):gmatch "[%a_][%w_]*" do set[name] = true end
  end)
  return set
end

---The names of functions and variables of bodies that the rest of the file defines as something else.
---@param x table emission context
---@param texts string[] all texts but the bodies'
---@return table<string, true>|nil
function M.clashes(x, texts)
  local found
  for _, text in ipairs(texts) do
    for name in pairs(M.names(text)) do -- sets: the order does not matter
      if x.named[name] then
        found = found or {}
        found[name] = true
      end
    end
  end
  return found
end

---The first, in the alphabet, of the names that a header declares which C has, or which a file that includes it defines for itself.
---@param head string
---@param texts string[] without the header's text
---@return string?
function M.collision(head, texts)
  local first
  local function meet(name) first = first and first < name and first or name end
  local public = M.names(head)
  for name in pairs(public) do -- sets: the order does not matter
    if c_names.words[name] or c_names.functions[name] then meet(name) end
  end
  for _, text in ipairs(texts) do
    for name in pairs(M.names(text, true)) do
      if public[name] then meet(name) end
    end
  end
  return first
end

return M
