-- SPDX-License-Identifier: MIT
-- flux.export.callbacks: one static C function per callback body.
--
-- Callbacks whose text is the same but for the name (nodes of one kind with the same parameters, nodes that a loop declares) share one
-- function, named for the kind or the first of the nodes. What a body reaches through ctx becomes calls of the runtime in the same file
-- (flux.export.hooks).

local body = require "flux.body"
local branchless = require "flux.export.branchless"
local c = require "flux.export.c"
local cfiles = require "flux.export.cfiles"
local features = require "flux.export.features"
local flatten = require "flux.export.flatten"
local hooks = require "flux.export.hooks"
local lines = require "flux.export.lines"
local names = require "flux.export.names"
local writer = require "flux.writer"

local M = {}

local STAND_IN = "FLUX_FUNCTION_NAME"

-- Do callbacks differ in the values that their filters ask for?
local function filters_differ(x, callbacks)
  local first = names.base(x.names, callbacks[1]):sub(#callbacks[1].node.name + 2)
  for _, callback in ipairs(callbacks) do
    if names.base(x.names, callback):sub(#callback.node.name + 2) ~= first then return true end
  end
  return false
end

-- Name of a function that these callbacks share.
local function shared_name(x, callbacks)
  local first = callbacks[1]
  local own = names.base(x.names, first, filters_differ(x, callbacks))
  if not first.node.kind then return x.names.static:claim(own) end
  return x.names.static:claim(names.snake(first.node.kind.name) .. own:sub(#first.node.name + 1))
end

-- A callback's function under a name to be replaced.
function M.text_of(x, callback)
  local compiled = callback.body
  if compiled.language == "portable" and branchless.is_unpredictable(x, { callback = callback, node = callback.node }) then
    local flat = flatten.body(compiled)
    compiled, x.flattened[callback] = flat or compiled, flat ~= nil
  end
  local text = body.emit_c(compiled, hooks.of(x, callback, STAND_IN))
  for _, arg in ipairs(callback.body.args) do
    -- The parameter of a list is the instance, so that nothing carries the list's own name.
    if arg.what == "list" then text = text:gsub(("  %%(void%%)%s_%s;\n"):format(arg.input.name, arg.field.name), "") end
  end
  return text
end

-- The function with its real name: its parameters were broken into lines for the stand-in's length.
local function named(text, name)
  text = text:gsub(STAND_IN, name):gsub("^static ", "static inline ")
  local head, rest = text:match("^(static [^{;]*){(.*)$")
  if not head then return text end
  head = head:gsub("%s+", " ")
  if #head < c.COLUMNS then return head .. "{" .. rest end
  local start, parameters = head:match("^(.-%()(.*)%) $")
  local list = {}
  for parameter in parameters:gmatch("[^,]+") do list[#list + 1] = (parameter:gsub("^ ", "")) end
  local out = writer.new("  ")
  c.list(out, start, list, ",", ") {")
  return out:text():gsub("\n$", "") .. rest
end

-- What a text depends on besides the body's tree: the types of the node and of what it reads.
local function shape(x, callback)
  local words = { x.names.struct_type[callback.node] }
  for i, arg in ipairs(callback.body.args) do
    local element = arg.input and arg.input.elements[1]
    words[i + 1] = element and not element.field and x.names.struct_type[element.node] or ""
  end
  if branchless.is_unpredictable(x, { callback = callback, node = callback.node }) then words[#words + 1] = callback.index end
  return table.concat(words, "\n")
end

-- The text of a callback's function. Callbacks that are alike share the tree (flux.bodies.shared), and the text too.
local function shared_text(x, callback, texts)
  local tree = callback.body.ast
  if not tree then return M.text_of(x, callback) end
  local known = texts[tree] or {}
  texts[tree] = known
  local key = shape(x, callback)
  known[key] = known[key] or M.text_of(x, callback)
  return known[key]
end

-- Texts by their first callback, so that the second one with the same text decides for a shared name.
local function collect(x)
  local groups, order, texts = {}, {}, {}
  for _, callback in ipairs(x.callback_list) do
    if callback.body.language ~= "opaque" then
      local text = shared_text(x, callback, texts)
      local key = (callback.node.kind or x.names.shares[callback.node]) and text or callback
      local group = groups[key]
      if not group then
        group = { text = text, callbacks = {} }
        groups[key] = group
        order[#order + 1] = group
      end
      group.callbacks[#group.callbacks + 1] = callback
    end
  end
  return order
end

local function result_of(text, name) return text:match("static%s+[%w_%s]-([%w_]+)%s+" .. name .. "%s*%(") or "int" end

local function note(x, callback, name, text, result)
  x.named[name] = true
  x.callbacks[callback] = {
    name = name, result = result, fails = result == "int",
    id = x.names.static:claim(names.base(x.names, callback):upper()), index = callback.index, text = text,
  }
end

-- A callback of the host: declared here, defined by whoever links it.
local function emit_extern(x, callback)
  local n, parameters = x.names, {}
  for _, arg in ipairs(callback.body.args) do
    if arg.what == "self" then parameters[#parameters + 1] = n.struct_type[callback.node] .. " *self"
    elseif arg.what == "event" then parameters[#parameters + 1] = ("const %s *event"):format(n.event_type[callback.event])
    elseif arg.what == "index" then parameters[#parameters + 1] = "int index"
    elseif arg.what == "input" then
      local element = arg.input.elements[1]
      local field = element.field
      parameters[#parameters + 1] = field and ("%s %s"):format(field.type == "symbol" and "uint32_t" or field.type, arg.input.name)
        or ("const %s *%s"):format(n.struct_type[element.node], arg.input.name)
    end
  end
  if #parameters == 0 then parameters[1] = "void" end
  local name = callback.body.extern
  if not x.externs[name] then
    x.externs[name] = true
    c.comment(x.header_externs, { ("Supplied by the host: %s of node %s. Returns 1 (dirty), 0 (arrest) or a negative status.")
      :format(callback.label, callback.node.name) })
    x.header_externs:line(("int %s(%s);"):format(name, table.concat(parameters, ", ")))
  end
  x.callbacks[callback] = {
    name = name, result = "int", fails = true,
    id = n.static:claim(names.base(n, callback):upper()), index = callback.index,
  }
end

---Emits every callback's function into x.functions and notes how to call it in x.callbacks.
---@param x table
function M.emit(x)
  x.callbacks, x.readers, x.math, x.helpers, x.externs, x.shared_functions = {}, {}, {}, {}, {}, {}
  x.named = {} -- every function of a body and every variable in one
  local texts = {}
  for _, group in ipairs(collect(x)) do
    local first = group.callbacks[1]
    local name = #group.callbacks > 1 and shared_name(x, group.callbacks) or names.callback(x.names, first)
    local text = named(group.text, name)
    texts[#texts + 1] = x.options.line and first.body.language == "portable" and lines.pin(text, first.body.origin) or text
    local result = result_of(text, name)
    for _, callback in ipairs(group.callbacks) do note(x, callback, name, text, result) end
  end
  for _, reader in ipairs(x.readers) do hooks.emit_reader(x, reader) end
  cfiles.emit(x, function(callback) return hooks.of(x, callback, "") end)
  for _, text in ipairs(x.shared_functions) do x.functions:block(text):blank() end
  for _, text in ipairs(texts) do
    x.functions:block(text):blank()
  end
  for _, callback in ipairs(x.callback_list) do
    if callback.body.language == "opaque" then emit_extern(x, callback) end
  end
end

---Opaque callbacks that nobody supplies: "file:line: node 'x', update: reason".
---@param graph flux.Graph
---@return string[]
function M.refusals(graph)
  local list = {}
  for _, node in ipairs(graph.nodes) do
    for _, callback in ipairs(node.callbacks) do
      local compiled = callback.body
      local reason
      if compiled.language == "opaque" and not compiled.extern then
        reason = "opaque Lua (flux.lua) cannot become C; write a portable body, or name a host function: " ..
          "flux.lua(fn, { extern = \"name\" })"
      elseif compiled.language == "opaque" then
        for _, arg in ipairs(compiled.args) do
          if arg.what == "ctx" or arg.what == "list" then reason = "an extern callback takes no ctx and no list in C" end
        end
      end
      if reason then
        list[#list + 1] = ("%s:%d: node '%s', %s: %s"):format(callback.origin.file, callback.origin.line, node.name, callback.label, reason)
      end
    end
  end
  return list
end

M.has_verdict = features.has_verdict

return M
