-- SPDX-License-Identifier: MIT
-- flux.picture.text: a graph as text for Graphviz (dot) or for Markdown pages (mermaid).
--
--   io.write(text.dot(graph))      io.write(text.mermaid(graph))
--
-- A passive input is a dotted line, flux.prev a dashed one; a timer is named in its node.

local outline = require "flux.picture.outline"

local M = {}

local function text_of(box, separator) return (table.concat(box.text, separator):gsub('"', "'")) end

local DOT_SHAPE = { event = "ellipse", node = "box", sink = "note" }

-- A text inside a string of Graphviz.
local function dot_label(text) return (text:gsub("\\", "\\\\"):gsub('"', "'")) end

---@param graph flux.Graph a finished graph
---@return string Graphviz text
function M.dot(graph)
  local boxes, lines = outline.of(graph)
  local out = { ('digraph "%s" {\n  rankdir=LR;\n  node [fontname="sans-serif"];'):format(graph.name) }
  for _, box in ipairs(boxes) do
    out[#out + 1] = ('  %s [label="%s", shape=%s];'):format(box.id, text_of(box, "\\n"), DOT_SHAPE[box.shape])
  end
  for _, l in ipairs(lines) do
    local label = l.label and ('label="%s", '):format(dot_label(l.label)) or ""
    local free = l.style == "dashed" and ", constraint=false" or ""
    out[#out + 1] = ("  %s -> %s [%sstyle=%s%s];"):format(l.from, l.to, label, l.style, free)
  end
  return table.concat(out, "\n") .. "\n}\n"
end

local OPEN = { event = '(["', node = '["', sink = '>"' }
local CLOSE = { event = '"])', node = '"]', sink = '"]' }
local ARROW = { solid = "-->", dotted = "-.->", dashed = "-. prev .->" }

---@param graph flux.Graph a finished graph
---@return string Mermaid text
function M.mermaid(graph)
  local boxes, lines = outline.of(graph)
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

return M
