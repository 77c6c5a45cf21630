-- SPDX-License-Identifier: MIT
-- flux.export.digest: the two hashes of a graph (design §6).
--
-- layout: what snapshots depend on: names and fields of the states, in order; the core knows it (flux_layout). graph: what
-- journals and audit files depend on: topology, bodies without comments, parameters. Both are FNV-1a over a canonical text.

local ffi = require "ffi"
local bodies = require "flux.body"
local core = require "flux.core"
local hash = require "flux.export.hash"
local undeclared = require("flux.nodes.support.text").undeclared

local OPTIONS = { "capacity", "late", "on_error", "unhandled", "max_missed" }

local M = {}

local function add_record(add, record)
  for _, field in ipairs(record.fields) do
    local value = field.default
    if type(value) == "table" then value = value.text end
    add(("  %s %s %d %d %s"):format(field.type, field.name, field.count or 0, field.offset, tostring(value)))
  end
end

local function add_states(add, resolved)
  for _, node in ipairs(resolved.order) do
    add("node " .. node.name)
    add_record(add, node.record)
  end
end

-- A body's text without comments and with spaces made one.
local function plain(text)
  text = text:gsub("%-%-%[(=*)%[.-%]%1%]", " "):gsub("%-%-[^\n]*", " "):gsub("/%*.-%*/", " "):gsub("//[^\n]*", " ")
  return (text:gsub("%s+", " "))
end

---A portable body as it is emitted: upvalues and params are folded in, helpers are spelt out, so that whatever changes what it
---computes changes its text.
---@param body table
---@return string
function M.emitted(body)
  local seen, helpers = {}, {}
  local names = {}
  local function call(word)
    return function(text) return ("%s(%s)"):format(word, text or "") end
  end
  function names.math(name) return "math." .. name end
  function names.symbol(symbol) return ("symbol %q"):format(symbol.text) end
  function names.helper(name) return name end
  names.wall, names.after, names.cancel = call "wall", call "after", call "cancel"
  function names.post(event, fields)
    local words = {}
    for i, field in ipairs(fields) do words[i] = field.field.name .. "=" .. field.text end
    return ("post_%s(%s)"):format(event.name, table.concat(words, ", "))
  end
  function names.fn(fn)
    if not seen[fn] then
      helpers[#helpers + 1] = fn
      seen[fn] = "helper_" .. #helpers
    end
    return seen[fn]
  end
  local texts = { plain(undeclared(bodies.emit_lua(body, names))) }
  local i = 1
  while helpers[i] do
    texts[#texts + 1] = plain(bodies.emit_lua_function(helpers[i], names))
    i = i + 1
  end
  return table.concat(texts, " | ")
end

-- `known`: texts by their trees, which callbacks that are alike share (flux.bodies.shared).
local function body_text(body, known)
  if body.language == "portable" then
    known[body.ast] = known[body.ast] or M.emitted(body)
    return known[body.ast]
  end
  return (body.c_function and body.c_function .. " of " or "") .. plain(body.text or body.extern or "opaque")
end

local function add_inputs(add, node)
  for _, input in ipairs(node.inputs) do
    local words = { "  input", input.name, input.passive and "passive" or "", input.prev and "prev" or "", input.list and "list" or "" }
    for _, element in ipairs(input.elements) do
      words[#words + 1] = element.node.name .. (element.field and "." .. element.field.name or "")
    end
    add(table.concat(words, " "))
  end
end

local function value_text(value)
  if type(value) == "table" then return value.text or "?" end
  if type(value) == "number" then return ("%.17g"):format(value) end
  return tostring(value)
end

-- Adds the lines of the canonical text.
local function add_graph(add, resolved)
  local known = {}
  add("graph " .. resolved.graph.name)
  add_states(add, resolved)
  for _, event in ipairs(resolved.graph.events) do
    add(("event %s %s"):format(event.name, event.time and event.time.name or ""))
    add_record(add, event.record)
  end
  for _, node in ipairs(resolved.graph.nodes) do
    add(("node %s %s %s %s %s"):format(node.name, tostring(node.when_all), tostring(node.every), tostring(node.offset),
      tostring(node.missed)))
    for _, param in ipairs(node.params) do add(("  param %s %s"):format(param.name, value_text(param.value))) end
    add_inputs(add, node)
    for _, callback in ipairs(node.callbacks) do
      add(("  %s %s %s"):format(callback.role, callback.label, body_text(callback.body, known)))
    end
  end
  for _, sink in ipairs(resolved.graph.sinks) do add(("sink %s %s"):format(sink.name, sink.node.name)) end
  local options = resolved.options
  for _, name in ipairs(OPTIONS) do add(("option %s %s"):format(name, tostring(options[name]))) end
end

---@param resolved flux.Resolved
---@return string sixteen hexadecimal digits
function M.layout(resolved) return hash.hex(core.lib.flux_layout_hash(resolved.plan)) end

---What the layout's hash is of: a line "node NAME …" for each node in the graph's order, then its fields.
---@param resolved flux.Resolved
---@return string
function M.layout_text(resolved)
  local size = tonumber(core.lib.flux_layout(resolved.plan, nil, 0))
  local buffer = ffi.new("char[?]", size + 1)
  core.lib.flux_layout(resolved.plan, buffer, size + 1)
  return ffi.string(buffer, size)
end

---@param resolved flux.Resolved
---@return string sixteen hexadecimal digits
function M.graph(resolved)
  local it, first = hash.new(), true
  add_graph(function(line)
    if not first then it:add("\n") end
    it:add(line)
    first = false
  end, resolved)
  return hash.hex(it:value())
end

return M
