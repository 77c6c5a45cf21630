-- SPDX-License-Identifier: MIT
-- Made-up results of the bench, stored and rendered: every figure that a spec expects of the page was worked by hand.
--
--   local made = require "spec.support.bench_results"
--   made.clear()
--   made.store("ladder", { made.row("random", "hand-guarded", "gcc", { 8, 9, 10 }) })
--   local page = made.render()

local json = require "dkjson"
local host = require "bench.host"

local M = {}

M.directory = host.directory("build/bench/spec")

-- { median, min, max } of rounds in order.
local function summary(rounds)
  local sorted = { unpack(rounds) }
  table.sort(sorted)
  return { median = sorted[math.ceil(#sorted / 2)], min = sorted[1], max = sorted[#sorted] }
end

---A row of results; ns and the ratios of `against` are a number (one round) or a list of rounds.
function M.row(case, arm, compiler, ns, against)
  local rounds, ratios = type(ns) == "table" and ns or { ns }, {}
  for name, ratio in pairs(against or {}) do ratios[name] = summary(type(ratio) == "table" and ratio or { ratio }) end
  return {
    case = case, arm = arm, compiler = compiler, unit = "ns/event", events = 10, value = summary(rounds), rounds = rounds, against = ratios,
  }
end

---A row with other fields.
function M.with(fields, row)
  for name, value in pairs(fields) do row[name] = value end
  return row
end

---No results.
function M.clear() os.execute(("rm -f '%s'/*.json"):format(M.directory)) end

---Stores the results of a workload.
function M.store(name, rows, notes)
  local file = assert(io.open(("%s/%s.json"):format(M.directory, name), "w"))
  file:write(json.encode {
    workload = name, rounds = 1, warmup = 0, seconds = 1, notes = notes or {}, rows = rows, peers = { "fluxtion: 1.0" },
    machine = { cpu = "a processor", cores = 2, system = "a system", luajit = "LuaJIT", flags = "-O2", compilers = {}, date = "a day" },
  })
  file:close()
end

---The page of what is stored.
---@return string
function M.render()
  local said = {}
  require("bench.report").write(M.directory, M.directory, function(...) said[#said + 1] = (...):format(select(2, ...)) end)
  for _, line in ipairs(said) do assert(not line:find "^chart", line) end -- one that could not be drawn
  return host.read(M.directory .. "/performance.md")
end

return M
