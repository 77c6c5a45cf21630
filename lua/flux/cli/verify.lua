-- SPDX-License-Identifier: MIT
-- flux verify: one graph, one input, every backend; all must publish the same rows and end in the same state.
--
--   flux verify graphs/sp500.lua
--   flux verify graphs/sp500.lua --input Bar=mine.csv --arms table,native
--
-- Rows are compared as text that is equal exactly when the states are (flux.adapters.rows). Each arm writes its rows to a file,
-- so inputs of any length can be compared. The first arm that ran is the reference: the oracle, where spec/ is there.
local feeds = require "flux.cli.feed"
local graphs = require "flux.cli.graphs"
local main = require "flux.cli.main"
local rows = require "flux.adapters.rows"
local terminal = require "flux.cli.terminal"
local M = {}

M.summary = "compare all backends and the exported program on one input"
M.description = "Runs the oracle, table, luajit, native and the exported program on one input and compares every row of every " ..
  "sink and the final state. Prints one line per arm; exit status 1 when one differs."

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

-- Runs one arm in this process; every row, error and final state becomes a line of `path`.
local function run_here(name, args, path)
  local graph = graphs.load(args)
  local inputs = graphs.inputs(graph, args)
  graph:finish()
  local writer, rt = rows.open(path), nil
  local function text_of(id) return rt and rt:symbol_text(id) or graph.symbols[id].text end
  local on = {}
  for _, sink in ipairs(graph.sinks) do
    local format = rows.formatter(sink.node.record, text_of)
    on[sink.name] = function(state) writer:write(sink.name .. "," .. format(state)) end
  end
  local problem
  rt, problem = starter(name)(graph, on)
  if problem then writer:write("error," .. problem) end
  local feed = feeds.open(rt, inputs, {
    on_bad_row = args.on_bad_row, limit = args.limit, until_time = graphs.time(args["until"], "until"),
    policy = graph.options.on_error or "stop", reject_late = graph.options.late == "reject", silent = true,
  })
  local ok, message = feed:pump()
  if ok then ok, message = feed:finish(graphs.end_event(graph)) end
  if not ok then writer:write("error," .. tostring(message)) end
  for _, node in ipairs(graph.observed or graph.nodes) do
    writer:write(("state %s,%s"):format(node.name, rows.formatter(node.record, text_of)(rt.state[node.name])))
  end
  writer:close()
  feed:close()
  return feed.events
end

local function available(name, graph, args)
  if name == "oracle" then return package.searchpath("spec.oracle", main.root .. "/?.lua") ~= nil, "spec/oracle.lua is not there" end
  local refused = name == "exported" and require("flux.cli.exported").refused(graph, args)
  return not refused, refused
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
  return list, true
end

local function report(name, text, ...) print(("%-9s %s"):format(name, text:format(...))) end

-- Runs the arm and compares it with the reference. Returns false when it differs or cannot run.
local function judge(name, args, path, reference)
  local start = terminal.seconds()
  local run = name == "exported" and require("flux.cli.exported").run or run_here
  local ok, events = pcall(run, name, args, path)
  if not ok then
    report(name, "failed: %s", tostring(events))
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
  report(name, "%s  %s rows and states, %.2f s", reference and "same     " or "reference", terminal.grouped(count), seconds)
  return true
end

function M.run(args)
  local arms, explicit = chosen(args)
  local files, reference, good = {}, nil, true
  local graph = graphs.load(args)
  if not graphs.inputs(graph, args)[1] then main.usage("the graph has no default input: give --input EVENT=FILE") end
  for _, name in ipairs(arms) do
    local there, why = available(name, graph, args)
    if there then
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
  for _, path in ipairs(files) do os.remove(path) end
  return good and 0 or 1
end

return M
