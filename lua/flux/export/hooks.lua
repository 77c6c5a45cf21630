-- SPDX-License-Identifier: MIT
-- flux.export.hooks: what the C of a body calls, refers to and is called: for flux.body.emit_c.
--
--   local text = body.emit_c(compiled, hooks.of(x, callback, name))
--
-- Helper functions, readers of lists and what of the runtime is used are noted in the context (flux.export.callbacks begins them).

local c = require "flux.export.c"
local cfiles = require "flux.export.cfiles"
local emit_c = require "flux.body.emit_c"
local full_texts = require "flux.nodes.support.text"
local lines = require "flux.export.lines"
local masks = require "flux.export.masks"
local names = require "flux.export.names"
local refs = require "flux.export.refs"

local M = {}

-- A list input as a body sees it: element i of one field, found through a table of offsets.
local function element_reader(x, callback, input, field)
  local member = input.elements[1].field or field
  local key = { callback.node.index, input.name, member.name }
  local id = table.concat(key, "/")
  local reader = x.readers[id]
  if not reader then
    reader = { name = x.names.static:claim(("%s_%s_%s"):format(callback.node.name, input.name, member.name)), input = input, field = field }
    x.readers[id] = reader
    x.readers[#x.readers + 1], x.named[reader.name] = reader, true
  end
  return reader
end

---Prints the function by which bodies read a list.
---@param x table
---@param reader table of x.readers
function M.emit_reader(x, reader)
  local out, input = x.functions, reader.input
  local paths = {}
  local first = input.elements[1].field or reader.field
  for i in ipairs(input.elements) do
    local path = refs.member_path(x, input, i - 1)
    if not input.elements[i].field then path = path .. "." .. reader.field.name end
    paths[i] = ("offsetof(%s, %s)"):format(x.names.graph_type, path)
  end
  local ctype = first.type == "symbol" and "uint32_t" or first.type
  c.comment(out, { ("%s of element i of input '%s'."):format(first.name, input.name) })
  local array = first.count and "const " .. ctype .. " *" or nil -- of a C text: the array itself
  c.open(out, ("static inline %s%s(const %s *g, int64_t i) {"):format(array or ctype .. " ", reader.name, x.names.graph_type))
  c.list(out, "static const size_t offset[] = { ", paths, ",", " };")
  out:line(("return %s(const %s *)(const void *)((const unsigned char *)g + offset[i]);"):format(array and "" or "*", ctype))
  c.close(out, "}")
  out:blank()
end

local function post_text(x, callback, event, fields)
  if callback.role == "stop" then return "FLUX_E_MISUSE" end
  local word = x.names.event[event]
  if event.record.size == 0 then return ("post_%s(ctx)"):format(word) end
  local parts = {}
  for _, field in ipairs(event.record.fields) do
    local value = fields[field.name]
    if value == nil and field.default ~= nil then value = refs.literal(x, field.type, field.default) end
    if value ~= nil then parts[#parts + 1] = (".%s = %s"):format(field.name, value) end
  end
  if #parts == 0 then parts[1] = "0" end
  return ("post_%s(ctx, &(%s){ %s })"):format(word, x.names.event_type[event], table.concat(parts, ", "))
end

-- Functions of math that are exact everywhere; the others come from flux.export.mathlib.
local EXACT = { abs = "fabs", sqrt = "sqrt", floor = "floor", ceil = "ceil", fmod = "fmod" }

-- A helper function of a body: emitted once for all callbacks that call it, after those that it calls itself.
local function helper_function(x, callback, fn)
  local known = x.shared_functions[fn]
  if known then return known end
  local name = names.helper(x.names, fn.name or callback.node.name .. "_helper")
  x.shared_functions[fn], x.named[name] = name, true
  local text = emit_c.fn(fn, M.of(x, callback, name))
  if x.options.line then text = lines.pin(text, { file = fn.source.file, line = fn.line }) end
  x.shared_functions[#x.shared_functions + 1] = text
  return name
end

---What emit_c asks for, as C text. The instance is called `ctx` in callbacks.
---@param x table
---@param callback flux.Callback
---@param name string of the function
---@return table
function M.of(x, callback, name)
  local n = x.names
  local listed = false
  local has_context = false
  for _, arg in ipairs(callback.body.args) do has_context = has_context or arg.what == "ctx" end
  local h = { function_name = name, context = n.graph_type .. " *", line_directives = x.options.line }
  h.self_type, h.reserved, h.given = n.struct_type[callback.node], n.in_bodies, x.named
  function h.event_type(event) return n.event_type[event] end
  function h.node_type(node) return n.struct_type[node] end
  function h.math(fn)
    if EXACT[fn] then
      x.libm = true
      return EXACT[fn]
    end
    x.math[fn] = true
    return "flux_" .. fn
  end
  function h.symbol(symbol) return n.symbol[symbol] or tostring(x.graph:symbol_id(symbol)) end
  function h.helper(helper)
    x.helpers[helper] = true
    return "flux_" .. helper
  end
  function h.compared(op) return masks.compared(x, op) end
  function h.chosen(field) return masks.choose(x, field.type, callback.body.facts.reads_self[field.name]) end
  function h.fn(fn) return helper_function(x, callback, fn) end
  function h.post(event, fields) return post_text(x, callback, event, fields) end
  function h.after(ns)
    x.arms = true
    return ("arm(ctx, %d, %s)"):format(x.once_slot[callback.node], ns)
  end
  function h.cancel()
    x.cancels = true
    return ("cancel(ctx, %d)"):format(x.once_slot[callback.node])
  end
  function h.wall() return "read_wall(ctx)" end
  function h.fail_index(site, index, count)
    x.has_index = true
    local text, origin = full_texts.undeclared(site.text), callback.node.origin
    if text ~= site.text then text = full_texts.declared(text, { file = x.origin_file(origin.file), line = origin.line }) end
    return ("index_error(ctx, %d, %s, %s, %d)"):format(site.line, c.quote(text), index, count)
  end
  function h.fail_at(line, status)
    x.has_line = true
    return ("failed_at(ctx, %d, %s)"):format(line, status)
  end
  function h.restore_line() return lines.RESUME end
  function h.file_function(compiled) return names.of_file(n, compiled.c_function) end
  h.keeps_posts, h.keeps_columns = true, x.options.native
  function h.context_macros(compiled) return cfiles.macros(x, compiled.tokens, callback, "(ctx)") end
  function h.list_parameter()
    if listed or has_context then return "" end
    listed = true
    return ("const %s *ctx"):format(n.graph_type)
  end
  function h.element(input, field, index)
    return ("%s(ctx, %s)"):format(element_reader(x, callback, input, field).name, index)
  end
  return h
end

return M
