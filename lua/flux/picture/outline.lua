-- SPDX-License-Identifier: MIT
-- flux.picture.outline: what every picture of a graph shows, as boxes and lines.
--
--   local boxes, lines = outline.of(graph)      -- a finished graph
--
-- Event types point to the nodes that handle them, nodes to their readers, nodes to their sinks.

local M = {}

local function every(node)
  if not node.has_timer then return nil end
  if not node.every then return "timer" end
  return "every " .. require("flux.adapters.rows").integer(node.every) .. " ns"
end

-- The lines that lead to a node.
local function lines_to(node, line)
  for _, callback in ipairs(node.callbacks) do
    if callback.role == "handler" then
      local filter = callback.label:match(" where (.*)$") or callback.otherwise and "otherwise" or nil
      line("event_" .. callback.event.name, "node_" .. node.name, filter, callback.quiet and "dotted" or "solid")
    end
  end
  for _, input in ipairs(node.inputs) do
    for _, element in ipairs(input.elements) do
      local label = element.field and element.field.name or nil
      line("node_" .. element.node.name, "node_" .. node.name, label, input.prev and "dashed" or input.passive and "dotted" or "solid")
    end
  end
end

---@param graph flux.Graph a finished graph
---@return { id: string, text: string[], shape: "event"|"node"|"sink" }[] boxes
---@return { from: string, to: string, label: string|nil, style: "solid"|"dotted"|"dashed" }[] lines dotted: passive or quiet; dashed:
---flux.prev
function M.of(graph)
  local boxes, lines = {}, {}
  local function line(from, to, label, style) lines[#lines + 1] = { from = from, to = to, label = label, style = style } end
  for _, event in ipairs(graph.events) do boxes[#boxes + 1] = { id = "event_" .. event.name, text = { event.name }, shape = "event" } end
  for _, node in ipairs(graph.nodes) do
    local text = { node.name }
    if node.kind then text[#text + 1] = node.kind.name end
    text[#text + 1] = every(node)
    boxes[#boxes + 1] = { id = "node_" .. node.name, text = text, shape = "node" }
    lines_to(node, line)
  end
  for _, sink in ipairs(graph.sinks) do
    boxes[#boxes + 1] = { id = "sink_" .. sink.name, text = { sink.name }, shape = "sink" }
    line("node_" .. sink.node.name, "sink_" .. sink.name, nil, "solid")
  end
  return boxes, lines
end

return M
