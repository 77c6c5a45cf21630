-- SPDX-License-Identifier: MIT
-- Mistakes in C bodies, and C files, for spec/c_bodies_spec.lua.

local flux = require "flux"

local M = {}

---A C file with a text; its path.
---@param text string
---@return string
function M.file(text)
  local path = os.tmpname() .. ".c"
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
  return path
end

local BrokenTick = flux.event("BrokenTick", "double price;")

---What is said of a graph whose second C body names what is not there, and the line where it does.
---@param backend string
---@return string message, integer line
function M.broken(backend)
  local g = flux.graph("broken")
  local tick = g:node("tick", { state = "double v;", on = { [BrokenTick] = flux.c [[ self->v = event->price; ]] } })
  local line = debug.getinfo(1, "l").currentline
  g:node("b", { inputs = { v = tick.v }, state = "double v;", update = flux.c [[
    self->v = v;


    self->v += missing;
  ]] })
  local ok, message = pcall(g.start, g, { backend = backend })
  assert(not ok, "it compiled")
  return tostring(message), line + 5
end

return M
