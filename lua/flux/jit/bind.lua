-- SPDX-License-Identifier: MIT
-- flux.jit.bind: the values behind the free names of emitted code (see flux.jit.call).

local ffi = require "ffi"
local core = require "flux.core"
local instrument = require "flux.runtime.instrument"
local types = require "flux.types"

local M = {}

ffi.cdef [[ void *flux_copy_memory(void *to, const void *from, size_t size) __asm__("memcpy"); ]]

local POINTER = {
  double = "double *", float = "float *", bool = "bool *", symbol = "uint32_t *",
}

local function pointer_type(field) return POINTER[field.type] or field.type .. " *" end

local strides = {} -- by size: LuaJIT keeps each type for good

-- One binding per kind of wanted name.
local BIND = {
  node = function(rt, want) return rt.pointers[want.node] end,
  ["function"] = function(rt, want) return rt.functions[want.callback] end,
  clock = function(rt) return rt.clock end,
  cast = function() return ffi.cast end,
  member = function() end, -- of a layout
  layout = function(rt, want)
    local offset, text, ctypes, at = rt.resolved.offset, {}, {}, 0
    table.sort(want.members, function(a, b) return offset[a.node] < offset[b.node] end)
    for i, member in ipairs(want.members) do
      local begins = offset[member.node]
      ctypes[i] = types.ctype(member.node.record)
      if begins > at then text[#text + 1] = ("uint8_t _%d[%d];"):format(i, begins - at) end
      text[#text + 1] = ("$ %s;"):format(member.name)
      at = begins + ffi.sizeof(ctypes[i])
    end
    local layout = ffi.typeof("struct { " .. table.concat(text, " ") .. " }", unpack(ctypes))
    for _, member in ipairs(want.members) do assert(ffi.offsetof(layout, member.name) == offset[member.node]) end
    return ffi.typeof("$ *", layout)
  end,
  stride = function(_, want)
    strides[want.size] = strides[want.size] or ffi.typeof(("struct { uint8_t _[%d]; } *"):format(want.size))
    return strides[want.size]
  end,
  value = function() return ffi.new "int32_t[1]" end,
  run = function(rt, want)
    return function(fn, value) rt.runs[fn] = { callbacks = want.callbacks, value = value } end
  end,
  numbers = function(_, want) return want.numbers end,
  tonumber = function() return tonumber end,
  -- memcpy, not ffi.copy: that becomes loads and stores of integers in a trace, which LuaJIT takes to be apart from the doubles at
  -- the same place. A call is a barrier.
  copy_memory = function() return ffi.C.flux_copy_memory end,
  flags = function(_, _, flags) return flags end,
  cut = function() return gcinfo end, -- cheap, without effect, and not recorded by LuaJIT (flux.jit.parts)
  clear = function(_, want, flags)
    local count = want.count
    return function() ffi.fill(flags, count) end
  end,
  copy = function(rt, want)
    local ctype = want.field and pointer_type(want.field) or types.pointer(want.node.record)
    return ffi.cast(ctype, rt.clock.state + want.offset)
  end,
  list = function(rt, want)
    local list = {}
    for i, element in ipairs(want.input.elements) do
      local field = element.field or element.node.record.by_name[want.field.name]
      local base = rt:element_address(want.input, i)
      list[i - 1] = ffi.cast(pointer_type(field), base + (element.field and 0 or field.offset))
    end
    return list
  end,
  publish = function(rt, _, _, audited)
    local clock, heard = rt.clock, ffi.cast("bool *", rt.heard)
    local function publish(sink)
      if clock.running == 0 then
        if heard[sink] then rt:publish_directly(sink) end
        return
      end
      clock.publishing, clock.index = 1, sink
      local status = rt:publish(sink)
      clock.publishing, clock.index = 0, -1
      if rt.tracing and rt.sink_fn[sink] then
        rt.lib.flux_engine_record(rt.engine, core.FLUX_TRACE_SINK + sink, status < 0 and -1 or 1, -1)
      end
    end
    return audited and instrument.audited_sink(rt, publish) or publish
  end,
  read_now = function(rt) return function() return rt.lib.flux_engine_now(rt.engine) end end,
  save = function(rt)
    local lib, engine = rt.lib, rt.engine
    return function(node) lib.flux_engine_save(engine, node) end
  end,
  traced = function(rt) return rt.traced or instrument.audited(rt) end,
  object = function(rt, want) return require("flux.bodies.context").list(want.input, rt.host) end,
  cast_event = function(_, want)
    local ctype, cast = types.pointer(want.event.record), ffi.cast
    return function(event) return cast(ctype, event) end
  end,
}

---Binds names to values.
---@param rt flux.Runtime
---@param names string[]
---@param wants table<string, table>
---@param flags ffi.cdata*|nil the flag array of a split entry
---@param audited boolean|nil in an audited cycle
---@return table<string, any>
function M.values(rt, names, wants, flags, audited)
  local bound = {}
  for _, name in ipairs(names) do bound[name] = BIND[wants[name].what](rt, wants[name], flags, audited) end
  return bound
end

return M
