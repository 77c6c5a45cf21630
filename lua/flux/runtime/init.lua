-- SPDX-License-Identifier: MIT
-- flux.runtime: running graphs from Lua.
--
--   local rt = g:start{ backend = "luajit", on = { signal = function(cross) print(cross.spread) end } }
--   rt:send(Tick, { price = 101.5, size = 3, time = t })
--
-- `table` and `luajit` share one engine (the C core) and one Runtime (flux.runtime.engine); `native` runs the exported C
-- (flux.runtime.native). All offer the same methods.

local M = {}

local names = require "flux.names"
local options_of = require "flux.options"
local origins = require "flux.origin"

-- Besides the graph's options. The last ones are for the tools and tests of flux itself.
local KNOWN = { "backend", "on", "checked", "restore", "audit", "trace", "fail_at", "timing", "wall", "buffer", "functions",
  "unpredictable", "scan", "values", "interpreted", "init_only" }
for _, name in ipairs(options_of.names) do KNOWN[#KNOWN + 1] = name end

local BACKENDS = { table = "flux.runtime.engine", luajit = "flux.runtime.engine", native = "flux.runtime.native" }

---Starts an instance of a graph.
---@param graph flux.Graph
---@param options { backend?: string, on?: table<string, function>, trace?: boolean, checked?: boolean, fail_at?: integer,
---  restore?: string, audit?: table }|nil
---`restore` is a snapshot to start from; `audit` are options of rt:audit; besides these, any graph option (capacity, late, on_error,
---clock, unhandled, max_missed, symbols), which it overrides
---@return flux.Runtime rt
---@return string|nil message why a `start` callback failed; the error policy has been applied
function M.start(graph, options)
  options = options or {}
  names.check_keys(options, KNOWN, "g:start", origins.here())
  local backend = options.backend or "table"
  local module = BACKENDS[backend]
  if not module then require("flux.origin").blame(("unknown backend '%s': table, luajit or native"):format(tostring(backend))) end
  return require(module).open(graph, options)
end

return M
