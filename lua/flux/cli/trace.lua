-- SPDX-License-Identifier: MIT
-- flux trace: decodes an audit file; flux.audit says what is in one.
local audits = require "flux.cli.audit"
local graphs = require "flux.cli.graphs"
local integer = require "flux.adapters.integer"
local main = require "flux.cli.main"
local terminal = require "flux.cli.terminal"
local M = {}

M.summary = "decode an audit file: as text, JSON Lines, or for Chrome's trace viewer"
M.description = "Prints what flux run --audit, or an exported program's ring, has recorded: cycles with their causes, calls, values " ..
  "that changed, posts, sinks, errors. A damaged file is refused; of an interrupted one everything is printed that is whole."

function M.configure(parser)
  parser:argument("audit", "An audit file, or the memory of a ring.")
  parser:argument("graph", "The graph's script: needed for the memory of a ring, which carries no names; else it is checked."):args("?")
  parser:option("--set", "A parameter, as flux run had it."):argname("NODE.PARAM=VALUE"):count("*")
  parser:option("--format -f", "text, json (one object a record), chrome (chrome://tracing, ui.perfetto.dev), or profile (what " ..
    "flux run --profile writes, without times; needs the graph, and an audit of level nodes).", "text")
    :choices { "text", "json", "chrome", "profile" }
  parser:option("--cycles", "Only these: N, or FROM..TO."):argname("RANGE")
  parser:option("--node -n", "Of calls, values, posts, sinks and errors only those of these nodes (a,b,…)."):argname("NODES")
end

local function range_of(text)
  if not text then return 0, -1ULL end
  local from, to = text:match("^(%d+)%.%.(%d+)$")
  from, to = integer.parse(from or text, true), integer.parse(to or text, true)
  if not (from and to) or from > to then main.usage("--cycles %s: expected N or FROM..TO", text) end
  return from, to
end

-- The nodes that are asked for, as a set; nil: all.
local function nodes_of(text, known)
  if not text then return nil end
  local set, there = {}, {}
  for i, node in ipairs(known.nodes) do there[node.name], there[i] = true, node.name end
  for name in text:gmatch("[^,]+") do
    if not there[name] then
      main.usage("--node %s: graph '%s' has no node '%s'%s", text, known.graph, name, require("flux.names").hint(name, there))
    end
    set[name] = true
  end
  return set
end

-- The node that a record is about; nil: the cycle as a whole.
local function node_of(known, record)
  local kind, subject = record.kind, record.subject
  if kind == "value" then return require("flux.audit.names").value(known, subject).node end
  if kind == "sink" then return known.sinks[subject + 1].node end
  if kind ~= "call" and kind ~= "post" and kind ~= "error" then return nil end
  local party = subject >= 2 ^ 30 and known.sinks[subject - 2 ^ 30 + 1] or known.callbacks[subject + 1]
  return party and party.node
end

-- What is to be known of the file besides its records.
local function report(reader, is_text)
  if is_text and reader.known.level then
    io.stderr:write(("flux: %s: %s records, level %s\n"):format(reader.path, terminal.grouped(reader.count), reader.known.level))
  end
  audits.report(reader)
end

-- A profile is of the whole run: of what is missing it would say nothing.
local function print_profile(reader, resolved, args)
  if args.cycles or args.node then main.usage("--format profile: without --cycles and --node") end
  local ok, result = pcall(require("flux.profile").of_audit, reader:records(), resolved)
  reader:close()
  if not ok then main.fail("%s", type(result) == "table" and result.message or result) end
  io.stdout:write(require("flux.profile").text(result))
  report(reader)
  return 0
end

function M.run(args)
  if args.format == "profile" and not args.graph then main.usage("--format profile: name the graph's script too") end
  local from, to = range_of(args.cycles)
  local resolved = args.graph and require("flux.resolve").resolve(graphs.load(args)) or nil
  local reader, reason = require("flux.audit.file").open(args.audit, resolved)
  if not reader then main.fail("%s", reason) end
  if args.format == "profile" then return print_profile(reader, resolved, args) end
  local known = reader.known
  local nodes = nodes_of(args.node, known)
  io.stdout:setvbuf("full")
  local printer = require("flux.audit.print")[args.format](known, function(text) io.stdout:write(text) end)
  local ok, problem = pcall(function()
    for record, number in reader:records() do
      local node = nodes and node_of(known, record)
      if record.cycle >= from and record.cycle <= to and not (node and not nodes[node]) then printer.record(record, number) end
    end
  end)
  printer.finish()
  io.stdout:flush()
  reader:close()
  report(reader, args.format == "text")
  if not ok then main.fail("%s", type(problem) == "table" and problem.message or problem) end
  return 0
end

return M
