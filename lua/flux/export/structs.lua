-- SPDX-License-Identifier: MIT
-- flux.export.structs: C structs for events, node states, and the instance.
--
--   structs.record(out, "signals_cross", node.record, "Node cross.")

local c = require "flux.export.c"

local M = {}

local LONG = 48

-- Prints members with their trailing comments in one column; long ones (functions) have theirs in the line before.
local function members(out, list)
  local width = 0
  for _, member in ipairs(list) do
    if member.comment and #member.text <= LONG then width = math.max(width, #member.text) end
  end
  for _, member in ipairs(list) do
    if member.comment and #member.text > LONG then
      out:line("/* " .. member.comment .. " */"):line(member.text)
    elseif member.comment then
      out:line(member.text .. (" "):rep(width - #member.text + 1) .. "/* " .. member.comment .. " */")
    else
      out:line(member.text)
    end
  end
end

local function field_comment(member)
  local field = member.field
  if not field then return nil end
  local text = field.comment and field.comment:gsub("%s*\n%s*", " "):gsub("%*/", "* /")
  if field.type == "symbol" then return text and "symbol; " .. text or "symbol" end
  return text
end

---A struct for a record, with its padding and the comments of its declaration.
---@param out flux.Writer
---@param name string
---@param record flux.Record
---@param comment string|nil
function M.record(out, name, record, comment)
  if comment then out:line("/* " .. comment .. " */") end
  c.open(out, ("typedef struct %s {"):format(name))
  local list = {}
  for _, member in ipairs(record.members) do
    local dimension = member.count and ("[%d]"):format(member.count) or ""
    list[#list + 1] = { text = ("%s %s%s;"):format(member.c, member.name, dimension), comment = field_comment(member) }
  end
  members(out, list)
  c.close(out, ("} %s;"):format(name))
  out:blank()
end

---A struct of any members: a list of { text, comment }.
function M.plain(out, name, list, comment)
  if comment then out:line("/* " .. comment .. " */") end
  c.open(out, ("typedef struct %s {"):format(name))
  members(out, list)
  c.close(out, ("} %s;"):format(name))
  out:blank()
end

local function events(x)
  for _, event in ipairs(x.features.events) do
    if event.record.size > 0 then
      local timed = event.time and ("; %s is its time in ns"):format(event.time.name) or ""
      M.record(x.header, x.names.event_type[event], event.record, ("Event %s%s."):format(event.name, timed))
    end
  end
end

-- What a struct is of. `alone`: no other node has it.
local function about_struct(x, node, alone)
  if node.kind and not alone then return ("Nodes of kind %s."):format(node.kind.name) end
  if alone then return ("Node %s."):format(node.name) end
  return ("Nodes that %s:%d declares."):format(x.origin_file(node.origin.file), node.origin.line)
end

-- What nodes of one kind or one line have in common is one struct; each node has its own name for it. `done`: the structs that are printed.
local function nodes(x, out, list, done)
  local n, aliases, users = x.names, {}, {}
  for _, node in ipairs(list) do users[n.struct_type[node]] = (users[n.struct_type[node]] or 0) + 1 end
  for _, node in ipairs(list) do
    if node.record.size > 0 then
      local struct = n.struct_type[node]
      if not done[struct] then
        done[struct] = true
        M.record(out, struct, node.record, about_struct(x, node, users[struct] == 1 and struct == n.node_type[node]))
      end
      if struct ~= n.node_type[node] then aliases[#aliases + 1] = ("typedef %s %s;"):format(struct, n.node_type[node]) end
    end
  end
  for _, line in ipairs(aliases) do out:line(line) end
  if #aliases > 0 then out:blank() end
end

---Events and node states; the states that are locals of a cycle stand in the C file.
---@param x table emission context
function M.types(x)
  events(x)
  nodes(x, x.header, x.stored, {})
end

---The states that are locals of a cycle.
---@param x table emission context
---@param out flux.Writer
function M.local_types(x, out)
  local list, done = {}, {}
  for _, node in ipairs(x.stored) do done[x.names.struct_type[node]] = true end
  for _, node in ipairs(x.resolved.order) do
    if x.locals[node] then list[#list + 1] = node end
  end
  nodes(x, out, list, done)
end

-- "Ema, alpha = 0.2"
local function about(x, node)
  if not node.kind then return nil end
  local parts = { node.kind.name }
  for _, param in ipairs(node.params) do
    parts[#parts + 1] = param.name .. " = " .. x.param_text(param)
  end
  return table.concat(parts, ", ")
end

---The node states, in schedule order.
---@param x table
---@return table[] members
function M.states(x)
  local list = {}
  for _, node in ipairs(x.stored) do
    if node.record.size > 0 then
      list[#list + 1] = { text = ("%s %s;"):format(x.names.node_type[node], x.names.member[node]), comment = about(x, node) }
    end
  end
  return list
end

return M
