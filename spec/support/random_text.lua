-- SPDX-License-Identifier: MIT
-- Writes a case of spec/support/random_graph.lua as a Lua script that runs alone: the graph, its entries, and the comparison.
--
--   luajit build/fuzz/42.lua        -- from the root; says whether the backends agree

local entry_text = require "spec.support.random_entry_text"
local foreign = require "spec.support.random_foreign"
local loops = require "spec.support.random_loops"

local M = {}

local STATE = {
  { "w", "double w[4]; int32_t i;" }, { "f", "float f; bool flag; uint8_t u; symbol s;" }, { "at", "int64_t at, seen;" },
}

local function state_text(node)
  local parts = { node.has.doubles and "double v, n, k, left = 6;" or "double v; int64_t n; int32_t k; int32_t left = 6;" }
  for _, pack in ipairs(STATE) do
    if node.has[pack[1]] then parts[#parts + 1] = pack[2] end
  end
  return table.concat(parts, " ")
end

-- A node's name in the graph; strings that its scope's own nodes write may leave the scope away.
local function full_name(node) return table.concat(node.scope or {}, "_") .. (node.scope and "_" or "") .. node.name end

-- Is `node` found by its own name alone, from where `reader` stands?
local function is_near(node, reader)
  for depth, name in ipairs(node.scope or {}) do
    if not reader.scope or reader.scope[depth] ~= name then return false end
  end
  return node.scope ~= nil
end

local function element_text(element, declared, reader)
  local name = is_near(element.node, reader) and element.node.name or full_name(element.node)
  if element.by_name or not declared[element.node] then return ("%q"):format(element.field and name .. "." .. element.field or name) end
  return "N." .. element.node.name .. (element.field and "." .. element.field or "")
end

local function input_text(input, declared, reader)
  local list = {}
  for i, element in ipairs(input.elements) do list[i] = element_text(element, declared, reader) end
  local text = table.concat(list, ", ")
  if input.form == "nodes" or input.form == "ports" then text = "{ " .. text .. " }" end
  return input.mark and ("flux.%s(%s)"):format(input.mark, text) or text
end

-- Statements that still make sense: a shrunk node may have lost an input, an element, or the event that it posts.
local function kept(node, callback, case)
  local out = {}
  local size = {}
  for _, input in ipairs(node.inputs) do size[input.name] = #input.elements end
  for _, s in ipairs(callback.statements) do
    local sane = not s.posts or case.posted[s.posts]
    for name in pairs(s.uses) do sane = sane and (name == "ctx" or size[name] ~= nil) end
    for name, count in pairs(s.elements or {}) do sane = sane and size[name] == count end
    if sane then out[#out + 1] = s end
  end
  return out
end

local function function_text(node, callback, case)
  local statements = kept(node, callback, case)
  local uses = {}
  for _, s in ipairs(statements) do
    for name in pairs(s.uses) do uses[name] = true end
    if s.text and s.text:find("index", 1, true) then uses.index = true end
  end
  local parameters = { "self" }
  if callback.role == "handler" then parameters[2] = "event" end
  for _, name in ipairs { "a", "b", "c", "d", "index", "ctx" } do
    if uses[name] then parameters[#parameters + 1] = name end
  end
  if statements[1] and statements[1].kind then return foreign.text(statements[1], table.concat(parameters, ", ")) end
  local lines = { ("function(%s)"):format(table.concat(parameters, ", ")) }
  for _, s in ipairs(statements) do lines[#lines + 1] = "      " .. s.text end
  lines[#lines + 1] = "    end"
  local text = table.concat(lines, "\n")
  if callback.quiet then return ("flux.quiet(%s)"):format(text) end
  if callback.ran then return ("flux.ran(%s)"):format(text) end
  return text, uses
end

local function used_inputs(node, case)
  local used = {}
  for _, callback in ipairs(node.callbacks) do
    for _, s in ipairs(kept(node, callback, case)) do
      for name in pairs(s.uses) do used[name] = name ~= "ctx" or nil end
    end
    if callback.input then used[callback.input.name] = true end
  end
  return used
end

local function has_role(node, role)
  for _, callback in ipairs(node.callbacks) do
    if callback.role == role then return true end
  end
  return false
end

local function runs(node, callback, case)
  if callback.role ~= "update" and callback.role ~= "on_arrest" then return true end
  if node.is_kind then return next(used_inputs(node, case)) ~= nil end
  return #node.inputs > 0
end

local function group(out, node, role, key_of, case)
  local lines = {}
  for _, callback in ipairs(node.callbacks) do
    if callback.role == role then
      lines[#lines + 1] = ("    [%s] = %s,"):format(key_of(callback), (function_text(node, callback, case)))
    end
  end
  local name = role == "handler" and "on" or "on_input"
  if #lines > 0 then out[#out + 1] = ("    %s = {\n%s\n    },"):format(name, table.concat(lines, "\n")) end
end

local SINGLE = { "on_timer", "update", "on_arrest", "after_update", "after_cycle", "init", "start", "stop" }

local function spec_lines(node, case)
  local out = { ("    state = %q,"):format(state_text(node)) }
  group(out, node, "handler", function(c) return c.key end, case)
  group(out, node, "on_input", function(c) return ("%q"):format(c.input.name) end, case)
  for _, callback in ipairs(node.callbacks) do
    for _, role in ipairs(SINGLE) do
      if callback.role == role and runs(node, callback, case) then
        out[#out + 1] = ("    %s = %s,"):format(role, (function_text(node, callback, case)))
      end
    end
  end
  return out
end

-- Of a kind only inputs that its bodies read are wired.
local function has_trigger(node, case)
  local used = used_inputs(node, case)
  for _, input in ipairs(node.inputs) do
    if not input.mark and (not node.is_kind or used[input.name]) then return true end
  end
  return false
end

local function option_lines(node, case)
  local out = {}
  if has_role(node, "on_timer") then
    if node.every then out[#out + 1] = ("    every = %d,"):format(node.every) end
    if node.offset then out[#out + 1] = ("    offset = %d,"):format(node.offset) end
    if node.missed then out[#out + 1] = ("    missed = %q,"):format(node.missed) end
  end
  local waits = node.when and has_role(node, "update") and runs(node, { role = "update" }, case) and has_trigger(node, case)
  if waits then out[#out + 1] = ("    when = %q,"):format(node.when) end
  return out
end

-- Inputs as `name = element`; of a kind only those that its bodies read.
local function wires_text(node, has, declared, case)
  local wires, used, known = {}, used_inputs(has, case), {}
  for _, input in ipairs(has.inputs) do known[input.name] = true end
  for _, input in ipairs(node.inputs) do
    if known[input.name] and (not has.is_kind or used[input.name]) then
      wires[#wires + 1] = ("%s = %s"):format(input.name, input_text(input, declared, node))
    end
  end
  return wires
end

-- A function that declares nodes: all on one line.
local function like_text(like, case)
  local spec, options = spec_lines(like, case), option_lines(like, case)
  local head = ("local function %s(name, key, more, by, inputs)"):format(like.name)
  if like.is_kind then
    local text = table.concat(spec, "\n"):gsub("{ key = (%l+)", '{ key = flux.param "%1"')
    for i, line in ipairs(options) do options[i] = "inputs." .. line:match("^%s*(.-),$") end
    local params, set = "double alpha;", "inputs.alpha = by" -- without a key its nodes are the same where their numbers are
    if has_role(like, "handler") then
      params, set = ("double alpha; %s key, more;"):format(case.keyed.has.key), "inputs.key, inputs.more, inputs.alpha = key, more, by"
    end
    table.insert(options, 1, set)
    local shape = "local Kind_%s = flux.kind(\"Kind_%s\", {\n    params = %q,\n%s\n  })\n" ..
      "%s\n  %s\n  N[name] = g:node(name, Kind_%s(inputs))\nend"
    return shape:format(like.name, like.name, params, text, head, table.concat(options, "\n  "), like.name)
  end
  if #like.inputs > 0 then table.insert(spec, 1, "    inputs = inputs,") end
  for _, line in ipairs(options) do spec[#spec + 1] = line end
  return ("%s\n  N[name] = g:node(name, {\n%s\n  })\nend"):format(head, table.concat(spec, "\n"))
end

local function node_text(node, declared, case)
  local wires = wires_text(node, node.like or node, declared, case)
  if node.like then
    return ("%s(%q, %s, %s, %s, { %s })"):format(node.like.name, node.name, node.key, node.more, node.by, table.concat(wires, ", "))
  end
  local spec, options = spec_lines(node, case), option_lines(node, case)
  if node.is_kind then
    local text, key = table.concat(spec, "\n"), nil
    text = text:gsub(":where { k = (%d) }", function(value) -- one filter by a param
      if key then return nil end
      key = value
      return ':where { k = flux.param "key" }'
    end)
    wires[#wires + 1] = ("alpha = %d.25, key = %s"):format(node.index % 3, key or 0)
    for _, line in ipairs(options) do wires[#wires + 1] = line:match("^%s*(.-),$") end
    return ("N.%s = g:node(%q, flux.kind(\"K%d\", {\n    params = \"double alpha; int32_t key;\",\n%s\n  }) { %s })"):format(
      node.name, node.name, node.index, text, table.concat(wires, ", "))
  end
  if #wires > 0 then table.insert(spec, 1, ("    inputs = { %s },"):format(table.concat(wires, ", "))) end
  for _, line in ipairs(options) do spec[#spec + 1] = line end
  return ("N.%s = g:node(%q, {\n%s\n  })"):format(node.name, node.name, table.concat(spec, "\n"))
end

-- Half of the cases record an audit: of the whole graph, or more of one node.
local AUDITS = {
  "nil", '{ level = "values" }', "nil", '{ level = "cycles", nodes = { [g.nodes[1].name] = "values" } }', "nil", '{ level = "nodes" }',
}

local function sink_lines(case)
  local out, actions = {}, {}
  for _, sink in ipairs(case.sinks) do
    out[#out + 1] = ("g:sink(%q, %q)"):format(sink.name, full_name(sink.node))
    if sink.action then actions[#actions + 1] = ("  %s = { %q, %q },"):format(sink.name, sink.action, sink.event.name) end
  end
  return out, actions
end

-- Which bodies that are not portable the script has.
local function foreign_kind(case)
  for _, node in ipairs(loops.bodies(case)) do
    for _, callback in ipairs(node.callbacks) do
      local first = kept(node, callback, case)[1]
      if first and first.kind and runs(node, callback, case) then return first.kind end
    end
  end
end

-- The event types that some node handles: only these may be posted.
local function handled(case)
  local set = {}
  for _, node in ipairs(loops.bodies(case)) do
    for _, callback in ipairs(node.callbacks) do
      if callback.event then set[callback.event.name] = true end
    end
  end
  return set
end

---The whole script.
---@param case table
---@return string
function M.text(case)
  case.posted = handled(case)
  local out = {
    ("-- A random graph (seed %d). Run it from the root: luajit THIS_FILE [backend …]"):format(case.seed),
    'package.path = "lua/?.lua;lua/?/init.lua;?.lua;" .. package.path', 'local flux = require "flux"',
  }
  local function line(text) out[#out + 1] = text end
  local kind = foreign_kind(case)
  if kind == "c" then line('local use_c = select(2, ...) ~= "portable"') end
  for _, name in ipairs(case.symbols) do line(("local %s = flux.symbol %q"):format(name, name)) end
  for _, event in ipairs(case.events) do line(entry_text.event(event)) end
  line(("local g = flux.graph(%q, %s)"):format(case.name, entry_text.options(case.options)))
  line("local N = {}")
  for _, like in ipairs(case.likes or {}) do line(like_text(like, case)) end
  local declared, open = {}, {}
  local function enter(scope) -- from the scopes that are open
    local same = 0
    while open[same + 1] and open[same + 1] == scope[same + 1] do same = same + 1 end
    for i = #open, same + 1, -1 do
      line("end)")
      open[i] = nil
    end
    for i = same + 1, #scope do
      line(("g:scope(%q, function(g)"):format(scope[i]))
      open[i] = scope[i]
    end
  end
  for _, node in ipairs(case.nodes) do
    enter(node.scope or {})
    line(node_text(node, declared, case))
    declared[node] = true
  end
  enter {}
  local sinks, actions = sink_lines(case)
  for _, text in ipairs(sinks) do line(text) end
  if case.observed and #case.observed > 0 then
    local names = {}
    for i, node in ipairs(case.observed) do names[i] = ("%q"):format(full_name(node)) end
    line(("g:observe { %s }"):format(table.concat(names, ", ")))
  end
  line("local events = {")
  for _, event in ipairs(case.events) do line(("  %s = %s,"):format(event.name, event.name)) end
  line("}\nlocal sinks = {")
  for _, text in ipairs(actions) do line(text) end
  line("}\nlocal entries = {")
  for _, entry in ipairs(case.entries) do line(entry_text.entry(entry)) end
  line("}")
  line(("local case = { graph = g, events = events, sinks = sinks, entries = entries, trace = %s, audit = %s }"):format(case.trace,
    AUDITS[(case.seed or 0) % #AUDITS + 1]))
  if kind then line(("case.foreign, case.path = %q, debug.getinfo(1, \"S\").source:sub(2)"):format(kind)) end
  if case.scan then line(("case.scan = { least = %d, bits = %d }"):format(case.scan.least, case.scan.bits)) end
  if case.values then line(("case.values = { least = %d, times = %d }"):format(case.values.least, case.values.times)) end
  if case.unpredictable then line("case.unpredictable = true") end
  if case.seed % 8 == 3 then line("case.snapshots = true") end
  line('return require("spec.support.differential").main(case, ...)')
  return table.concat(out, "\n") .. "\n"
end

return M
