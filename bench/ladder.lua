-- SPDX-License-Identifier: MIT
-- bench.ladder: the ten-node ladder (graphs/ladder.lua): hand-written arms, exported C, and the three backends driven from Lua.
--
-- An arm is { name, compiler, run(input, events) → count, published[, cpu ns, wall ns], baseline, share }: `run` is one whole
-- loop from a fresh state, which may time itself; `share` is the part of the events that a slow arm runs (its figures are per
-- event all the same).

local ffi = require "ffi"
local host = require "bench.host"

local M = { name = "ladder", inputs = { "random", "periodic" } }

---Known answers, by input and number of events; other numbers are compared between the arms only.
M.known = {
  random = {
    [100000000] = { 70696695, "3fe44ea84ac0b373" },
    [200000000] = { 141398730, "3fc28b8dcccfbe4e" },
  },
  periodic = {
    [100000000] = { 56249935, "3fe3b345d4efefbd" },
    [200000000] = { 112499935, "3fe3b345d49a99f2" },
  },
}

ffi.cdef [[
  typedef struct bench_ladder_result { int64_t count; double published; } bench_ladder_result;
  void generator(int periodic, int64_t events, bench_ladder_result *out);
  void inlined_branch(int periodic, int64_t events, bench_ladder_result *out);
  void inlined_mask(int periodic, int64_t events, bench_ladder_result *out);
  void hand_guarded(int periodic, int64_t events, bench_ladder_result *out);
  void export_typed(int periodic, int64_t events, bench_ladder_result *out);
  void export_batch(int periodic, int64_t events, bench_ladder_result *out);
]]

local function c_arm(library, compiler, symbol, label)
  local fn, out = library[symbol], ffi.new("bench_ladder_result")
  return {
    name = label,
    compiler = compiler,
    silent = symbol == "generator",
    baseline = symbol == "hand_guarded",
    library = library, -- a collected library is unloaded
    run = function(input, events)
      fn(input == "periodic" and 1 or 0, events, out)
      return tonumber(out.count), out.published
    end,
  }
end

-- clang reads price and size as one vector right after the caller stored them one by one, and waits for the stores; the
-- second hand-guarded arm is compiled without that transformation, so that nobody wins by a compiler's accident.
local NO_SLP = { gcc = "-fno-tree-slp-vectorize", clang = "-fno-slp-vectorize" }

local function hand_arms(compiler)
  local library = host.library(compiler, "ladder_hand", {
    "bench/hand/ladder_inlined.c", "bench/hand/ladder_guarded.c", "bench/hand/ladder_guarded_loop.c",
  })
  local no_slp = host.library(compiler, "ladder_noslp", {
    "bench/hand/ladder_guarded.c", "bench/hand/ladder_guarded_loop.c",
  }, { flags = NO_SLP[compiler] })
  local scalar = c_arm(no_slp, compiler, "hand_guarded", "hand-guarded, no SLP")
  scalar.baseline = false
  return {
    c_arm(library, compiler, "generator", "generator alone"),
    c_arm(library, compiler, "inlined_branch", "inlined-branch"),
    c_arm(library, compiler, "inlined_mask", "inlined-mask"),
    c_arm(library, compiler, "hand_guarded", "hand-guarded"),
    scalar,
  }
end

local function graph() return dofile(host.path("graphs/ladder.lua")) end

---Exports the graph once; every compiler builds the same text.
local function export()
  local directory = host.directory("build/bench/ladder_export")
  require("flux.export").write(require("flux.resolve").resolve(graph()), { dir = directory })
  return directory
end

local function export_arms(compiler, directory)
  local library = host.library(
    compiler,
    "ladder_export",
    { directory .. "/ladder.c", "bench/hand/ladder_export.c" },
    { includes = { directory, "bench/hand" } }
  )
  return {
    c_arm(library, compiler, "export_typed", "exported, typed entry"),
    c_arm(library, compiler, "export_batch", "exported, batch entry"),
  }
end

---A backend driven from Lua, in a process of its own as a user's would be: in one process the arms would share traces.
local function lua_arm(backend)
  return {
    name = backend .. " backend",
    compiler = "lua",
    share = backend == "table" and 0.02 or 0.1,
    run = function(input, events)
      local command = "luajit bench/lua_arm.lua %s %s %d %d"
      local output, ok = host.run(command:format(backend, input, events, math.min(events, 200000)))
      local count, published, cpu, wall = output:match("^(%d+) (%S+) (%S+) (%S+)\n$")
      if not (ok and count) then error(output, 0) end
      return tonumber(count), tonumber(published), tonumber(cpu), tonumber(wall)
    end,
  }
end

---Calls `make`; a part of flux that is not there leaves its arms out, and says so.
local function optional(notes, what, make)
  local ok, result = pcall(make)
  if ok then return result end
  notes[#notes + 1] = what .. " left out: " .. tostring(result):match("^[^\n]*")
end

---@param compilers { name: string }[]
---@return table[] arms
---@return string[] notes
function M.arms(compilers)
  local arms, notes = {}, {}
  local function add(list)
    for _, arm in ipairs(list or {}) do arms[#arms + 1] = arm end
  end
  local directory = optional(notes, "exported C", export)
  for _, compiler in ipairs(compilers) do
    add(hand_arms(compiler.name))
    if directory then
      add(optional(notes, "exported C by " .. compiler.name, function() return export_arms(compiler.name, directory) end))
    end
  end
  for _, backend in ipairs { "table", "luajit", "native" } do
    add(optional(notes, "the " .. backend .. " backend", function()
      local arm = lua_arm(backend)
      arm.run("random", 10)
      return { arm }
    end))
  end
  return arms, notes
end

return M
