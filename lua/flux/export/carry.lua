-- SPDX-License-Identifier: MIT
-- flux.export.carry: what an entry carries from cycle to cycle. The rest is set anew in every cycle before anything reads it.
--
--   local carried = carry.of(x, entry)
--   carried(node, field)                  --> false for tick.price in the ladder: its handler sets it each time

local call = require "flux.export.call"
local flows = require "flux.export.flow"
local fresh = require "flux.body.fresh"

local M = {}

-- The steps that every cycle of the entry runs.
local function certain_steps(x, entry)
  local certain = {}
  for _, item in ipairs(flows.of(entry, call.reads(x, entry), x.options).root.items) do
    if item.kind == "step" and not flows.tested(item) then certain[item.step] = true end
  end
  return certain
end

---Every (node, field) that a step reads of its inputs. What other bodies than portable ones read is not known: all.
---@param step table with a callback
---@param visit fun(node: flux.Node, field: flux.Field, input: flux.Input)
function M.each_read(step, visit)
  local body = step.callback.body
  for _, arg in ipairs(body.args) do
    if arg.what == "input" or arg.what == "list" then
      for _, element in ipairs(arg.input.elements) do
        local names = body.language == "portable" and body.facts.reads[arg.input.name]
        for _, field in ipairs(element.node.record.fields) do
          local known = element.field and element.field == field or not element.field and (not names or names[field.name])
          if known then visit(element.node, field, arg.input) end
        end
      end
    end
  end
end

---@param x table
---@param entry flux.Entry
---@return fun(node: flux.Node, field: flux.Field): boolean
function M.of(x, entry)
  local certain = certain_steps(x, entry)
  local set, carried = {}, {} -- by node, then by the field's name
  local function of(t, node)
    t[node] = t[node] or {}
    return t[node]
  end
  for _, step in ipairs(entry.steps) do
    if step.callback then
      local node = step.node
      M.each_read(step, function(from, field)
        if not of(set, from)[field.name] then of(carried, from)[field.name] = true end
      end)
      local new = certain[step] and fresh.fields(step.callback.body) or {}
      for _, field in ipairs(node.record.fields) do
        if new[field.name] and not of(carried, node)[field.name] then of(set, node)[field.name] = true end
        if not of(set, node)[field.name] then of(carried, node)[field.name] = true end
      end
    end
  end
  return function(node, field) return not of(set, node)[field.name] end
end

return M
