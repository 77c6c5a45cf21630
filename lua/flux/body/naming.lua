-- SPDX-License-Identifier: MIT
-- Names of locals in emitted code: the user's, unless another name that can be seen there has it already.
--
--   local n = naming.new(naming.c_reserved)
--   n:open()  n:declare(var)  n:of(var)  n:fresh("rc")  n:close()

local is_macro = require("flux.names").is_macro

local Namer = {}
Namer.__index = Namer

local M = {}

local function set(words)
  local list = {}
  for word in words:gmatch "%S+" do list[word] = true end
  return list
end

-- Names that a local cannot have in C: keywords of C11 and C++, types, macros and functions that emitted code mentions.
M.c_reserved = set [[
  auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return
  short signed sizeof static struct switch typedef union unsigned void volatile while _Alignas _Alignof _Atomic _Bool _Complex
  _Generic _Imaginary _Noreturn _Static_assert _Thread_local asm typeof
  bool true false NULL int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t size_t INT64_MIN INT64_C UINT64_C
  FLUX_DIRTY FLUX_ARREST
  abs ceil floor sqrt fmin fmax fmod fabs pow exp log log10 sin cos tan asin acos atan atan2 sinh cosh tanh memcpy memset
  alignas alignof catch class const_cast constexpr decltype delete dynamic_cast explicit export friend mutable namespace new noexcept
  nullptr operator private protected public reinterpret_cast static_assert static_cast template this throw try typeid typename using
  virtual wchar_t linux unix I]]

-- Names that a local cannot have in emitted Lua.
M.lua_reserved = set "math bit ffi tonumber error"

---@param reserved table<string, true>
---@param taken table<string, true>|nil what the surrounding text has besides
---@return table
function M.new(reserved, taken) return setmetatable({ reserved = reserved, taken = taken or {}, names = {}, scopes = { {} } }, Namer) end

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
  local name = (self.reserved[wish] or self.taken[wish] or wish:find "^flux_" or is_macro(wish)) and wish .. "_" or wish
  local number = 1
  while visible(self, name) do
    number = number + 1
    name = wish .. "_" .. number
  end
  self.scopes[#self.scopes][name] = true
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
