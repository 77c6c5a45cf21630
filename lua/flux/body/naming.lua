-- SPDX-License-Identifier: MIT
-- Names of locals in emitted code: the user's, unless another name that can be seen there has it already.
--
--   local n = naming.new(naming.c_reserved)
--   n:open()  n:declare(var)  n:of(var)  n:fresh("rc")  n:close()

local c_names = require "flux.c_names"

local Namer = {}
Namer.__index = Namer

local M = {}

local function set(words)
  local list = {}
  for word in words:gmatch "%S+" do list[word] = true end
  return list
end

-- Names that a local cannot have in C: those that nothing can have, and the functions that emitted code calls.
M.c_reserved = setmetatable(set "FLUX_DIRTY FLUX_ARREST ceil fabs floor fma fmod memcpy memset sqrt", { __index = c_names.words })

-- Names that a local cannot have in emitted Lua.
M.lua_reserved = set "math bit ffi tonumber error"

---@param reserved table<string, true>
---@param taken table<string, true>|nil what the surrounding text has besides
---@param given table<string, true>|nil gets every name that is given
---@return table
function M.new(reserved, taken, given)
  return setmetatable({ reserved = reserved, taken = taken or {}, given = given or {}, names = {}, scopes = { {} } }, Namer)
end

---Takes names of the text around all scopes, such as those of the functions that it calls.
---@param name string
function Namer:keep(name) self.scopes[1][name] = true end

function Namer:open() self.scopes[#self.scopes + 1] = {} end
function Namer:close() self.scopes[#self.scopes] = nil end

local function visible(self, name)
  for _, scope in ipairs(self.scopes) do
    if scope[name] then return true end
  end
  return false
end

---Takes a name in the innermost scope: the wished one, or the wished one with a number.
---@param wish string
---@return string
function Namer:fresh(wish)
  if self.reserved == M.c_reserved and wish:find "^_[_%u]" then wish = "v" .. wish end -- reserved everywhere in C
  local name = (self.reserved[wish] or self.taken[wish] or wish:find "^flux_" or c_names.is_macro(wish)) and wish .. "_" or wish
  local number = 1
  while visible(self, name) or number > 1 and self.taken[name] do
    number = number + 1
    name = wish .. "_" .. number
  end
  self.scopes[#self.scopes][name], self.given[name] = true, true
  return name
end

---Names a variable where it is declared.
function Namer:declare(var)
  self.names[var] = self:fresh(var.name)
  return self.names[var]
end

---Gives a variable the name of something else, such as a parameter.
function Namer:alias(var, name) self.names[var] = name end

---The name of a variable.
function Namer:of(var) return self.names[var] end

return M
