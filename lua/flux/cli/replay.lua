-- SPDX-License-Identifier: MIT
-- flux replay: runs a journal's entries again and compares states and sinks with what was recorded.
local audits = require "flux.cli.audit"
local graphs = require "flux.cli.graphs"
local main = require "flux.cli.main"
local terminal = require "flux.cli.terminal"
local M = {}

M.summary = "run a recorded journal again and compare"
M.description = "Runs every entry of a journal (flux run --record) on a backend and compares what sinks publish and every state that " ..
  "changes, byte for byte; with --audit also every record of the audit that the recording wrote (flux run --record --audit). " ..
  "Exit status 1 when something differs; the first cycle, what differs and both values are printed."

function M.configure(parser)
  parser:argument("journal", "A journal, recorded with flux run --record.")
  graphs.options(parser)
  graphs.backend_option(parser)
  audits.options(parser, "Compare with this audit, which the recording wrote.",
    "Of an audit that does not say its level (a ring's memory), the one that it was recorded with: ")
  parser:flag("--force", "Replay a journal of another graph too, where its event types are the same.")
  parser:flag("--quiet -q", "No progress bar.")
end

-- The audit to compare with, and how it was recorded.
local function audit_of(args, graph)
  if not audits.open(args, graph) then return nil end -- the command line alone
  local reader, problem = require("flux.audit.file").open(args.audit, require("flux.resolve").resolve(graph))
  if not reader then main.fail("%s", problem) end
  local level = reader.known.level
  if level and args.audit_level and args.audit_level ~= level then
    main.usage("--audit-level %s: the audit was recorded with %s", args.audit_level, level)
  end
  return { reader = reader, options = audits.ring_options(level or args.audit_level or "nodes", graph) }
end

local function torn(reader)
  local text = ("%s: %s at byte %.0f; the %.0f bytes from there on are not replayed"):format(reader.path, reader.torn.text, reader.torn.at,
    reader.torn.bytes)
  io.stderr:write("flux: ", text, reader.torn.damaged and ": the file is damaged\n" or ": the recording was interrupted\n")
end

function M.run(args)
  local reader, problem = require("flux.journal.reader").open(args.journal)
  if not reader then main.fail("%s", problem) end
  local graph = graphs.load(args)
  local audit = audit_of(args, graph)
  local bar = not args.quiet and terminal.progress(reader.size) or nil
  local count = 0
  local result, reason = require("flux.journal.replay").run(reader, graph, {
    backend = args.backend, force = args.force, audit = audit,
    progress = bar and function(at)
      count = count + 1
      if count % 4096 == 0 then bar:show(at, count, "entries") end
    end,
  })
  if bar then bar:clear() end
  if not result then main.fail(args.force and "%s" or "%s (--force replays it all the same)", reason) end
  if reader.torn then
    torn(reader)
  elseif not result.closed and not result.difference then
    io.stderr:write(("flux: %s: the recording was interrupted after its last entry\n"):format(args.journal))
  end
  reader:close()
  if audit then audits.report(audit.reader) end
  if result.difference then
    print("DIFFERS at " .. result.difference)
    return 1
  end
  print(("same: %s entries, %s cycles, %s published%s, backend %s"):format(terminal.grouped(result.entries),
    terminal.grouped(tonumber(result.cycles)), terminal.grouped(result.rows),
    result.audit_records and (", %s audit records"):format(terminal.grouped(result.audit_records)) or "", args.backend))
  return reader.torn and reader.torn.damaged and 1 or 0
end

return M
