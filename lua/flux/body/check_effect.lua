-- SPDX-License-Identifier: MIT
-- Types the statements that act through ctx: post, after, cancel. These are methods of the checker (flux.body.check).

local builtins = require "flux.body.builtins"
local hint = require "flux.body.hint"

local S = {}

local example = "ctx.post(Event, { price = 1 })"

local function post(c, node)
  if c.env.role == "stop" then c:refuse(node.pos, "ctx.post in `stop`: nothing runs afterwards", "post it in an earlier callback") end
  if #node.args < 1 or #node.args > 2 then c:refuse(node.pos, "ctx.post takes an event type and its fields", example) end
  local target = c:eval(node.args[1])
  if target.k ~= "event_type" then
    c:refuse(node.args[1].pos, "ctx.post takes an event type first", "local Event = flux.event(…) outside of the function")
  end
  local event, fields = target.value, {}
  local graph = c.env.graph
  if graph and graph.handled and not graph:handles(event) then -- S11
    c:refuse(node.args[1].pos,
      ("node '%s', %s posts event type '%s', which no node handles"):format(c.env.node.name, c.env.label, event.name),
      ("give a node a handler for it: on = { [%s] = function(self, event) … end }"):format(event.name))
  end
  local given = node.args[2]
  if given and given.tag ~= "Table" then c:refuse(given.pos, "the fields of a posted event are written here", example) end
  local values = {}
  for _, item in ipairs(given and given.items or {}) do
    if not item.name then c:refuse(item.pos, "a field of a posted event needs its name", example) end
    local field = event.record.by_name[item.name]
    if not field then
      local names = {}
      for i, other in ipairs(event.record.fields) do names[i] = other.name end
      c:refuse(item.pos, ("event %s has no field '%s'"):format(event.name, item.name), hint(item.name, names) or example)
    elseif field.count then
      c:refuse(item.pos, ("array field '%s' cannot be posted"):format(item.name), "post scalar fields")
    elseif values[field] then
      c:refuse(item.pos, ("field '%s' is given twice"):format(item.name), "remove one")
    end
    values[field] = c:store(field, c:scalar(item.value), item.value.pos, event.name .. "." .. field.name)
  end
  for _, field in ipairs(event.record.fields) do
    if values[field] then fields[#fields + 1] = { field = field, value = values[field] } end
  end
  return { k = "post", event = event, fields = fields }
end

local function after(c, node)
  if #node.args ~= 1 then c:refuse(node.pos, "ctx.after takes one argument, nanoseconds", "write ctx.after(1e9) for a second") end
  local value = c:scalar(node.args[1])
  return { k = "after", value = c:store({ type = "int64_t", name = "ns" }, value, node.args[1].pos, "the time") }
end

---Types a statement that is a call: an effect through ctx; other calls have none.
function S:call_statement(call)
  if call.tag ~= "Call" then
    if call.tag == "Method" then self:eval(call) end
    self:refuse(call.pos, "an expression is no statement", "assign it")
  end
  local callee = self:eval(call.callee)
  self:refuse_pair(call)
  if callee.k == "ctx_function" then
    if callee.name == "post" then return post(self, call) end
    if callee.name == "after" then return after(self, call) end
    if callee.name == "cancel" then
      if #call.args > 0 then self:refuse(call.args[1].pos, "ctx.cancel takes no argument", "write ctx.cancel()") end
      return { k = "cancel" }
    end
  end
  if callee.k == "function" and not builtins.of[callee.value] then return self:invoke_helper(call, callee) end
  self:scalar(call)
  self:refuse(call.pos, "the result of this call is not used, and a portable function has no other effect",
    "assign the result, or remove the call")
end

return S
