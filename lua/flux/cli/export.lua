-- SPDX-License-Identifier: MIT
-- flux export: a graph as C files; see flux.export for what they contain.
local files = require "flux.cli.files"
local graphs = require "flux.cli.graphs"
local main = require "flux.cli.main"
local names = require "flux.names"
local M = {}

M.summary = "write the graph as C: one header, one source file"
M.description = "Writes PREFIX.h and PREFIX.c: C11 without Lua, allocation or globals. The same graph gives the same bytes."

function M.configure(parser)
  graphs.options(parser)
  parser:option("--out -o", "Directory to write to; it is made when it is not there."):argname("DIR"):count(1)
  parser:option("--prefix", "Prefix of every name and of the files (default: the graph's name)."):argname("NAME")
  parser:flag("--main", "Also write main.c, a program that reads CSV files and prints what the sinks publish.")
  parser:flag("--cmake", "Also write CMakeLists.txt, which builds and installs the graph as a package.")
  parser:flag("--inbox", "Also write flux_inbox.h and flux_inbox.c: a queue that brings events from another thread.")
  parser:flag("--line", "Map every statement to the script with #line, so that a debugger steps through it.")
  parser:flag("--snapshot", "Add functions that take and restore snapshots.")
  parser:flag("--no-audit", "Leave out the audit: the twin of each cycle that records what happens.")
  parser:option("--profile", "What flux run --profile measured: cheap tails behind arrests that cannot be guessed get no branch.")
    :argname("FILE")
  parser:flag("--profile-hooks", "A build to measure with: it counts and times its callbacks; with --main, main.c takes --profile FILE.")
  parser:flag("--faults", "A test build that can fail any callback.")
end

-- The nodes whose arrests a profile says cannot be guessed.
local function unpredictable(resolved, path)
  if not path then return nil end
  local profile = require "flux.profile"
  local report, problem = profile.read(path, resolved)
  if not report then main.fail("%s", problem) end
  local nodes = profile.unpredictable(report)
  return next(nodes) and nodes or nil
end

---Makes a directory and those above it.
---@param path string
function M.make_directory(path)
  local pipe = assert(io.popen(("LC_ALL=C mkdir -p -- %s 2>&1"):format(files.quoted(path)), "r"))
  local said = pipe:read("*a")
  pipe:close()
  if said ~= "" then main.fail("cannot make the directory %s: %s", path, said:match(": ([^:\n]+)\n") or said) end
end

-- What flux wrote says so on its first line.
local function is_own(path)
  local file = io.open(path, "rb")
  if not file then return true end
  local line = (file:read(400) or ""):match("^[^\n]*")
  file:close()
  return line:find("written by flux from", 1, true) ~= nil
end

-- Neither what the graph is read from nor a file that is not flux's is written over.
local function check_files(graph, args, list)
  local writes = {}
  for i, item in ipairs(list) do writes[i] = { "--out", item[1] } end
  files.distinct(files.of_graph(graph, args.graph, "flux export"), writes)
  for _, item in ipairs(list) do
    if not is_own(item[1]) then main.fail("%s is there, and flux did not write it: name another directory, or remove it", item[1]) end
  end
end

-- Kilobytes of a graph that is large: most of the heap then lives until the end, and is not let grow to twice its size.
local LARGE, PAUSE = 65536, 150

function M.run(args)
  local graph = graphs.load(args)
  if collectgarbage "count" > LARGE then collectgarbage("setpause", PAUSE) end
  local resolved = require("flux.resolve").resolve(graph)
  local prefix = args.prefix
  local reason = names.refused(prefix or graph.name, "prefix")
  if reason and prefix then main.usage("--prefix %s: %s", prefix, reason) end
  if reason then main.fail("graph '%s' cannot be exported under its name: %s; choose another with --prefix", graph.name, reason) end
  local export = require "flux.export"
  local text = export.text(resolved, {
    prefix = prefix, main = args.main, cmake = args.cmake, inbox = args.inbox, line = args.line, snapshot = args.snapshot,
    audit = not args.no_audit, faults = args.faults, profile_hooks = args.profile_hooks,
    unpredictable = unpredictable(resolved, args.profile),
  })
  check_files(graph, args, export.files(text, args.out))
  M.make_directory(args.out) -- not before: a refused export leaves nothing behind
  for _, path in ipairs(export.save(text, args.out)) do print(path) end
  return 0
end

return M
