-- SPDX-License-Identifier: MIT
-- flux.jit.call: one callback's call as text, and the free names that the text uses.
--
-- Shared by the `luajit` backend (calls within a straight-line entry) and by `table` (one closure per callback). A Caller gives
-- out names; `wants[name]` says what each stands for, and flux.jit.bind turns that into a value.

local alike = require "flux.alike"
local resolve = require "flux.resolve"

local M = {}

local function bind(self, names, name, what)
  names:add(name)
  if not self.wants[name] then
    self.wants[name] = what
    self.want_list[#self.want_list + 1] = name
  end
  return name
end

local function unique(self, base, key)
  local known = self.named[key]
  if known then return known end
  local name, n = base, 1
  while self.taken[name] do
    n = n + 1
    name = base .. "_" .. n
  end
  self.taken[name] = true
  self.named[key] = name
  return name
end

-- A member of all states, `s`, where that is known: LuaJIT sees that two members are apart, not that two pointers are. The closure of
-- an opaque body is given the pointer that it has everywhere else.
local function node_name(self, names, node)
  if self.marks then return self.marks:node(node) end
  if self.members and self.portable and node.record.size > 0 then
    return "s." .. bind(self, names, unique(self, node.name, node), { what = "member", node = node })
  end
  local name = self.members and unique(self, node.name .. "_pointer", "pointer" .. node.index) or unique(self, node.name, node)
  return bind(self, names, name, { what = "node", node = node })
end

local function function_name(self, names, callback)
  if self.marks then return self.marks:callback(names, callback) end
  local suffix = callback.label:gsub("[^%w]+", "_"):gsub("_+$", ""):lower()
  local name = unique(self, callback.node.name .. "_" .. suffix, callback)
  return bind(self, names, name, { what = "function", callback = callback })
end

-- The number of a step ("c") or of a node ("v"), as text.
local function number(self, letter, n) return self.marks and alike.mark(letter, n) or ("%d"):format(n) end

local function clock(self, names) return bind(self, names, "clock", { what = "clock" }) end

-- The text that reads one element of an input: a node pointer, or a port's value.
local function element_text(self, names, input, index)
  local element = input.elements[index]
  local offset = resolve.element_offset(self.resolved, input.node, input.first + index - 1)
  local direct = self.resolved.offset[element.node] + (element.field and element.field.offset or 0)
  if offset == direct then
    local node = node_name(self, names, element.node)
    return element.field and node .. "." .. element.field.name or node
  end
  local label = "prev_" .. element.node.name .. (element.field and "_" .. element.field.name or "")
  local name = bind(self, names, unique(self, label, "copy" .. offset),
    { what = "copy", node = element.node, field = element.field, offset = offset })
  return element.field and name .. "[0]" or name
end

local ARG = {
  self = function(self, names, step) return node_name(self, names, step.node) end,
  event = function(self, names) return self:event_text(names) end,
  input = function(self, names, step, arg)
    if not arg.input.list then return element_text(self, names, arg.input, 1) end
    local label = step.node.name .. "_" .. arg.input.name -- the list object of an opaque body
    return bind(self, names, unique(self, label, arg.input), { what = "object", input = arg.input })
  end,
  list = function(self, names, step, arg)
    local label = ("%s_%s_%s"):format(step.node.name, arg.input.name, arg.field.name)
    local key = ("list %d %d %d"):format(step.node.index, arg.input.index, arg.field.position)
    return bind(self, names, unique(self, label, key), { what = "list", input = arg.input, field = arg.field })
  end,
  index = function(_, _, step) return tostring(step.element or 0) end,
  ticked = function(self, names, _, arg) return self:ticked_text(names, arg.input) end,
  valid = function(self, names, _, arg)
    local terms = {}
    for i, element in ipairs(arg.input.elements) do
      terms[i] = ("%s.valid[%s] ~= 0"):format(clock(self, names), number(self, "v", element.node.index))
    end
    return table.concat(terms, " or ")
  end,
  now = function(self, names)
    if self.resolved.needs.stream_clock then return clock(self, names) .. ".now" end
    return bind(self, names, "read_now", { what = "read_now" }) .. "()"
  end,
  cycle = function(self, names) return clock(self, names) .. ".cycle" end,
  ctx = function() return "nil" end, -- the loaded function has it already
  wall = function() return "nil" end,
}

local function call_text(self, names, step)
  local args, body = {}, step.callback.body
  self.portable = body.language == "portable"
  if body.language == "c" then -- the bound function knows its state and inputs
    args = { step.role == "handler" and self:event_text(names) or "nil", tostring(step.element or 0) }
  end
  for i, arg in ipairs(body.language == "c" and {} or body.args) do
    local make = ARG[arg.what] or error("flux.jit: unknown argument " .. tostring(arg.what))
    args[i] = make(self, names, step, arg)
  end
  while args[#args] == "nil" do args[#args] = nil end
  local name = function_name(self, names, step.callback)
  if self.trace then
    local traced = bind(self, names, "traced", { what = "traced" })
    table.insert(args, 1, ("%s, %d, %s"):format(number(self, "c", step.id), step.element or -1, name))
    name = traced
  end
  return ("%s(%s)"):format(name, table.concat(args, ", "))
end

---A caller: gives out names and remembers what they stand for.
---@param resolved flux.Resolved
---@param methods table { event_text = fun(self, names), ticked_text = fun(self, names, input), trace = boolean }
---@param reserved string[] names that the surrounding text uses itself
---@return table caller
function M.new(resolved, methods, reserved)
  local self = { resolved = resolved, wants = {}, want_list = {}, named = {}, taken = {} }
  for _, word in ipairs(reserved) do self.taken[word] = true end
  return setmetatable(self, { __index = methods })
end

M.bind, M.unique, M.clock, M.text, M.number, M.node_name, M.function_name = bind, unique, clock, call_text, number, node_name, function_name

return M
