-- SPDX-License-Identifier: MIT
-- flux.runtime.callbacks: Lua functions that C calls, and C functions that call them.
--
-- LuaJIT has room for some hundred FFI callbacks, and one keeps its function, and the instance behind that, alive for good. So
-- there is one per kind for the whole process; the instance is found by the `user` pointer that C hands back.
--
--   local slots = { clock = function() return 0 end }           -- kept alive by the instance
--   local user = callbacks.register(slots)                      -- the pointer to give to C
--   spec.clock, spec.clock_ud = callbacks.get("int64_t (*)(void *)", "clock"), user

local ffi = require "ffi"

local M = {}

local instances = setmetatable({}, { __mode = "v" }) -- by address
local made = {} -- by slot

local function address(user) return tonumber(ffi.cast("uintptr_t", user)) end

---Makes `slots` known under a pointer.
---@param slots table<string, function> must live as long as C may call
---@param anchor ffi.cdata*|nil memory whose address is the pointer; kept by the caller
---@return ffi.cdata* user void *
function M.register(slots, anchor)
  if not anchor then
    anchor = ffi.new("uint8_t[1]")
    slots.anchor = anchor
  end
  local user = ffi.cast("void *", anchor)
  instances[address(user)] = slots
  return user
end

---The C function that calls slots[slot] of the instance at its first argument, with the other arguments.
---@param ctype string
---@param slot string one ctype each
---@return ffi.cdata*
function M.get(ctype, slot)
  if not made[slot] then
    made[slot] = ffi.cast(ctype, function(user, ...) return instances[address(user)][slot](...) end)
  end
  return made[slot]
end

-- An error that left a callback through C would leave the instance in the middle of an entry, and what calls a callback needs stack.
-- So a host that has come near the end of it hears so before C is entered: the frame of this function is as large as they get.
local reserve = assert(loadstring("local never = ...\nreturn function() if never then never(" .. ("nil, "):rep(220) .. "nil) end end",
  "=flux reserve"))()

---A C function for calls that may come back into Lua, which LuaJIT allows from interpreted code only. Wrapping just the call keeps
---the code around it free: that is shared with instances that call nothing back, and traces of theirs must not run for this one.
---@param fn ffi.cdata* C function
---@return function
function M.interpreted(fn)
  local function call(...)
    reserve()
    return fn(...)
  end
  jit.off(call)
  return call
end

return M
