-- SPDX-License-Identifier: MIT
-- flux check: what the resolver derived from a graph, for people (text) and tools (--json), and what looks wrong in it.
--
--   flux check graphs/sp500.lua --budget steps=40,bytes=4096
local graphs = require "flux.cli.graphs"
local lints = require "flux.cli.lints"
local main = require "flux.cli.main"
local offenders = require "flux.cli.offenders"
local names = require "flux.names"

local SECTIONS = { "needs", "nodes", "entries", "offenders", "lints", "exceeded" }

local NEEDS = { "now", "wall", "queue", "timers", "arms", "posts", "stream_clock", "host_clock" }

local M = {}

M.summary = "show the order per event, guards, state bytes, exportability and lints"
M.description = "Shows what flux derives from a graph. Exit status 1 when a budget is exceeded, or with --strict when there is a lint."

function M.configure(parser)
  graphs.options(parser)
  parser:flag("--json", "Print one JSON object instead of text.")
  parser:option("--budget", "Fail when an entry has more steps, or the state more bytes, than this."):argname("steps=N,bytes=N")
  parser:flag("--strict", "Fail when there is a lint.")
  parser:flag("--explain", "Show from which facts the exporter chooses the shape of each entry, --profile included.")
  parser:option("--profile", "Show beside each step what flux run --profile measured."):argname("FILE")
end

local function place(origin) return origin and ("%s:%d"):format(origin.file, origin.line) or nil end

-- What a guard asks of its nodes: "dirty", or "ran". Whether the resolver may take the one for the other is none of a reader's business.
local function guard_text(guard, asks)
  if type(guard) == "string" then return guard end
  local out, seen = {}, {}
  for _, flag in ipairs(guard) do
    local node = flag.node or flag.step.node
    local text = ("%s %s%s"):format(node.name, asks, flag.kind:find("^pending") and " (held)" or "")
    if not seen[text] then
      out[#out + 1], seen[text] = text, true
    end
  end
  return table.concat(out, " or ")
end

-- A sink or an after_update asks for its own node, also where the guard of an update that always makes it dirty stands in.
local function own_guard(step)
  if step.role ~= "sink" and step.role ~= "after_update" or step.guard == "always" then return step.guard end
  for _, flag in ipairs(step.guard) do
    if (flag.node or flag.step.node) ~= step.node then return { { kind = "dirty", node = step.node } } end
  end
  return step.guard
end

local CONDITION = {
  always = "always", filter = "its filter matches", otherwise = "no filter of the node matched", due = "its timer is due",
}

local function has_times(report)
  for _, it in ipairs(report.callbacks) do
    if it.ns then return true end
  end
  return false
end

-- What a profile says of a step, of every entry in which its callback runs together.
local function profiled(report, step)
  for _, it in ipairs(report and step.callback and report.callbacks or {}) do
    if it.node == step.node.name and it.callback == step.callback.label then
      local missed = require("flux.profile").missed(it)
      return { runs = it.runs, arrested = it.arrests / it.runs, guessed_wrong = missed, ns = it.ns, share = it.share,
               unmeasured = has_times(report) and not it.ns or nil }
    end
  end
end

local function step_row(step, report)
  local what = step.role == "sink" and "sink " .. step.sink.name or step.callback and step.callback.label or step.role
  if step.element then what = ("%s[%d]"):format(what, step.element) end
  local asks = (step.role == "on_arrest" or step.callback and step.callback.ran) and "ran" or "dirty"
  local when = CONDITION[step.seed] or guard_text(own_guard(step), asks)
  if step.seed == "always" and step.guard ~= "always" then when = guard_text(own_guard(step), asks) end
  if step["unless"] then when = ("%s, but not %s"):format(when, guard_text(step["unless"], "dirty")) end
  if step.when_all then when = when .. ", once all its inputs have been dirty" end
  return { node = step.node.name, callback = what, when = when, profile = profiled(report, step) }
end

local function profile_text(it)
  if not it then return "" end
  local parts = { ("%d runs"):format(it.runs), ("%.1f %% arrested"):format(100 * it.arrested) }
  if it.guessed_wrong then parts[#parts + 1] = ("%.1f %% guessed wrong"):format(100 * it.guessed_wrong) end
  local share = it.share and (it.share < 0.001 and "under 0.1 %% of the time" or "%.1f %% of the time")
  if share then parts[#parts + 1] = share:format(100 * it.share) end
  if it.unmeasured then parts[#parts + 1] = "time not measurable" end
  return "  -- " .. table.concat(parts, ", ")
end

local function entry_rows(resolved, report)
  local entries = {}
  for i = 1, resolved.entry_count do
    local entry = resolved.entries[i]
    if entry.kind ~= "buffer" and #entry.steps > 0 then
      local steps = {}
      for k, step in ipairs(entry.steps) do steps[k] = step_row(step, report) end
      entries[#entries + 1] = { entry = entry.event and "event " .. entry.event.name or entry.kind, steps = steps }
    end
  end
  return entries
end

local function budget(text)
  local limits = {}
  for part in (text or ""):gmatch("[^,]+") do
    local name, value = part:match("^(%a+)=(%d+)$")
    if name ~= "steps" and name ~= "bytes" then main.usage("--budget %s: expected steps=N,bytes=N", text) end
    limits[name] = tonumber(value)
  end
  return limits
end

local function exceeded(report, limits)
  local list = {}
  for _, entry in ipairs(report.entries) do
    if limits.steps and #entry.steps > limits.steps then
      list[#list + 1] = ("%s has %d steps; the budget is %d"):format(entry.entry, #entry.steps, limits.steps)
    end
  end
  if limits.bytes and report.state_bytes > limits.bytes then
    list[#list + 1] = ("the state has %d bytes; the budget is %d"):format(report.state_bytes, limits.bytes)
  end
  return list
end

---Everything `flux check` knows of a graph, as plain tables.
---@param graph table
---@param path string|nil of a profile
---@return table report
---@return flux.Resolved resolved
---@return table|nil profile
function M.report(graph, path)
  local resolved = require("flux.resolve").resolve(graph)
  local profile, problem
  if path then
    profile, problem = require("flux.profile").read(path, resolved)
    if not profile then main.fail("%s", problem) end
  end
  local nodes, needs, worst = {}, {}, 0
  for i, node in ipairs(resolved.order) do
    nodes[i] = { name = node.name, kind = node.kind and node.kind.name or nil, bytes = node.record.size, at = place(node.origin),
      fluent = rawget(node, "fluent") }
  end
  for _, name in ipairs(NEEDS) do
    local asked = name ~= "host_clock" or resolved.needs.now or resolved.needs.arms or resolved.needs.timers
    if resolved.needs[name] and asked then needs[#needs + 1] = name end
  end
  local report = { graph = graph.name, nodes = nodes, state_bytes = resolved.state_size, needs = needs,
                   entries = entry_rows(resolved, profile),
                   offenders = require("flux.export.callbacks").refusals(graph), lints = lints.find(graph) }
  for _, entry in ipairs(report.entries) do worst = math.max(worst, #entry.steps) end
  report.worst_steps, report.exportable = worst, #report.offenders == 0
  return report, resolved, profile
end

-- What the exporter knows and chooses, from an export that is not written.
local function explain(report, resolved, profile)
  if not report.exportable then main.fail("--explain: the graph cannot be exported") end
  local options = { unpredictable = profile and require("flux.profile").unpredictable(profile) or nil }
  local context = require("flux.export").text(resolved, options).context
  local explained = require "flux.export.explain"
  report.explained = { graph = explained.graph(context), entries = explained.entries(context) }
end

local function print_facts(facts)
  for _, fact in ipairs(facts) do io.stdout:write(("  %s\n"):format(fact.text)) end
end

local function print_explained(explained)
  io.stdout:write "\nwhy the export looks as it does\n"
  print_facts(explained.graph)
  for _, entry in ipairs(explained.entries) do
    io.stdout:write(("\n%s\n"):format(entry.name))
    print_facts(entry.facts)
  end
end

local function widths(rows)
  local node, callback = 0, 0
  for _, row in ipairs(rows) do node, callback = math.max(node, #row.node), math.max(callback, #row.callback) end
  return ("  %%3d  %%-%ds  %%-%ds  %%s\n"):format(node, math.min(callback, 40))
end

local function print_text(report)
  local out = io.stdout
  local needs = report.needs[1] and "needs " .. table.concat(report.needs, ", ") or "no clock, no queue, no timers"
  local function count(n, what) return ("%d %s%s"):format(n, what, n == 1 and "" or "s") end
  out:write(("graph '%s': %s, %s of state, at most %s an entry; %s\n"):format(report.graph, count(#report.nodes, "node"),
    count(report.state_bytes, "byte"), count(report.worst_steps, "step"), needs))
  for _, entry in ipairs(report.entries) do
    out:write(("\n%s\n"):format(entry.entry))
    local format = widths(entry.steps)
    for i, step in ipairs(entry.steps) do
      out:write((format:format(i, step.node, step.callback, step.when .. profile_text(step.profile))))
    end
  end
  out:write("\nstate\n")
  for _, node in ipairs(report.nodes) do
    -- What the fluent form made has no name that the script says: its line and text are shown.
    local made = node.fluent and ("  %s  %s"):format(node.at or "?", node.fluent) or ""
    out:write(("  %6d bytes  %s%s%s\n"):format(node.bytes, node.name, node.kind and " (" .. node.kind .. ")" or "", made))
  end
  local prefix = names.refused(report.graph, "prefix")
  local possible = prefix and ("possible with another --prefix (%s: %s)"):format(report.graph, prefix) or "possible"
  out:write(("\nexport: %s\n"):format(report.exportable and possible or "refused, because of"))
  for _, offender in ipairs(report.offenders) do out:write(("  %s\n"):format(offender)) end
  if report.explained then print_explained(report.explained) end
  if report.lints[1] then out:write("\nlints\n") end
  for _, lint in ipairs(report.lints) do out:write(("  %s: %s\n"):format(lint.at or "?", lint.message)) end
end

local KEYS = { "graph", "state_bytes", "worst_steps", "exportable", "needs", "nodes", "entries", "offenders", "lints", "exceeded",
  "name", "kind", "bytes", "at", "entry", "steps", "node", "callback", "when", "profile", "runs", "arrested", "guessed_wrong",
  "ns", "share", "unmeasured", "rule", "message", "explained", "facts", "what", "text", "fluent" }

-- One object, its keys in a fixed order, empty lists as lists.
local function print_json(report)
  for _, name in ipairs(SECTIONS) do
    setmetatable(report[name], { __jsontype = "array" })
  end
  print(require("dkjson").encode(report, { indent = true, keyorder = KEYS }))
end

function M.run(args)
  local limits = budget(args.budget)
  local graph = graphs.load(args)
  local problems = offenders.find(graph)
  if problems then main.fail("%s", problems) end
  local report, resolved, profile = M.report(graph, args.profile)
  if args.explain then explain(report, resolved, profile) end
  report.exceeded = exceeded(report, limits)
  if args.json then
    print_json(report)
  else
    print_text(report)
  end
  for _, message in ipairs(report.exceeded) do io.stderr:write("flux: over budget: ", message, "\n") end
  if report.exceeded[1] or args.strict and report.lints[1] then return 1 end
  return 0
end

return M
