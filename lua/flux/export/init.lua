-- SPDX-License-Identifier: MIT
-- flux.export: a resolved graph as one C header and one C file (design §6), and on request a driver and a CMake package.
--
--   local export = require "flux.export"
--   local text = export.text(resolved, { prefix = "signals" })      -- text.header, text.source
--   local files = export.write(resolved, { dir = "out", main = true })
--
-- Options: prefix (default the graph's name) · any_prefix (another one, where names would collide under that) · line (`#line`: a
-- debugger steps through the script) · audit (false: none; "later": an instance as with it, without its functions) · faults (a test
-- build that can fail callback N) · profile_hooks (a build that counts and times its callbacks) · snapshot (functions that take and
-- restore snapshots) · buffer = false (no buffered entries) · unpredictable = { node = true } (tails without a branch, see
-- flux.export.branchless) · to measure what each is worth: locals, carry, batch, scan, values = false (without what the modules of
-- these names derive), merge = false (a test for each step) · main (a program that reads CSV) · inbox (core/flux_inbox.h and .c beside
-- it, as they are) · cmake · dir.
--
-- Stages, one file each: features (what is needed) → names → callbacks (bodies) → flow, cycle (schedules) → timers, queue,
-- errors, entries, lifecycle (runtime) → structs, instance, header.

local audit = require "flux.export.audit"
local c = require "flux.export.c"
local callbacks = require "flux.export.callbacks"
local context = require "flux.export.context"
local cycle = require "flux.export.cycle"
local defined = require "flux.export.defined"
local digest = require "flux.export.digest"
local entries = require "flux.export.entries"
local errors = require "flux.export.errors"
local features = require "flux.export.features"
local files = require "flux.export.files"
local header = require "flux.export.header"
local held = require "flux.export.held"
local instance = require "flux.export.instance"
local lifecycle = require "flux.export.lifecycle"
local masks = require "flux.export.masks"
local lines = require "flux.export.lines"
local locals = require "flux.export.locals"
local origins = require "flux.origin"
local profile = require "flux.export.profile"
local queue = require "flux.export.queue"
local scan_text = require "flux.export.scan_text"
local steps = require "flux.export.step"
local snapshot = require "flux.export.snapshot"
local support = require "flux.export.support"
local timers = require "flux.export.timers"
local uses = require "flux.export.uses"
local writer = require "flux.writer"

local M = {}

local function refuse(graph, options)
  if options.profile_hooks and options.unpredictable then
    error("--profile-hooks (profile_hooks) counts arrests, --profile (unpredictable) leaves out their branches: ask for one of them", 0)
  end
  local list = callbacks.refusals(graph)
  if #list == 0 then return end
  error(("graph '%s' cannot be exported; %d callback%s C:\n  %s"):format(graph.name, #list,
    #list == 1 and " has no form in" or "s have no form in", table.concat(list, "\n  ")), 0)
end

local function reads_wall(entry)
  for _, step in ipairs(entry.steps) do
    if step.callback and step.callback.body.facts.reads_wall then return true end
  end
  return false
end

-- What a cycle function begins with.
local function prologue(x)
  return function(entry)
    local f, out = x.features, x.out
    local fails = features.entry_fails(f, entry)
    for _, copy in ipairs(entry.copies) do
      local item = x.copies.by_offset[copy.copy]
      out:line(("g->prev.%s = %s;"):format(item.name, item.source))
    end
    if reads_wall(entry) then out:line("g->has_wall = false;") end
    if x.options.native and f.publishes then out:line(("g->entry = %s;"):format(steps.entry_id(x, entry))) end
    if fails and f.rollback and #x.saved > 0 then out:line("memset(g->saved.nodes, 0, sizeof g->saved.nodes);") end
    if fails and f.queue and not f.stops then out:line("g->posts_before = g->post_count;") end
    local pending = x.split and "f->pending" or ("const %s_pending pending"):format(x.names.prefix)
    if entry.kind == "trigger" and x.has_pending then
      out:line(pending .. " = g->pending;")
      out:line("memset(&g->pending, 0, sizeof g->pending);")
    end
    if entry.kind == "buffer" and fails then
      if x.has_pending then out:line(pending .. " = g->pending;") end
      out:line((x.split and "f->attention" or "const int32_t attention") .. " = g->attention;")
    end
  end
end

local TITLE = { trigger = "What buffered events left to do.", timer = "The timers that are due.", stop = "What the graph does at its end." }

local function title(x, entry)
  if entry.kind == "event" then return "Event " .. entry.event.name end
  if entry.kind == "buffer" then return ("Event %s, buffered: nothing propagates yet."):format(entry.event.name) end
  if entry == x.init_entry then return "Once per instance." end
  if entry == x.start_entry then return "At each start." end
  return TITLE[entry.kind]
end

local function emit_cycles(x)
  for _, entry in ipairs(x.all_entries) do
    local name = x.cycle_name[entry]
    if x.features.twins then cycle.emit(x, entry, name .. "_audited", nil) end
    cycle.emit(x, entry, name, title(x, entry))
  end
  x.part_names = {} -- by their texts
end

local function emit_main(x)
  x.out = x.main
  support.emit_publish(x)
  audit.emit(x)
  profile.emit(x)
  x.out = writer.new("  ")
  emit_cycles(x)
  local cycles = x.out
  x.out = x.main
  instance.plan(x)
  errors.emit(x)
  x.out:take(cycles)
  queue.emit_run(x)
  held.emit_drop(x)
  held.emit_run_trigger(x)
  held.emit_first_time(x)
  timers.emit_run(x)
  queue.emit_close(x)
  entries.emit(x)
  masks.emit(x)
  scan_text.emit_support(x)
  lifecycle.emit_symbols(x)
  lifecycle.emit(x)
  snapshot.emit(x)
  audit.emit_host(x)
end

local function emit_top(x)
  x.out = x.top
  support.emit_top(x)
  support.emit_clock(x)
  timers.emit_support(x)
  queue.emit_posts(x)
  support.emit_small(x)
end

local PRAGMA = [[
#if defined(__clang__) || !defined(__GNUC__)
#pragma STDC FP_CONTRACT OFF /* gcc: compile with -ffp-contract=off */
#endif
]]

local function results(body)
  local list = {}
  if body:find("FLUX_ARREST", 1, true) then list[#list + 1] = "FLUX_ARREST = 0" end
  if body:find("FLUX_DIRTY", 1, true) then list[#list + 1] = "FLUX_DIRTY = 1" end
  if #list == 0 then return "" end
  return "/* Results of callbacks besides a negative status. */\nenum { " .. table.concat(list, ", ") .. " };\n\n"
end

-- An entry goes on after an error, unless the policy stops it, and returns the first.
local KEEP_FIRST = [[
static inline void keep_first(int *first_error, int status) {
  if (*first_error == 0) *first_error = status;
}

]]

local WRITERS = { "top", "support", "functions", "main", "mathematics" }

-- A text, which may be megabytes, with another word in place of one; where `before` is given, only before what it matches.
local function replaced(text, word, with, before)
  local parts, last, at = {}, 1, text:find(word, 1, true)
  while at do
    local behind = at + #word
    if not before or text:find(before, behind) == behind then
      parts[#parts + 1], parts[#parts + 2], last = text:sub(last, at - 1), with, behind
    end
    at = text:find(word, behind, true)
  end
  if #parts == 0 then return text end
  parts[#parts + 1] = text:sub(last)
  return table.concat(parts)
end

-- Statuses as the export calls them.
local function public(x, text) return replaced(text, "FLUX_E_", x.names.upper .. "_E_", "^%u") end

-- The texts as one, without more than one empty line together, and without any at the end.
local function tidied(texts)
  local text = table.concat(texts)
  local finish = #text
  while finish > 1 and text:byte(finish) == 10 and text:byte(finish - 1) == 10 do finish = finish - 1 end
  local parts, last, at = {}, 1, text:find("\n\n\n", 1, true)
  while at and at < finish do
    parts[#parts + 1], last = text:sub(last, at + 1), text:find("[^\n]", at)
    at = text:find("\n\n\n", last, true)
  end
  parts[#parts + 1] = text:sub(last, finish)
  return table.concat(parts)
end

-- Every copy of a text of megabytes counts: it is put together from its parts at once.
local function assemble(x)
  x.texts = { x.top:text(), x.support:text(), x.main:text(), x.mathematics:text() }
  local top, supporting, entries_text, mathematics = unpack(x.texts)
  local functions = x.functions:text()
  for _, name in ipairs(WRITERS) do x[name] = nil end -- printed
  local once = entries_text:find("keep_first(", 1, true) and KEEP_FIRST or ""
  local body = tidied { top, supporting, functions, once, entries_text, "\n", mathematics }
  x.library = uses.library(body)
  x.libm = x.libm or #x.library > 0
  return public(x, table.concat {
    ("/* %s.c -- the event graph '%s', written by flux from %s. Do not edit. */\n"):format(x.names.prefix, x.graph.name, x.script_name),
    uses.includes(x, body), "\n\n", PRAGMA, "\n", uses.hints(x, body), results(body), body,
  })
end

-- What a file of the user's is called in a directive: as the user named it for the compiler that runs at once, in full for a
-- debugger, and otherwise relative to the script, so that the same graph gives the same bytes from everywhere.
local function path_of(x, options)
  return function(file)
    if options.native then return file end
    return options.line and origins.absolute(file) or origins.relative(file, x.graph.directory)
  end
end

-- The C function of each callback that has one.
local function functions(x)
  local map, done = {}, {}
  for callback, known in pairs(x.callbacks) do -- a map to a map: the order does not matter
    local text = known.text
    if text then done[text] = done[text] or public(x, text) end
    map[callback] = text and done[text]
  end
  return map
end

-- Writes everything once: the context with its writers, the source, the header.
local function write(resolved, options, taken)
  local x = context.new(resolved, options, taken)
  x.has_pending = x.features.buffer and next(x.features.pending) ~= nil
  x.prologue = prologue(x)
  local relative = setmetatable({}, { __index = function(known, file)
    known[file] = origins.relative(file, x.graph.directory)
    return known[file]
  end })
  function x.origin_file(file) return options.native and file or relative[file] end
  function x.emit_first_timers() timers.emit_first(x) end
  locals.plan(x)
  callbacks.emit(x)
  support.emit_used(x)
  emit_top(x)
  emit_main(x)
  local source = assemble(x)
  header.emit(x)
  return x, source, replaced(x.header:text(), "@statuses@\n", header.status_text(x, source))
end

-- The same, until no body has a name that the file defines besides. Each time more names are taken, so it ends.
local function write_apart(resolved, options)
  local taken = {}
  while true do
    local x, source, head = write(resolved, options, taken)
    local clashes = defined.clashes(x, { head, KEEP_FIRST, unpack(x.texts) })
    if not clashes then return x, source, head end
    for name in pairs(clashes) do taken[name] = true end -- a set: the order does not matter
  end
end

local function text_of(resolved, options)
  local x, source, text = write_apart(resolved, options)
  x.texts = nil
  text = replaced(replaced(text, "@layout@", digest.layout(resolved)), "@graph@", digest.graph(resolved))
  local own_name = x.names.prefix .. ".c"
  source = lines.settle(source, own_name, path_of(x, options))
  local out = { header = text, source = source, prefix = x.names.prefix, libm = x.libm or false, functions = functions(x), context = x }
  if options.native then
    local include = ('#include "%s.h"\n'):format(x.names.prefix)
    local at, last = source:find(include, 1, true)
    local native = source:sub(1, at - 1) .. text .. source:sub(last + 1) .. require("flux.export.glue").text(x)
    out.native = lines.settle(native, own_name, path_of(x, options))
  end
  if options.main then out.main = require("flux.export.driver").text(x) end
  if options.inbox then out.inbox = require("flux.export.inbox").files() end
  if options.cmake then out.cmake = require("flux.export.package").text(x, options) end
  out.collision = defined.collision(text, { out.source, out.main }) or options.cmake and require("flux.export.package").target(out.prefix)
  return out
end

-- The same options with a prefix that nobody has asked for.
local function with_prefix(options, prefix)
  return setmetatable({ prefix = prefix }, { __index = options })
end

---The exported files as text, and by callback the function that its body became.
---@param resolved flux.Resolved
---@param options table|nil as above, without dir: { prefix = "signals", audit = false, main = true, … }
---@return table text { header, source, main, cmake, native: strings or nil; functions: table<flux.Callback, string>; context;
--- collision: the name because of which it cannot become files }
function M.text(resolved, options)
  options = options or {}
  refuse(resolved.graph, options)
  local text = text_of(resolved, options)
  while text.collision and (options.native or options.any_prefix) do
    text = text_of(resolved, with_prefix(options, text.prefix .. "_graph"))
  end
  return text
end

M.files, M.save = files.of, files.save

---Writes the exported files.
---@param resolved flux.Resolved
---@param options table as for text, and dir
---@return string[] paths
function M.write(resolved, options) return M.save(M.text(resolved, options), options.dir) end

M.quote = c.quote

return M
