-- SPDX-License-Identifier: MIT
-- flux.picture.model: what the html page knows of a graph, as plain tables that become its JSON.
--
--   local data = model.of(resolved, report, profile)      -- report: of flux check; profile: of flux.profile, or nil
--
-- The page adds nothing of its own: order and guards are those of flux check, C is that of flux export, the names of an audit are
-- those of flux.audit.names.

local audit = require "flux.audit"
local audit_names = require "flux.audit.names"
local core = require "flux.core"
local origins = require "flux.origin"
local outline = require "flux.picture.outline"
local snapshot = require "flux.snapshot"
local values = require "flux.values"

local M = {}

local function array(list) return setmetatable(list, { __jsontype = "array" }) end

-- Without the indentation that its lines share; the first one begins where the function does.
local function dedented(text)
  local least
  for indent, rest in text:gmatch("\n([ \t]*)([^\n]*)") do
    if rest ~= "" then least = math.min(least or #indent, #indent) end
  end
  if not least or least == 0 then return text end
  return (text:gsub("\n" .. ("[ \t]"):rep(least), "\n"))
end

-- The lines of a file; of an opaque function nothing else is known.
local function file_lines(fn)
  local info = debug.getinfo(fn, "S")
  local file = info.source:sub(1, 1) == "@" and io.open(info.source:sub(2), "rb")
  if not file then return nil end
  local lines, number = {}, 0
  for line in file:lines() do
    number = number + 1
    if number >= info.linedefined and number <= info.lastlinedefined then lines[#lines + 1] = line end
  end
  file:close()
  return (table.concat(lines, "\n"):gsub("^%s+", ""))
end

local function source_text(callback)
  local text = callback.body.text
  if callback.body.language == "opaque" then text = file_lines(callback.source.fn) end
  return text and dedented(text:gsub("\r", "")) or nil
end

-- What only the compiler reads is left out.
local function c_text(text)
  if not text then return nil end
  local lines = {}
  for line in text:gmatch("[^\n]*") do
    if not line:find("^#at ") and not line:find("^#line ") and line ~= "#resume" then lines[#lines + 1] = line end
  end
  return (table.concat(lines, "\n"):gsub("\n\n+", "\n"):gsub("\n+$", ""))
end

-- The exported function of each callback; nothing, where the graph cannot be exported.
local function exported(resolved, report)
  if not report.exportable then return {} end
  return require("flux.export").text(resolved).functions
end

local function callbacks_of(node, functions, directory)
  local list = array {}
  for i, callback in ipairs(node.callbacks) do
    local at = callback.origin
    list[i] = {
      index = callback.index, label = callback.label, role = callback.role, source = source_text(callback), c = c_text(functions[callback]),
      at = at and ("%s:%d"):format(origins.relative(at.file, directory), at.line) or nil,
    }
  end
  return list
end

local function inputs_of(node)
  local list = array {}
  for i, input in ipairs(node.inputs) do
    local from = array {}
    for k, element in ipairs(input.elements) do
      from[k] = element.node.name .. (element.field and "." .. element.field.name or "")
    end
    list[i] = { name = input.name, mode = input.prev and "prev" or input.passive and "passive" or "active", from = from }
  end
  return list
end

local function fields_of(node)
  local list = array {}
  for i, field in ipairs(node.record.fields) do
    local default = field.default
    list[i] = { name = field.name, type = field.type, count = field.count, comment = field.comment,
                default = default ~= nil and values.show(default) or nil }
  end
  return list
end

local function nodes_of(graph, functions)
  local list = array {}
  for i, node in ipairs(graph.nodes) do
    local params = array {}
    for k, param in ipairs(node.params) do params[k] = { name = param.name, type = param.type, value = values.show(param.value) } end
    local at = node.origin
    list[i] = {
      name = node.name, kind = node.kind and node.kind.name or nil, bytes = node.record.size, when_all = node.when_all or nil,
      at = at and ("%s:%d"):format(origins.relative(at.file, graph.directory), at.line) or nil, params = params,
      fields = fields_of(node), inputs = inputs_of(node), callbacks = callbacks_of(node, functions, graph.directory),
    }
  end
  return list
end

-- What the numbers in an audit of this graph stand for.
local function audit_of(resolved)
  local text = audit_names.text(resolved)
  local known = audit_names.parse(text)
  local statuses = array {}
  for status, words in pairs(core.status_text) do statuses[#statuses + 1] = { status, words } end -- sorted below
  table.sort(statuses, function(a, b) return a[1] > b[1] end)
  return { version = core.FLUX_AUDIT_VERSION, fingerprint = snapshot.hex(audit.fingerprint(resolved)), text = text,
           events = array(known.events), sinks = array(known.sinks), callbacks = array(known.callbacks), fields = array(known.fields),
           statuses = statuses }
end

---@param resolved flux.Resolved
---@param report table of flux.cli.check
---@param profile table|nil of flux.profile
---@return table data
function M.of(resolved, report, profile)
  local graph = resolved.graph
  local boxes, lines = outline.of(graph)
  for _, box in ipairs(boxes) do array(box.text) end
  return {
    graph = graph.name, script = graph.script and graph.script:match("[^/]*$") or nil, state_bytes = report.state_bytes,
    boxes = array(boxes), lines = array(lines), nodes = nodes_of(graph, exported(resolved, report)), entries = array(report.entries),
    offenders = array(report.offenders), profile = profile, audit = audit_of(resolved),
  }
end

return M
