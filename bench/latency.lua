-- SPDX-License-Identifier: MIT
-- bench.latency: paced events from a second thread (bench/latency.c): what the ladder adds to the time between the intended sending of
-- an event and the end of its handling. "nothing": the same without handling, so the rest is the ring, the threads and the machine.

local arms = require "bench.arms"
local host = require "bench.host"
local ladder = require "bench.graphs.ladder"

local M = { name = "latency", PERCENTILES = { "p50", "p90", "p99", "p99.9", "p99.99", "max" } }

local function build(compiler)
  local directory = arms.export(ladder.build("random"), "latency", { prefix = "flux_ladder" })
  os.execute(("cp '%s/%s/flux_ladder.h' '%s/%s/ladder.h'"):format(host.root, directory, host.root, directory))
  local sources = { "bench/latency.c", "bench/hand/ladder_guarded.c", directory .. "/flux_ladder.c" }
  return host.program(compiler, "latency", sources, { includes = { directory, "bench/hand" }, flags = "-pthread" })
end

local function arm(program, compiler, name, word, between)
  return {
    name = name, compiler = compiler, silent = word == "nothing",
    run = function(events)
      local output, ok = host.run(("%s %s %d %d"):format(program, word, events, between))
      if not ok then error(output, 0) end
      local numbers = {}
      for number in output:gmatch("%S+") do numbers[#numbers + 1] = tonumber(number) end
      local counts = { clock = numbers[7] }
      for i, percentile in ipairs(M.PERCENTILES) do counts[percentile] = numbers[i] end
      return output:match("(%S+ %S+)\n$"), numbers[1], counts
    end,
  }
end

local function arms_of(between)
  local all = {}
  for _, compiler in ipairs(host.compilers()) do
    local program = build(compiler.name)
    for _, row in ipairs { { "nothing", "nothing" }, { "hand-guarded", "hand" }, { "exported, typed entry", "export" } } do
      all[#all + 1] = arm(program, compiler.name, row[1], row[2], between)
    end
  end
  return all
end

-- As the article does: one thread, no pacing, the mean of 50 consecutive events at a time.
local function closed_loop(options)
  return {
    name = "closed loop, means of 50 events", unit = "ns at p50", fixed = true, rounds = options.rounds,
    events = options.quick and 200000 or 2000000, arms = arms_of(0), against = { "hand-guarded" }, facts = { rate = 0 },
  }
end

function M.cases(options, note)
  local list = { function() return closed_loop(options) end }
  if host.describe().cores < 2 then
    note "left out: it takes two processors"
    return list
  end
  for _, rate in ipairs(options.quick and { 1000000 } or { 100000, 1000000, 5000000 }) do
    list[#list + 1] = function()
      local seconds = options.quick and 0.1 or 0.5
      return {
        name = ("%d events a second"):format(rate), unit = "ns at p50", fixed = true, rounds = options.rounds,
        events = rate * seconds, arms = arms_of(1e9 / rate), against = { "hand-guarded" }, facts = { rate = rate },
      }
    end
  end
  return list
end

return M
