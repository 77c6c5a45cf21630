-- SPDX-License-Identifier: MIT
-- flux run: runs a graph on its inputs and prints what its sinks publish. docs/tools.md describes the output.
local audits = require "flux.cli.audit"
local feeds = require "flux.cli.feed"
local files = require "flux.cli.files"
local graphs = require "flux.cli.graphs"
local interrupt = require "flux.interrupt"
local main = require "flux.cli.main"
local policy = require "flux.cli.policy"
local rows = require "flux.adapters.rows"
local states = require "flux.cli.state"
local terminal = require "flux.cli.terminal"
local M = {}

M.summary = "run a graph on its inputs and print what its sinks publish"
M.description = "Runs a graph. Each sink's rows go to stdout as CSV, with the sink's name in front; a summary goes to stderr."

local function speed(text)
  local value = tonumber(text)
  if value and value > 0 and value < math.huge then return value end
  return nil, ("--speed: expected a number above 0, got '%s'"):format(text)
end

function M.configure(parser)
  graphs.options(parser)
  graphs.backend_option(parser)
  graphs.input_options(parser)
  parser:option("--print -p", "Print the state of these nodes (a,b,…) whenever they are dirty, instead of the sinks."):argname("NODES")
  parser:option("--output -o", "Write a sink's rows to a CSV file, with a header and without the sink's name (- is stdout). " ..
    "Only the sinks that are named are written then."):argname("SINK=FILE"):count("*")
  parser:flag("--now", "Put the cycle's time in front of each row: column `now`, integer nanoseconds.")
  parser:option("--until -u", "Ignore later events; at the end of the input move time to this point, so that timers fire. " ..
    "ISO 8601 or integer nanoseconds."):argname("TIME")
  parser:option("--limit -n", "Read at most this many events."):argname("N"):convert(main.count "--limit")
  parser:flag("--realtime", "Time moves with the clock: rows of files come when their time has come, rows of pipes and sockets as they " ..
    "arrive, and timers fire in between.")
  parser:option("--speed", "With --realtime and files: this many times as fast."):argname("X"):convert(speed)
  parser:flag("--arrival", "A row without a time gets the time of its arrival.")
  policy.options(parser)
  parser:flag("--checked", "Check that callbacks in opaque Lua write nothing but their own node's state (slow).")
  states.options(parser)
  audits.options(parser)
  parser:option("--profile", "Measure calls, arrests and how well these can be guessed, and write them to a file (slow; table and luajit).")
    :argname("FILE")
  parser:flag("--quiet -q", "No summary and no progress bar.")
  parser:epilog("Examples:\n  flux run graphs/sp500.lua\n  flux run graphs/sp500.lua --backend native --output signal=signals.csv\n" ..
    "  flux run graphs/sp500.lua --input Bar=mine.csv --set fast.days=10 --print fast,slow --limit 100")
end

-- What is written where: list of { sink, node, prefix, file }.
local function outputs(graph, args)
  local list = {}
  if args.print then
    local seen = {}
    if not args.print:find("[^,]") then main.usage("--print: expected the names of nodes (a,b,…)") end
    for name in args.print:gmatch("[^,]+") do
      local node = graphs.node(graph, name, "print")
      if seen[name] then main.usage("--print %s: node '%s' is named twice", args.print, name) end
      seen[name] = true
      local sink = "print_" .. name
      graph:sink(sink, node)
      list[#list + 1] = { sink = sink, node = node, prefix = name, path = "-" }
    end
  end
  graph:finish()
  local by_name, known, named = {}, {}, {}
  for i, sink in ipairs(graph.sinks) do by_name[sink.name], known[i] = sink, sink.name end
  for _, text in ipairs(args.output or {}) do
    local name, path = graphs.pair(text, "output")
    local sink = by_name[name]
    if not sink then main.usage("--output: graph '%s' has no sink '%s'; it has: %s", graph.name, name, table.concat(known, ", ")) end
    if named[name] then main.usage("--output %s: sink '%s' is named twice", text, name) end
    named[name] = true
    list[#list + 1] = { sink = name, node = sink.node, path = path }
  end
  if not list[1] then
    for i, sink in ipairs(graph.sinks) do list[i] = { sink = sink.name, node = sink.node, prefix = sink.name, path = "-" } end
  end
  return list
end

-- Nothing that is read is written over: neither inputs nor the script. A snapshot may replace the one that the run goes on from.
local function check_files(args, graph, inputs, list)
  local reads, writes = files.of_graph(graph, args.graph, "flux run"), {}
  for _, input in ipairs(inputs) do
    reads[#reads + 1] = { args.input and args.input[1] and "--input" or "the default input", (input.file:gsub("^unix:", "")) }
  end
  if args.restore then reads[#reads + 1] = { "--restore", args.restore, replaced_by = "--snapshot" } end
  for _, output in ipairs(list) do writes[#writes + 1] = { "--output", output.path, output.sink } end
  if args.record then writes[#writes + 1] = { "--record", args.record } end
  if args.audit then writes[#writes + 1] = { "--audit", args.audit } end
  if args.profile then writes[#writes + 1] = { "--profile", args.profile } end
  if args.snapshot then writes[#writes + 1] = { "--snapshot", args.snapshot } end
  files.distinct(reads, writes)
  for _, write in ipairs(writes) do
    local ok, problem
    if write[1] == "--snapshot" then states.check(write[2]) else ok, problem = files.writable(write[2]) end
    if problem and not ok then main.fail("cannot write %s%s", write[1] == "--profile" and "the profile " or "", problem) end
  end
end

-- One callback per sink; rows are formatted when they are published and written in batches.
local function callbacks(list, args, started, graph)
  local on, writers, by_path = {}, {}, {}
  local status = { broken = false }
  -- Posts from `start` may publish before the instance is in our hands: then only the script's own symbols exist.
  local function symbol_text(id)
    if started.rt then return started.rt:symbol_text(id) end
    return graph.symbols[id].text
  end
  for _, output in ipairs(list) do
    local writer = by_path[output.path] or rows.new(output.path)
    if not by_path[output.path] then
      by_path[output.path], writers[#writers + 1] = writer, writer
    end
    local start = output.prefix and output.prefix .. "," or ""
    local format, header = nil, start .. (args.now and "now," or "") .. rows.header(output.node.record)
    output.count = 0
    if not output.prefix then
      writer:write(header)
      header = nil
    end
    on[output.sink] = function(state)
      format = format or rows.formatter(output.node.record, symbol_text)
      if header then
        writer:write(header)
        header = nil
      end
      output.count = output.count + 1
      local now = args.now and (started.rt and rows.integer(started.rt:now()) or "0") .. "," or ""
      local ok, problem = pcall(writer.write, writer, start .. now .. format(state))
      if not ok then
        status.broken = true
        error(problem, 0)
      end
    end
  end
  return on, writers, status
end

local function summarise(feed, list, args, rt, seconds)
  for _, line in ipairs(feed:warnings()) do io.stderr:write("flux: ", line, "\n") end
  if args.quiet then return end
  local read, skipped = feed:rows()
  local published = {}
  for i, output in ipairs(list) do published[i] = ("%s %s"):format(terminal.grouped(output.count), output.prefix or output.sink) end
  local grouped = terminal.grouped
  io.stderr:write(("flux: %s events (%s rows read%s), %s cycles; published %s; %.3f s, %s events/s, backend %s\n"):format(
    grouped(feed.events), grouped(read + skipped), skipped > 0 and ", " .. grouped(skipped) .. " skipped" or "",
    grouped(tonumber(rt:cycle())), published[1] and table.concat(published, ", ") or "nothing: the graph has no sinks", seconds,
    grouped(feed.events / math.max(seconds, 1e-9)), args.backend))
  local late = rt.stats and tonumber(rt.stats.late) or 0
  if late > 0 then
    io.stderr:write(("flux: %s late events %s\n"):format(grouped(late), feed.options.reject_late and "refused" or "accepted"))
  end
  if feed.buffered > 0 then io.stderr:write(("flux: %s rows in %s bursts\n"):format(grouped(feed.buffered), grouped(feed.bursts))) end
  if feed.errors > 0 then
    io.stderr:write(("flux: %s cycle%s ended in an error\n"):format(grouped(feed.errors), feed.errors == 1 and "" or "s"))
  end
end

-- The instance, and its profile where one is asked for.
local function begin(graph, args, on, recording)
  local options = { backend = args.backend, on = on, checked = args.checked, audit = recording and recording.options,
    interpreted = not main.jitted }
  if not args.profile then return states.start(graph, args, options) end
  local profile = require("flux.profile").new(graph, options, function(_, given) return states.start(graph, args, given) end)
  local rt = profile.rt
  local dispatch = rt.dispatch
  function rt:dispatch(event) -- in front of the method
    local ok, message = dispatch(self, event)
    profile:note()
    return ok, message
  end
  return rt, profile
end

-- Options that have nothing to belong to.
local function check_options(args, policies)
  states.check_options(args)
  if args.speed and not args.realtime then main.usage("--speed needs --realtime") end
  if args.inbox and not policy.hurry(policies) then main.usage("--inbox needs --policy EVENT=drop or EVENT=conflate") end
  if args.profile and (args.backend == "native" or args.record) then
    main.usage("--profile: on the backends table and luajit, and without --record")
  end
end

-- Opens what is written, when nothing is left that could be wrong: until here the files are as they were.
local function open_files(args, writers, rt, recording)
  for _, writer in ipairs(writers) do writer:open() end
  if args.record then
    local ok, problem = rt:open()
    if not ok then main.fail("%s", problem) end
  end
  if recording then recording:attach(rt) end
end

-- Every event, and the end of the input.
local function go(args, graph, feed, writers, rt)
  local ok, message = feed:pump()
  if not ok then return ok, message end
  return feed:finish(graphs.end_event(graph), args.snapshot and function()
    for _, writer in ipairs(writers) do writer:flush() end -- rows that cannot be written end the run: it leaves no snapshot
    return states.take(rt, args.snapshot)
  end or nil)
end

-- Runs each of these; the first problem counts, beside that of the run.
local function complete(ok, message, steps)
  for _, step in ipairs(steps) do
    local done, problem = pcall(step)
    if ok and not done then ok, message = false, problem end
  end
  return ok, message
end

function M.run(args)
  local graph = graphs.load(args)
  local until_time = graphs.time(args["until"], "until")
  local inputs = graphs.inputs(graph, args)
  local policies, started = policy.read(args, graph), {}
  check_options(args, policies)
  if not inputs[1] and not until_time and not args.realtime then
    main.usage("graph '%s' has no default input: give --input EVENT=FILE (or --until TIME or --realtime for its timers)", graph.name)
  end
  local list = outputs(graph, args)
  check_files(args, graph, inputs, list)
  rows.interactive = terminal.is_terminal(1)
  local on, writers, status = callbacks(list, args, started, graph)
  local recording = audits.open(args, graph)
  local rt, profile = begin(graph, args, on, recording)
  started.rt = rt
  local inbox = policy.inbox(graph, policies, rt, args.inbox or 1024)
  local feed = feeds.open(rt, inputs, {
    on_bad_row = args.on_bad_row, limit = args.limit, until_time = until_time, progress = not args.quiet,
    policy = graph.options.on_error or "stop", reject_late = graph.options.late == "reject",
    broken = function() return status.broken or args.record and rt.writer.failed end,
    after_event = recording and function() recording:step() end or nil,
    live = true, realtime = args.realtime, speed = args.speed, arrival = args.arrival,
    inbox = inbox, bursts = policy.bursts(policies),
    on_wait = function() -- what came out of the rows so far is seen before the next ones are waited for
      for _, writer in ipairs(writers) do writer:flush() end
      if args.record then rt:flush() end
      if recording then recording:flush() end
    end,
  })
  policy.check(policies, feed.readers)
  if args.speed and feed.hub.inputs[1] then main.usage("--speed is for files: %s is a live input", feed.hub.inputs[1].block.path) end
  open_files(args, writers, rt, recording)
  interrupt.ignore_closed_pipes()
  if main.jitted then jit.on() end
  local start = terminal.seconds()
  local finished, ok, message = pcall(go, args, graph, feed, writers, rt)
  if not finished then ok, message = false, ok end
  local seconds, last = terminal.seconds() - start, {}
  for i, writer in ipairs(writers) do last[i] = function() writer:close() end end
  if args.record then last[#last + 1] = function() rt:close() end end
  if recording then last[#last + 1] = function() recording:close(args.quiet) end end
  if profile then last[#last + 1] = function() require("flux.profile").write(args.profile, profile:report()) end end
  ok, message = complete(ok, message, last)
  feed:close()
  if feed.bar then feed.bar:clear() end
  if feed:stopped() and not args.quiet then io.stderr:write("flux: ended by a signal; what had arrived is done\n") end
  summarise(feed, list, args, rt, seconds)
  if inbox and not args.quiet then io.stderr:write("flux: ", table.concat(inbox:report(), "\nflux: "), "\n") end
  if inbox then inbox:close() end
  if not ok then main.fail("%s", message) end
  return 0
end

return M
