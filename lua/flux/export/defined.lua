-- SPDX-License-Identifier: MIT
-- flux.export.defined: what a generated C text defines at file scope. No function of a body, and no variable in one, can have such a
-- name; that is found out by looking at what was written, and then it is written again without them.
--
--   defined.names(text)            → { set_initial_state = true, TICK_ON_TICK = true, … }
--   defined.clashes(x, text)       → the names of x.named among them; nil when there are none

local M = {}

-- Of a line that begins a definition: the names in it that are no types of it.
local function of_line(line, set)
  local function note(name)
    if name then set[name] = true end
  end
  note(line:match "^#define ([%w_]+)")
  if line:find "^[#/]" then return end
  note(line:match "([%w_]+)%(") -- static int failed(
  note(line:match "([%w_]+)%[") -- static const uint8_t audit_types[3]
  note(line:match "struct ([%w_]+)")
  note(line:match "([%w_]+);$") -- typedef …;  } name;
  note(line:match "([%w_]+) = ")
end

---The names that a text defines at file scope.
---@param text string
---@return table<string, true>
function M.names(text)
  local set = {}
  for line in ("\n" .. text):gmatch "\n([^%s/][^\n]*)" do of_line(line, set) end
  for members in text:gmatch "%f[%w_]enum%f[^%w_][^{;()]*(%b{})" do
    for name in members:gsub("/%*.-%*/", ""):gmatch "[%a_][%w_]*" do set[name] = true end
  end
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

return M
