-- SPDX-License-Identifier: MIT
-- flux graph: a picture of a graph as text, for Graphviz (dot) or for Markdown pages (mermaid).
--
--   flux graph graphs/sp500.lua --format mermaid
--   flux graph graphs/sp500.lua | dot -Tsvg > sp500.svg
--
-- Event types point to the nodes that handle them, nodes to their readers, nodes to their sinks. A passive input is a dotted
-- line, flux.prev a dashed one; a timer is named in its node.
local graphs = require "flux.cli.graphs"
local M = {}

M.summary = "draw the graph as dot or mermaid"
M.description = "Prints a picture of the graph as text: events, nodes, sinks and what triggers what."

function M.configure(parser)
  graphs.options(parser)
  parser:option("--format -f", "dot (the default), for Graphviz, or mermaid, for Markdown."):choices { "dot", "mermaid" }:default "dot"
end

local function every(node)
  if not node.has_timer then return nil end
  if not node.every then return "timer" end
  return "every " .. require("flux.adapters.rows").integer(node.every) .. " ns"
end

---The picture as data: boxes { id, text, shape = "event"|"node"|"sink" } and lines { from, to, label, style }.
---@param graph table a finished graph
---@return table[] boxes
---@return table[] lines
function M.picture(graph)
  local boxes, lines = {}, {}
  local function line(from, to, label, style) lines[#lines + 1] = { from = from, to = to, label = label, style = style } end
  for _, event in ipairs(graph.events) do boxes[#boxes + 1] = { id = "event_" .. event.name, text = event.name, shape = "event" } end
  for _, node in ipairs(graph.nodes) do
    local parts = { node.name }
    if node.kind then parts[#parts + 1] = node.kind.name end
    parts[#parts + 1] = every(node)
    boxes[#boxes + 1] = { id = "node_" .. node.name, text = parts, shape = "node" }
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
  for _, sink in ipairs(graph.sinks) do
    boxes[#boxes + 1] = { id = "sink_" .. sink.name, text = sink.name, shape = "sink" }
    line("node_" .. sink.node.name, "sink_" .. sink.name, nil, "solid")
  end
  return boxes, lines
end

local function text_of(box, separator)
  local text = type(box.text) == "table" and table.concat(box.text, separator) or box.text
  return (text:gsub('"', "'"))
end

local DOT_SHAPE = { event = "ellipse", node = "box", sink = "note" }

---@return string Graphviz text
function M.dot(graph)
  local boxes, lines = M.picture(graph)
  local out = { ('digraph "%s" {\n  rankdir=LR;\n  node [fontname="sans-serif"];'):format(graph.name) }
  for _, box in ipairs(boxes) do
    out[#out + 1] = ('  %s [label="%s", shape=%s];'):format(box.id, text_of(box, "\\n"), DOT_SHAPE[box.shape])
  end
  for _, l in ipairs(lines) do
    local label = l.label and ('label="%s", '):format(l.label:gsub('"', "'")) or ""
    local free = l.style == "dashed" and ", constraint=false" or ""
    out[#out + 1] = ("  %s -> %s [%sstyle=%s%s];"):format(l.from, l.to, label, l.style, free)
  end
  return table.concat(out, "\n") .. "\n}\n"
end

local OPEN = { event = '(["', node = '["', sink = '>"' }
local CLOSE = { event = '"])', node = '"]', sink = '"]' }
local ARROW = { solid = "-->", dotted = "-.->", dashed = "-. prev .->" }

---@return string Mermaid text
function M.mermaid(graph)
  local boxes, lines = M.picture(graph)
  local out = { "flowchart LR" }
  for _, box in ipairs(boxes) do
    out[#out + 1] = ("  %s%s%s%s"):format(box.id, OPEN[box.shape], text_of(box, "<br>"), CLOSE[box.shape])
  end
  for _, l in ipairs(lines) do
    local label = l.label and l.style ~= "dashed" and ('|"%s"|'):format(l.label:gsub('"', "'")) or ""
    out[#out + 1] = ("  %s %s%s %s"):format(l.from, ARROW[l.style], label, l.to)
  end
  return table.concat(out, "\n") .. "\n"
end

function M.run(args)
  local graph = graphs.load(args)
  graph:finish()
  io.stdout:write(M[args.format](graph))
  return 0
end

return M
