-- SPDX-License-Identifier: MIT
-- The ways to run a graph that must agree: the oracle and every backend.
--
--   backends.each(function(start, name) it("does it on " .. name, function() local rt = start(graph, options) … end) end)

local M = {}

local function start_of(backend, interpreted)
  return function(graph, options)
    local given = { backend = backend, interpreted = interpreted }
    for key, value in pairs(options or {}) do given[key] = value end -- a copy: the order does not matter
    return graph:start(given)
  end
end

local function oracle(graph, options) return require("spec.oracle").start(graph, options) end

---Every way, the oracle first.
---@type { name: string, start: fun(graph: flux.Graph, options: table): flux.Runtime, string? }[]
M.all = { { name = "oracle", start = oracle } }
for _, name in ipairs { "table", "luajit", "native" } do M.all[#M.all + 1] = { name = name, start = start_of(name) } end
-- As where LuaJIT only interprets.
table.insert(M.all, 3, { name = "table, interpreted", is = "table", start = start_of("table", true) })

---Those with the given names, in each of their forms; the oracle is always the first.
---@param names string[]
---@return table[]
function M.named(names)
  local out = { M.all[1] }
  for _, name in ipairs(names) do
    for _, backend in ipairs(M.all) do
      if (backend.is or backend.name) == name and name ~= "oracle" then out[#out + 1] = backend end
    end
  end
  return out
end

---Calls visit(start, name) for every way.
---@param visit fun(start: function, name: string)
function M.each(visit)
  for _, backend in ipairs(M.all) do visit(backend.start, backend.name) end
end

return M
