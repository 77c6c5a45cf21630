-- SPDX-License-Identifier: MIT
-- bench.csv: CSV → events → graph, end to end: a file of rows of two doubles and a time, in the page cache; a process that reads it all and
-- prints the sums (bench/graphs/rows.lua). Processor time of the process, start included. By hand: getline and strtod.

local arms = require "bench.arms"
local host = require "bench.host"

local M = { name = "csv" }

local function make_file(rows)
  local path = host.directory("build/bench") .. "/rows.csv"
  local file = assert(io.open(path, "w"))
  local s, lines = 42ULL, {}
  file:write("price,size,time\n")
  for i = 1, rows do
    s = s * 6364136223846793005ULL + 1442695040888963407ULL
    local price = 95 + tonumber(bit.rshift(s, 11)) * 2 ^ -53 * 10
    local size = tonumber(bit.band(bit.rshift(s, 20), 0xffff)) / 1000
    lines[#lines + 1] = ("%.6f,%.3f,1700000%09d000"):format(price, size, i)
    if #lines == 4096 or i == rows then
      file:write(table.concat(lines, "\n"), "\n")
      lines = {}
    end
  end
  local bytes = file:seek()
  file:close()
  return path, bytes
end

-- User and system time of a command.
local function arm(name, compiler, command, bytes)
  return {
    name = name, compiler = compiler,
    run = function()
      local output, ok = host.run("bash -c " .. host.quote("TIMEFORMAT='time %U %S'; time " .. command))
      local user, system = output:match("time (%S+) (%S+)")
      local sums = output:match("\ntotal,(%S+)")
      if not (ok and sums) then error(output, 0) end
      return (sums:gsub(",", " ")), bytes / 1e6 / (tonumber(user) + tonumber(system))
    end,
  }
end

function M.cases(options, note)
  return { function()
    local path, bytes = make_file(options.quick and 100000 or 2000000)
    local directory = host.directory("build/bench/csv")
    local resolved = require("flux.resolve").resolve(dofile(host.path("bench/graphs/rows.lua")))
    require("flux.export").write(resolved, { dir = directory, main = true })
    local all = {}
    for _, compiler in ipairs(host.compilers()) do
      arms.append(all, arms.optional(note, "by hand, " .. compiler.name, function()
        local program = host.program(compiler.name, "rows_hand", { "bench/hand/rows.c" })
        return { arm("by hand, strtod", compiler.name, program .. " " .. path, bytes) }
      end))
      arms.append(all, arms.optional(note, "exported main, " .. compiler.name, function()
        local sources = { "build/bench/csv/main.c", "build/bench/csv/rows.c" }
        local program = host.program(compiler.name, "rows_export", sources, { includes = { "build/bench/csv" } })
        return { arm("exported --main", compiler.name, program .. " --input Row=" .. path, bytes) }
      end))
    end
    for _, backend in ipairs { "luajit", "native", "table" } do
      all[#all + 1] = arm("flux run, " .. backend, "lua", "./flux run bench/graphs/rows.lua --quiet --backend " .. backend, bytes)
    end
    return {
      name = ("%.0f MB"):format(bytes / 1e6), unit = "MB/s", fixed = true, events = 1, rounds = options.rounds, arms = all,
      against = { "by hand, strtod" },
    }
  end }
end

return M
