-- SPDX-License-Identifier: MIT
-- bench.csv: CSV → events → graph, end to end: a file of rows of two doubles and a time, in the page cache; a process that reads it all and
-- prints the sums (bench/graphs/rows.lua). Processor time of the process, start included. By hand: getline and strtod. And apart from
-- time: is each value that comes out of a row the one that strtod reads there?

local ffi = require "ffi"
local arms = require "bench.arms"
local host = require "bench.host"

local M = { name = "csv" }

ffi.cdef [[ double strtod(const char *, char **); ]]

local box, other = ffi.new "union { uint64_t u; double d; }", ffi.new "union { uint64_t u; double d; }"

local function price_of(s) return ("%.6f"):format(95 + tonumber(bit.rshift(s, 11)) * 2 ^ -53 * 10) end

-- A size as in a feed, or with `any` a double of any bits with as many digits as it needs.
local function size_of(s, any)
  if not any then return ("%.3f"):format(tonumber(bit.band(bit.rshift(s, 20), 0xffff)) / 1000) end
  box.u = bit.bxor(s, bit.rshift(s, 29))
  local size = box.d
  return ("%.17g"):format(size - size == 0 and size or 0) -- no infinity, no NaN
end

local function make_file(name, rows, any)
  local path = ("%s/%s"):format(host.directory("build/bench"), name)
  local file = assert(io.open(path, "w"))
  local s, lines = 42ULL, {}
  file:write("price,size,time\n")
  for i = 1, rows do
    s = s * 6364136223846793005ULL + 1442695040888963407ULL
    lines[#lines + 1] = ("%s,%s,1700000%09d000"):format(price_of(s), size_of(s, any), i)
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

-- Exports bench/graphs/NAME.lua as a program; returns its path.
local function exported_main(compiler, name)
  local directory = "build/bench/csv"
  local resolved = require("flux.resolve").resolve(dofile(host.path(("bench/graphs/%s.lua"):format(name))))
  require("flux.export").write(resolved, { dir = host.directory(directory), main = true })
  local sources = { directory .. "/main.c", ("%s/%s.c"):format(directory, name) }
  return host.program(compiler, name .. "_export", sources, { includes = { directory } })
end

local BACKENDS = { "luajit", "native", "table" }

local function flux_run(name, backend) return ("./flux run bench/graphs/%s.lua --quiet --backend %s"):format(name, backend) end

---How many doubles of the first two columns of a file are not, to the last bit, in the columns after the name of what flux printed; and of
---how many. Both are read by strtod: what was printed gives the double that it was printed from.
---@param path string
---@param printed string
---@return integer differing
---@return integer compared
function M.differing(path, printed)
  local differing, compared, rows = 0, 0, assert(io.open(printed))
  rows:read("*l") -- the header
  for line in io.lines(path) do
    local price, size = line:match("^([^,]*),([^,]*),%d")
    if price then
      local a, b = (rows:read("*l") or ""):match("^%w+,([^,]*),([^,]*)")
      for i, text in ipairs { price, size } do
        local read = i == 1 and a or b
        box.d, other.d = ffi.C.strtod(text, nil), ffi.C.strtod(read or "", nil)
        compared = compared + 1
        if not read or box.u ~= other.u then differing = differing + 1 end
      end
    end
  end
  rows:close()
  return differing, compared
end

-- Every value of a file of doubles of any kind, as each way of reading gives it.
local function values(options, note)
  local path = make_file("values.csv", options.quick and 10000 or 500000, true)
  local all = {}
  local function add(name, compiler, command)
    all[#all + 1] = { name = name, compiler = compiler, silent = true, run = function()
      local printed = path .. ".printed"
      local output, ok = host.run(("%s >%s"):format(command, host.quote(printed)))
      if not ok then error(output, 0) end
      local differing, compared = M.differing(path, printed)
      os.remove(printed)
      return "", differing, { compared = compared }
    end }
  end
  for _, compiler in ipairs(host.compilers()) do
    arms.append(all, arms.optional(note, "values by exported main, " .. compiler.name, function()
      add("exported --main", compiler.name, exported_main(compiler.name, "rows_each") .. " --input Row=" .. host.quote(path))
      return {}
    end))
  end
  for _, backend in ipairs(BACKENDS) do add("flux run, " .. backend, "lua", flux_run("rows_each", backend)) end
  return { name = "values", unit = "values", fixed = true, events = 1, rounds = 1, arms = all }
end

local function throughput(options, note)
  local path, bytes = make_file("rows.csv", options.quick and 100000 or 2000000)
  local all = {}
  for _, compiler in ipairs(host.compilers()) do
    arms.append(all, arms.optional(note, "by hand, " .. compiler.name, function()
      local program = host.program(compiler.name, "rows_hand", { "bench/hand/rows.c" })
      return { arm("by hand, strtod", compiler.name, program .. " " .. path, bytes) }
    end))
    arms.append(all, arms.optional(note, "exported main, " .. compiler.name, function()
      return { arm("exported --main", compiler.name, exported_main(compiler.name, "rows") .. " --input Row=" .. path, bytes) }
    end))
  end
  for _, backend in ipairs(BACKENDS) do all[#all + 1] = arm("flux run, " .. backend, "lua", flux_run("rows", backend), bytes) end
  return {
    name = ("%.0f MB"):format(bytes / 1e6), unit = "MB/s", fixed = true, events = 1, rounds = options.rounds, arms = all,
    against = { "by hand, strtod" },
  }
end

function M.cases(options, note)
  return { function() return throughput(options, note) end, function() return values(options, note) end }
end

return M
