-- SPDX-License-Identifier: MIT
-- flux.cbodies: C bodies (flux.c, flux.cfile) for the backends `table` and `luajit`.
--
-- All C bodies of a graph become one shared library, compiled once and cached. Each gets a wrapper with the core's signature
-- (flux_fn in core/flux.h) that unpacks the inputs; the user's text stands under a #line, so a compiler's message names the
-- user's own line. The struct types have the names of the export: `signals_cross`, `signals_tick_event`.
--
--   local functions = cbodies.functions(graph)    -- { [callback] = flux_fn }

local ffi = require "ffi"
local cbody_emit = require "flux.body.cbody_emit"
local cdiagnostics = require "flux.cdiagnostics"
local core = require "flux.core"
local names = require "flux.export.names"
local native = require "flux.native"
local writer = require "flux.writer"

local M = {}

local HEAD = [[
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include "flux.h"
#define flux_cycle(ctx) ((ctx)->clock->cycle)
static inline int flux_keep_status(int *first, int status) {
  if (*first == 0) *first = status;
  return status;
}
]]

local function struct(w, name, record)
  if record.size == 0 then
    w:line("typedef struct %s %s;", name, name)
    return
  end
  w:line("typedef struct %s {", name):indent()
  for line in record.c:gmatch("[^\n]+") do w:line("%s", line) end
  w:dedent():line("} %s;", name)
end

local function types(w, graph, n)
  local declared = {}
  local function declare(name, record)
    if declared[name] then return end
    declared[name] = true
    struct(w, name, record)
  end
  for _, event in ipairs(graph.events) do declare(n.event_type[event], event.record) end
  for _, node in ipairs(graph.nodes) do
    declare(n.struct_type[node], node.record)
    if n.node_type[node] ~= n.struct_type[node] then w:line("typedef %s %s;", n.struct_type[node], n.node_type[node]) end
  end
end

local function c_type(field) return field.type == "symbol" and "uint32_t" or field.type end

-- The wrapper's argument for one argument of the body, and the lines that must stand before the call.
local function argument(w, arg)
  local what = arg.what
  if what == "self" or what == "ctx" then return what end
  if what == "event" then return "ctx->event" end
  if what == "index" then return "ctx->index" end
  local input = arg.input
  if what == "ticked" or what == "valid" then
    local terms = {}
    for i, element in ipairs(input.elements) do terms[i] = ("flux_%s(ctx, %d)"):format(what, element.node.index) end
    return table.concat(terms, " || ")
  end
  if what == "input" then
    local field = input.elements[1].field
    if not field then return ("inputs[%d]"):format(input.first) end
    return ("*(const %s *)inputs[%d]"):format(c_type(field), input.first)
  end
  local name = ("%s_%s"):format(input.name, arg.field.name)
  local parts = {}
  for i, element in ipairs(input.elements) do
    local offset = element.field and 0 or element.node.record.by_name[arg.field.name].offset
    parts[i] = ("(const void *)((const char *)inputs[%d] + %d)"):format(input.first + i - 1, offset)
  end
  w:line("const %s *const %s[] = { %s };", c_type(arg.field), name, table.concat(parts, ", "))
  return name
end

-- What a text finds of the context besides the functions of flux.h: { head, text }. In a file, which has no callback, only posts.
local function macros(graph, callback)
  local list = {}
  for i, event in ipairs(graph.events) do
    local call = ("flux_post((ctx), %d, (event))"):format(i - 1)
    if callback then call = ("flux_keep_status(post_status, %s)"):format(call) end
    list[#list + 1] = { ("flux_post_%s(ctx, event)"):format(event.name), call }
  end
  if callback then
    local node = callback.node.index
    list[#list + 1] = { "flux_after(ctx, ns)", ("flux_engine_after((ctx)->engine, %d, (ns))"):format(node) }
    list[#list + 1] = { "flux_cancel(ctx)", ("((void)flux_engine_cancel((ctx)->engine, %d))"):format(node) }
  end
  return list
end

-- What flux.body.cbody_emit asks for.
local function hooks(callback, n, name)
  return {
    function_name = name, context = "const flux_ctx *", self_type = n.struct_type[callback.node], keeps_columns = true,
    event_type = function(event) return n.event_type[event] end,
    node_type = function(node) return n.struct_type[node] end,
    keeps_posts = true, context_macros = function() return macros(callback.node.graph, callback) end,
    restore_line = function() return ("#line 1 %q"):format("flux wrappers") end,
  }
end

local function emit(w, callback, n)
  local name = ("flux_body_%d"):format(callback.index)
  w:block(require("flux.body").emit_c(callback.body, hooks(callback, n, name)))
  local wrapper = ("flux_wrapper_%d"):format(callback.index)
  w:line("int %s(void *self, const void *const *inputs, const flux_ctx *ctx);", wrapper)
  w:line("int %s(void *self, const void *const *inputs, const flux_ctx *ctx) {", wrapper):indent()
  w:line "(void)self, (void)inputs, (void)ctx;"
  local arguments = {}
  for i, arg in ipairs(callback.body.args) do arguments[i] = argument(w, arg) end
  w:line("return %s(%s);", name, table.concat(arguments, ", ")):dedent()
  w:line "}"
end

-- What a function of a file is called as.
local function prototype(callback, n) return cbody_emit.prototype(callback.body, hooks(callback, n, "")) end

---The declaration that a function of a C file should have.
---@param graph flux.Graph
---@param callback flux.Callback
---@return string
function M.prototype(graph, callback)
  return (prototype(callback, names.new({ graph = graph }, names.snake(graph.name))):gsub("const flux_ctx", "flux_ctx"))
end

---The C text of a graph's C bodies.
---@param graph flux.Graph
---@return string
function M.text(graph)
  local n = names.new({ graph = graph }, names.snake(graph.name))
  local w = writer.new "  "
  w:block(HEAD)
  types(w, graph, n)
  local included = {}
  for _, callback in ipairs(cdiagnostics.c_callbacks(graph)) do
    local file = callback.body.c_file
    if file and not included[file] then
      included[file] = true
      local posts = macros(graph)
      for _, macro in ipairs(posts) do w.lines[#w.lines + 1] = ("#define %s %s"):format(macro[1], macro[2]) end
      local declared = {}
      for _, other in ipairs(cdiagnostics.c_callbacks(graph)) do
        local fn = other.body.c_file == file and other.body.c_function
        if fn and not declared[fn] then w:line("%s;", prototype(other, n)) end
        declared[fn or ""] = true
      end
      w:line "#define flux_ctx const flux_ctx"
      w:line("#line 1 %q", file)
      w.lines[#w.lines + 1] = callback.body.text:gsub("%s+$", "")
      w:line "#line 1 \"flux wrappers\""
      w:line "#undef flux_ctx"
      for _, macro in ipairs(posts) do w:line("#undef %s", macro[1]:match "^[%w_]+") end
    end
  end
  for _, callback in ipairs(cdiagnostics.c_callbacks(graph)) do emit(w, callback, n) end
  return w:text()
end

---Compiles and loads the C bodies of a graph.
---@param graph flux.Graph with compiled bodies
---@return table<flux.Callback, ffi.cdata*> functions of type flux_fn; empty when the graph has no C bodies
function M.functions(graph)
  local callbacks = cdiagnostics.c_callbacks(graph)
  if #callbacks == 0 then return {} end
  local flags = native.FLAGS .. (" -I'%s/core'"):format(core.root) .. (jit.os == "OSX" and " -undefined dynamic_lookup" or "")
  local lib = cdiagnostics.load(graph, M.text(graph), { flags = flags })
  local functions = { library = lib }
  for _, callback in ipairs(callbacks) do
    local wrapper = ("flux_wrapper_%d"):format(callback.index)
    pcall(ffi.cdef, ("int %s(void *self, const void *const *inputs, const flux_ctx *ctx);"):format(wrapper))
    functions[callback] = ffi.cast("flux_fn", lib[wrapper])
  end
  return functions
end

---A C body as a Lua function(event, index), for cycles that run in Lua.
---@param rt flux.Runtime
---@param callback flux.Callback
---@return fun(event: ffi.cdata*, index: integer): boolean
function M.bind(rt, callback)
  local bodies = require "flux.bodies"
  local fn, node, facts = rt.resolved.functions[callback], callback.node, callback.body.facts
  local count = 0
  for _, input in ipairs(node.inputs) do count = count + #input.elements end
  local inputs, ctx = ffi.new("const void *[?]", math.max(count, 1)), ffi.new("flux_ctx")
  for _, input in ipairs(node.inputs) do
    for i in ipairs(input.elements) do inputs[input.first + i - 1] = rt:element_address(input, i) end
  end
  ctx.clock, ctx.engine = rt.clock, rt.engine
  local self = ffi.cast("void *", rt.pointers[node])
  -- It may read a clock that is a Lua function.
  if facts.reads_wall or (facts.reads_now or facts.arms) and not rt.resolved.needs.stream_clock then
    fn = require("flux.runtime.callbacks").interpreted(fn)
  end
  return function(event, index)
    ctx.event, ctx.index = event, index
    local result = fn(self, inputs, ctx)
    if result < 0 then error(bodies.failure(result, bodies.returned(result, facts)), 0) end
    return result ~= 0
  end
end

return M
