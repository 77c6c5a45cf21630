-- SPDX-License-Identifier: MIT
-- bench.arms: arms for a graph: the exported C driven by bench/drive.c, the backends driven from Lua, the peers.
--
--   arms.exported(it, { batch = true }, note)                 -- `it`: { graph, event, input, sink }, see bench.graphs.debs
--   arms.backend("luajit", "debs", "deep", 10)
--   arms.peers("deep", 10, note)
--
-- A build that fails leaves its arms out and says so through `note`.

local ffi = require "ffi"
local host = require "bench.host"
local served = require "bench.served"

local M = {}

ffi.cdef [[
  typedef struct bench_result { int64_t count; double value; } bench_result;
  void drive_typed(int input, int64_t events, bench_result *out);
  void drive_batch(int input, int64_t events, bench_result *out);
  void drive_dispatch(int input, int64_t events, bench_result *out);
  double drive_records(void);
]]

---Calls `make`; what fails is left out, with a note.
function M.optional(note, what, make)
  local ok, result = pcall(make)
  if ok then return result end
  note(what .. " left out: " .. tostring(result):match("^[^\n]*"))
  return {}
end

function M.append(list, more)
  for _, item in ipairs(more) do list[#list + 1] = item end
  return list
end

---Runs the same loop in an arm that is a C function of a library.
---@param library ffi.namespace*
---@param symbol string
---@param name string
---@param compiler string
---@param input? integer which input, where there are several
function M.native(library, symbol, name, compiler, input)
  local fn, out = library[symbol], ffi.new("bench_result")
  return {
    name = name,
    compiler = compiler,
    library = library, -- a collected library is unloaded
    run = function(events)
      fn(input or 0, events, out)
      return ("%d %.17g"):format(tonumber(out.count), out.value)
    end,
  }
end

local SMALL = 200 -- nodes: their instance lies on the stack, as in the hand-written arms

---Names of the exported types and functions, and the event's input, for drive.c.
local function workload_header(it, prefix)
  local lower = it.event.name:lower()
  local lines = {
    "/* What drive.c drives. */",
    ('#include "%s.h"'):format(prefix),
    ("typedef %s_t graph;"):format(prefix),
    ("typedef %s_%s_event event;"):format(prefix, lower),
    ("#define GRAPH(name) %s_##name"):format(prefix),
    ("#define ON_EVENT %s_on_%s"):format(prefix, lower),
    ("#define ON_EVENTS %s_on_%s_n"):format(prefix, lower),
    ("#define EVENT_TYPE %s_%s"):format(prefix:upper(), it.event.name:upper()),
    ("#define COUNT %s"):format(table.concat(it.count or { "sink", "count" }, ".")),
    ("#define VALUE %s"):format(table.concat(it.value or { "sink", "value" }, ".")),
    it.wall and "#define WALL" or "",
    #it.graph.nodes <= SMALL and "#define SMALL" or "",
    it.c_source or "typedef int source;\nstatic inline source source_of(int input) { return input; }",
    "static inline void fill(event *e, source *in, int64_t seq) {",
    "  (void)in, (void)seq;",
    it.c_each,
  }
  for _, field in ipairs(it.input) do
    local kind = it.event.record.by_name[field[1]].type
    lines[#lines + 1] = ("  e->%s = (%s)(%s);"):format(field[1], kind, field.c or field[2])
  end
  lines[#lines + 1] = "}\n"
  return table.concat(lines, "\n")
end

---Exports a graph into build/bench/NAME, with what drive.c needs beside it.
---@param it table
---@param name string
---@param options? table of flux.export
---@return string directory relative to the root
---@return string prefix of the exported names
function M.export(it, name, options)
  local directory = "build/bench/" .. name
  local path = host.directory(directory)
  local given = { dir = path }
  for key, value in pairs(options or {}) do given[key] = value end -- a copy: the order does not matter
  require("flux.export").write(require("flux.resolve").resolve(it.graph, options), given)
  local prefix = given.prefix or it.graph.name
  local file = assert(io.open(path .. "/workload.h", "w"))
  file:write(workload_header(it, prefix))
  file:close()
  return directory, prefix
end

-- The arms of one build of an export.
local function built_arms(label, spec, libraries, note)
  local list = {}
  for _, built in ipairs(libraries) do
    if not built.library then
      note(("%s by %s left out: %s"):format(label, built.compiler, built.problem))
    else
      for _, entry in ipairs { "typed", "batch" } do
        if spec[entry] ~= false then
          list[#list + 1] = M.native(built.library, "drive_" .. entry, ("%s, %s entry"):format(label, entry), built.compiler, spec.input)
        end
      end
    end
  end
  return list
end

---Exported C, built by every compiler. `spec`: name of the arms ("exported"), `build` the name of the build directory, `export` its
---options, `typed` and `batch` which arms are wanted (default: both), `input` which input, `slp`: also as
----O2 alone builds it.
---@return table[] arms
function M.exported(it, spec, note)
  local label = spec.name or "exported"
  return M.optional(note, label, function()
    local build = spec.build or it.graph.name
    local directory, prefix = M.export(it, build, spec.export)
    local function compiled(name, slp)
      local sources = { directory .. "/" .. prefix .. ".c", "bench/drive.c" }
      return host.libraries(name, sources, { includes = { directory, "bench/hand" }, slp = slp })
    end
    local list = built_arms(label, spec, compiled(build), note)
    if spec.slp then M.append(list, built_arms(label .. ", SLP", spec, compiled(build .. "_slp", true), note)) end
    return list
  end)
end

-- Export options that switch off one choice each: what it is worth is the ratio to "exported".
local CHOICES = {
  { "the audit", "no_audit", { audit = false } },
  { "always-dirty inference", "no_inference", { infer = false } },
  { "merged tests", "no_regions", { merge = false } },
  { "states in locals for a batch", "no_batch", { batch = false } },
  { "only what is carried in these locals", "no_carry", { carry = false } },
}

---The exported C once without each of the exporter's choices; where that is the same text, it is left out.
---@param make fun(): table the graph, built anew
---@param spec table of M.exported; `build`: that of the arm "exported", which is built already
---@return table[] arms
function M.ablations(make, spec, note)
  local list = {}
  for _, choice in ipairs(CHOICES) do
    local it, build = make(), ("%s_%s"):format(spec.build, choice[2])
    local function text(name) return host.read(host.path(("build/bench/%s/%s.c"):format(name, it.graph.name))) end
    local without = M.exported(it, { name = "exported without " .. choice[1], build = build, export = choice[3], input = spec.input }, note)
    if text(build) ~= text(spec.build) then M.append(list, without) end
  end
  return list
end

local BUDGET = 6e7 -- ns that a loop of a process of its own may take

---An arm whose process is opened when it first runs, and stays.
local function served_arm(name, command, workload, size, share)
  local process
  return {
    name = name,
    compiler = "own",
    share = share,
    budget = BUDGET,
    run = function(events, more)
      process = process or served.open(command, (name:gsub("[^%w]+", "_")))
      return process:run(workload, size, events, more)
    end,
    close = function()
      if process then process:close() end
      process = nil
    end,
  }
end

---A backend driven from Lua, in a process of its own as a user's would be: in one process the arms would share traces.
---@param backend string "table", "luajit", "native"
---@param set string the module in bench/graphs
---@param options? { jit: boolean?, share: number?, name: string? }
function M.backend(backend, set, workload, size, options)
  options = options or {}
  local command = ("luajit %s bench/lua_arm.lua %s %s"):format(options.jit == false and "-joff" or "", backend, set)
  local arm = served_arm(options.name or backend .. " backend", command, workload, size, options.share)
  arm.compiler = "lua"
  return arm
end

-- Peers: built once a run; each has one process, which serves every workload, so that a JVM starts once.
local peers

local function build_peers(note)
  peers = {}
  local names = host.run("ls bench/peers 2>/dev/null")
  for name in names:gmatch("[^\n]+") do
    local directory = "bench/peers/" .. name
    if select(2, host.run("test -x " .. directory .. "/build.sh && test -x " .. directory .. "/serve.sh")) then
      io.stderr:write("  building peer ", name, "\n")
      local log = host.directory("build/bench") .. "/peer_" .. name .. ".log"
      local output, ok = host.run(("%s/build.sh >'%s' 2>&1; status=$?; tail -n 1 '%s'; exit $status"):format(directory, log, log))
      if ok then
        ok, output = pcall(function()
          local process = served.open(directory .. "/serve.sh", "peer_" .. name)
          peers[#peers + 1] = { name = name, process = process, list = process:ask("list"), about = process:ask("about") }
        end)
      end
      if not ok then note(("peer %s left out: %s"):format(name, output:match("[^\n]*"))) end
    end
  end
end

---Neither builds nor runs any.
function M.without_peers() peers = {} end

---What the peers say of themselves.
function M.about_peers()
  local list = {}
  for _, peer in ipairs(peers or {}) do list[#list + 1] = peer.name .. ": " .. peer.about end
  return list
end

---The arms of all peers for a workload; "fluxtion stream" is the workload "NAME/stream" of the peer fluxtion. Which of a peer's entries is
---the fastest differs from graph to graph: "fluxtion, stream clock" is the opponent that is the faster of `stream` and `typed-stream`.
---@param workload string
---@param size string|integer
---@param note fun(text: string)
---@param share? number
function M.peers(workload, size, note, share)
  if not peers then build_peers(note) end
  local list = {}
  for _, peer in ipairs(peers) do
    for name, at in peer.list:gmatch("([^:%s]+):(%S+)") do
      local base, variant = name:match("^([^/]+)/?(.*)$")
      if base == workload and at == tostring(size) then
        list[#list + 1] = {
          name = variant == "" and peer.name or peer.name .. " " .. variant,
          opponent = variant:find("stream$") and peer.name .. ", stream clock" or nil,
          compiler = "own",
          share = share,
          budget = BUDGET,
          run = function(events) return peer.process:run(name, size, events) end,
        }
      end
    end
  end
  return list
end

---Ends the peers' processes.
function M.close_peers()
  for _, peer in ipairs(peers or {}) do peer.process:close() end
  peers = nil
end

return M
