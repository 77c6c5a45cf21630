-- SPDX-License-Identifier: MIT
-- flux verify: one graph, one input, every backend; all must publish the same rows and end in the same state.
--
--   flux verify graphs/sp500.lua
--   flux verify graphs/sp500.lua --input Bar=mine.csv --arms table,native
--
-- Rows are compared as text that is equal exactly when the states are (flux.adapters.rows). Each arm writes its rows to a file,
-- then the final states, then the error that ended the run, so inputs of any length can be compared, and runs that fail too. The
-- first arm that ran is the reference: the oracle, where spec/ is there. An arm that cannot run the graph is skipped, with the
-- reason; that is a failure only when --arms named it.
local feeds = require "flux.cli.feed"
local graphs = require "flux.cli.graphs"
local interrupt = require "flux.interrupt"
local main = require "flux.cli.main"
local native = require "flux.native"
local origins = require "flux.origin"
local rows = require "flux.adapters.rows"
local terminal = require "flux.cli.terminal"
local M = {}

M.summary = "compare all backends and the exported program on one input"
M.description = "Runs the oracle, table, luajit, native and the exported program on one input and compares every row of every " ..
  "sink and the final state. Prints one line per arm; exit status 1 when one differs. The oracle is the naive rule: on large graphs " ..
  "it takes long; --limit reads fewer events, --arms table,luajit,native,exported leaves it out."

local ARMS = { "oracle", "table", "luajit", "native", "exported" }

function M.configure(parser)
  graphs.options(parser)
  graphs.input_options(parser)
  parser:option("--arms", "Only these, the first being the reference: " .. table.concat(ARMS, ","))
  parser:option("--until -u", "Ignore later events; at the end move time to this point."):argname("TIME")
  parser:option("--limit -n", "Read at most this many events."):argname("N"):convert(tonumber)
end

-- What starts an instance of an arm that runs in this process.
local function starter(name)
  if name ~= "oracle" then return function(graph, on) return graph:start { backend = name, on = on } end end
  package.path = package.path .. ";" .. main.root .. "/?.lua"
  return function(graph, on) return require("spec.oracle").start(graph, { on = on }) end
end

-- Messages name files as the user typed them; the exported program names them from the script's directory.
local function relative(graph, message)
  local seen = {}
  local function shorten(file)
    local short = origins.relative(file, graph.directory)
    if file ~= short and not seen[file] then
      seen[file] = true
      message = message:gsub(file:gsub("%p", "%%%0") .. ":", (short:gsub("%%", "%%%%")) .. ":")
    end
  end
  for _, callback in ipairs(graph.callbacks or {}) do
    shorten(callback.origin.file)
    if callback.node.origin then shorten(callback.node.origin.file) end
  end
  return message
end

--- Seconds after which it is said why the oracle takes long.
M.PATIENCE = 10

-- Called after each event: says it once.
local function impatient(name)
  local start, events, told = terminal.seconds(), 0, name ~= "oracle"
  return function()
    events = events + 1
    if told or events % 16 > 0 or terminal.seconds() - start < M.PATIENCE then return end
    told = true
    io.stderr:write(("flux: the oracle has run %s events so far: it is the naive rule and asks every node after every event; "
      .. "--limit N reads fewer events, --arms table,luajit,native,exported leaves it out\n"):format(terminal.grouped(events)))
  end
end

-- Sends the inputs. Returns nil, or the message of what ended the run.
local function pump(name, rt, graph, inputs, args)
  local feed
  local ran, ok, message = pcall(function()
    feed = feeds.open(rt, inputs, {
      on_bad_row = args.on_bad_row, limit = args.limit, until_time = graphs.time(args["until"], "until"),
      policy = graph.options.on_error or "stop", reject_late = graph.options.late == "reject", silent = true,
      progress = true, often = name == "oracle" and 16 or nil, after_event = impatient(name),
    })
    local good, problem = feed:pump()
    if good then good, problem = feed:finish(graphs.end_event(graph)) end
    return good, problem
  end)
  if feed then feed:close() end
  if not ran then ok, message = false, ok end
  interrupt.pass()
  return not ok and tostring(message) or nil
end

-- Runs one arm in this process. Returns the message of what ended the run, if it was an error.
local function run_here(name, args, path)
  local graph = graphs.load(args)
  local inputs = graphs.inputs(graph, args)
  graph:finish()
  local writer, rt = rows.open(path), nil
  local function text_of(id) return rt and rt:symbol_text(id) or graph.symbols[id].text end
  local on = {}
  for _, sink in ipairs(graph.sinks) do
    local format = rows.formatter(sink.node.record, text_of, true)
    on[sink.name] = function(state) writer:write(sink.name .. "," .. format(state)) end
  end
  local problem
  rt, problem = starter(name)(graph, on)
  problem = problem or pump(name, rt, graph, inputs, args)
  for _, node in ipairs(rt and (graph.observed or graph.nodes) or {}) do
    writer:write(("state %s,%s"):format(node.name, rows.formatter(node.record, text_of, true)(rt.state[node.name])))
  end
  problem = problem and relative(graph, problem)
  if problem then writer:write("error," .. problem) end
  writer:close()
  return problem
end

local function speaks(graph, language)
  require("flux.bodies").compile(graph:finish())
  for _, callback in ipairs(graph.callbacks) do
    if callback.body.language == language then return true end
  end
  return false
end

-- Why an arm cannot run this graph here; nil when it can.
local function obstacle(name, graph, args)
  if name == "oracle" then
    if not package.searchpath("spec.oracle", main.root .. "/?.lua") then return "spec/oracle.lua is not there" end
    return speaks(graph, "c") and "C bodies" or nil
  end
  if name ~= "native" and name ~= "exported" then return nil end
  if speaks(graph, "opaque") then return "opaque Lua" end
  if not native.compiler() then
    return ("no C compiler: '%s' does not run; install gcc or clang, or set CC"):format(os.getenv("CC") or "cc")
  end
  return name == "exported" and require("flux.cli.exported").refused(graph, args) or nil
end

-- The first difference of two files of rows: line number and both lines, or nil.
local function difference(left, right)
  local a, b = assert(io.open(left, "rb")), assert(io.open(right, "rb"))
  local n, found = 0, nil
  repeat
    n = n + 1
    local x, y = a:read("*l"), b:read("*l")
    if x ~= y then found = { row = n, expected = x or "(no more rows)", got = y or "(no more rows)" } end
  until found or not x
  a:close()
  b:close()
  return found, n - 1
end

local function chosen(args)
  if not args.arms then return ARMS, false end
  local list = {}
  for name in args.arms:gmatch("[^,]+") do
    local known = false
    for _, arm in ipairs(ARMS) do known = known or arm == name end
    if not known then main.usage("--arms: there is no arm '%s'; there are: %s", name, table.concat(ARMS, ", ")) end
    list[#list + 1] = name
  end
  if #list < 2 then main.usage("--arms '%s' compares nothing: name two or more of %s", args.arms, table.concat(ARMS, ",")) end
  return list, true
end

local function report(name, text, ...)
  print(("%-9s %s"):format(name, text:format(...)))
  local ok, reason = io.stdout:flush() -- the next arm may take long
  if not ok then main.fail("cannot write to standard output: %s", reason) end
end

-- Runs the arm and compares it with the reference. Returns false when it differs or cannot run.
local function judge(name, args, path, reference)
  local start = terminal.seconds()
  local run = name == "exported" and require("flux.cli.exported").run or run_here
  local ok, problem = pcall(run, name, args, path)
  interrupt.pass()
  if not ok then
    report(name, "failed: %s", type(problem) == "table" and problem.message or tostring(problem))
    return false
  end
  local seconds = terminal.seconds() - start
  local found, count = difference(reference or path, path)
  if found then
    report(name, "DIFFERS at row %d", found.row)
    print("  expected  " .. found.expected)
    print("  got       " .. found.got)
    return false
  end
  local ending = problem and ", ended by an error" or ""
  report(name, "%s  %s rows and states%s, %.2f s", reference and "same     " or "reference", terminal.grouped(count - (problem and 1 or 0)),
    ending, seconds)
  if problem and not reference then print("  error     " .. problem) end
  return true
end

-- Every arm in turn; the names of the files that hold their rows go to `files`.
local function compare(graph, args, files)
  local arms, explicit = chosen(args)
  local reference, good = nil, true
  for _, name in ipairs(arms) do
    local why = obstacle(name, graph, args)
    if not why then
      local path = os.tmpname()
      files[#files + 1] = path
      if judge(name, args, path, reference) then
        reference = reference or path
      else
        good = false
      end
    else
      report(name, "skipped: %s", why)
      good = good and not explicit
    end
  end
  if good and #files < 2 then main.fail("nothing was compared: only one arm can run this") end
  return good
end

function M.run(args)
  local graph, files = graphs.load(args), {}
  local inputs = graphs.inputs(graph, args)
  if not inputs[1] then main.usage("the graph has no default input: give --input EVENT=FILE") end
  for _, input in ipairs(inputs) do
    if input.file == "-" then main.usage("every arm reads the inputs, and standard input can be read only once: name a file") end
  end
  local ok, good = pcall(compare, graph, args, files)
  for _, path in ipairs(files) do os.remove(path) end
  if not ok then error(good, 0) end
  return good and 0 or 1
end

return M
