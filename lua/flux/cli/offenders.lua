-- SPDX-License-Identifier: MIT
-- Every callback of a graph that stands in its way, at once: refused bodies, C that does not compile, Lua that cannot be exported.
--
--   local text = offenders.find(graph)    -- nil when the graph can be resolved
local bodies = require "flux.bodies"

local M = {}

-- Stands where a body was refused, so that the others can be looked at.
local REFUSED = { language = "refused" }

---@param graph flux.Graph
---@return string|nil text
function M.find(graph)
  graph:finish()
  local problems = bodies.refusals(graph)
  local has_c = false
  for _, callback in ipairs(graph.callbacks) do
    callback.body = callback.body or REFUSED
    has_c = has_c or callback.body.language == "c"
  end
  if has_c then
    local ok, problem = pcall(require("flux.cbodies").functions, graph)
    if not ok then problems[#problems + 1] = tostring(problem) end
  end
  if #problems == 0 then return nil end
  local opaque = require("flux.export.callbacks").refusals(graph)
  if #opaque > 0 then problems[#problems + 1] = "export: refused, because of\n  " .. table.concat(opaque, "\n  ") end
  return table.concat(problems, "\n\n")
end

return M
