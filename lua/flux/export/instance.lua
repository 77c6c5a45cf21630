-- SPDX-License-Identifier: MIT
-- flux.export.instance: the struct that one instance of the graph is.
--
-- Hot words first, then the node states in schedule order, then what only some graphs need, and last what belongs to the host
-- (callbacks, clocks, symbols), which outlives a reset.

local c = require "flux.export.c"
local profile = require "flux.export.profile"
local structs = require "flux.export.structs"

local M = {}

local function add(list, condition, text, comment)
  if condition then list[#list + 1] = { text = text, comment = comment } end
end

local function names_of(nodes)
  local out = {}
  for i, node in ipairs(nodes) do out[i] = node.name end
  return table.concat(out, ", ")
end

---One `bool` per flag of a buffered cycle that the trigger reads.
function M.pending_members(x)
  local list = {}
  for _, node in ipairs(x.graph.nodes) do
    local what = x.features.pending[node]
    add(list, what and what.dirty, ("bool %s_dirty;"):format(x.names.member[node]))
    add(list, what and what.ran, ("bool %s_ran;"):format(x.names.member[node]))
  end
  return list
end

local function saved_members(x)
  local list, valid, deadline = {}, {}, {}
  add(list, true, ("uint64_t nodes[%d];"):format(math.ceil(#x.saved / 64)), "which nodes are saved")
  for _, save in ipairs(x.saved) do
    add(list, save.node.record.size > 0, ("%s %s;"):format(x.names.node_type[save.node], x.names.member[save.node]))
    if x.features.valid[save.node] then valid[#valid + 1] = x.names.member[save.node] end
    if save.slot then deadline[#deadline + 1] = x.names.member[save.node] end
  end
  add(list, #valid > 0, ("struct { bool %s; } valid;"):format(table.concat(valid, ", ")))
  add(list, #deadline > 0, ("struct { int64_t %s; } deadline;"):format(table.concat(deadline, ", ")))
  return list
end

-- Structs that the instance is made of.
local function parts(x)
  local out, f, prefix = x.header, x.features, x.names.prefix
  if f.queue then
    out:line("/* A posted event that waits for its cycle. */")
    c.open(out, ("typedef struct %s_post {"):format(prefix))
    out:line("int32_t type;")
    local sized = {}
    for _, event in ipairs(f.queued) do
      if event.record.size > 0 then sized[#sized + 1] = event end
    end
    if #sized > 0 then
      c.open(out, "union {")
      for _, event in ipairs(sized) do out:line(("%s %s;"):format(x.names.event_type[event], x.names.event_member[event])) end
      c.close(out, "} event;")
    end
    c.close(out, ("} %s_post;"):format(prefix))
    out:blank()
  end
  if f.buffer and #M.pending_members(x) > 0 then
    structs.plain(out, prefix .. "_pending", M.pending_members(x), "What buffered events left for the trigger.")
  end
  if f.fails then
    structs.plain(out, prefix .. "_error", {
      { text = "int32_t status;", comment = "negative; 0: no error" },
      { text = "int32_t callback;", comment = ("index into %s_callbacks"):format(prefix) },
      { text = "uint64_t cycle;" },
      { text = "int64_t now;" },
      { text = "int32_t entry;", comment = ("%s_… event type, or %s_ENTRY_…"):format(x.names.upper, x.names.upper) },
      { text = "int32_t line;", comment = "the script's line that failed; 0: unknown" },
      { text = "const char *array;", comment = "an index out of range: the array's name, or which capacity is used up; else NULL" },
      { text = "double index;" },
      { text = "int32_t count;", comment = "of its elements" },
    }, "The first error since status was last 0; set it to 0 when you have dealt with it.")
  end
end

local function clock_members(x, list)
  local f = x.features
  add(list, f.now, "int64_t now;", "ns; never moves backwards")
  add(list, true, "uint64_t cycle;", "number of the current or last cycle, from 1")
  add(list, f.timed, "uint64_t late;", "events whose time was less than now")
  add(list, #f.timers > 0, "int64_t next_deadline;", "earliest timer; INT64_MAX: none")
  add(list, f.attention, "int32_t attention;", "0: an event may run at once")
  add(list, f.asks_clock, "bool unread;", "an event runs, and nobody has asked the clock yet")
  add(list, x.options.native and f.publishes, "int32_t entry;", "of the current cycle")
  add(list, x.initialised, "bool initialised;", "it was started before")
  add(list, f.wall, "bool has_wall;", "wall_time was read in this cycle")
  add(list, f.wall, "int64_t wall_time;")
end

local function host_members(x, list)
  local f, prefix = x.features, x.names.prefix
  if f.symbols then
    local slots = x.symbol_slots
    add(list, true, ("char symbol_text[%d][32];"):format(x.symbol_capacity), "by id - 1")
    add(list, true, "uint32_t symbol_count;")
    add(list, slots, ("%s symbol_slot[%d];"):format(x.symbol_type, slots or 0), "hash table of ids; 0: free")
  end
  for _, sink in ipairs(f.sinks) do
    local argument = sink.node.record.size > 0 and (", const %s *%s"):format(x.names.node_type[sink.node], x.names.member[sink.node]) or ""
    add(list, true, ("void (*%s)(void *user%s);"):format(x.names.sink[sink], argument), ("sink %s; NULL: nobody listens"):format(sink.name))
  end
  add(list, f.host_clock, "int64_t (*clock)(void *user);", "the host's clock, ns; must be set")
  add(list, f.wall, "int64_t (*wall)(void *user);", "the wall clock, ns; must be set")
  add(list, f.audit, ("%s_audit_state audit;"):format(prefix))
  profile.members(x, add, list)
  add(list, f.faults, "int64_t fail_at;", "test build: the callback call to fail, counted from 0; -1: none")
  add(list, f.faults, "int64_t calls;")
  add(list, #list > 0 and (f.publishes or f.host_clock or f.wall or f.profile), "void *user;", "given back to every function above")
  return prefix
end

---The instance's members, in order; `host` is the index of the first that outlives a reset.
---@param x table
---@return table[] list, integer host
function M.members(x)
  local f, prefix, list = x.features, x.names.prefix, {}
  clock_members(x, list)
  for _, member in ipairs(structs.states(x)) do list[#list + 1] = member end
  if #f.valid_list > 0 then
    local flags = {}
    for _, node in ipairs(f.valid_list) do flags[#flags + 1] = x.names.member[node] end
    add(list, true, ("struct { bool %s; } valid;"):format(table.concat(flags, ", ")), "has been dirty at least once")
  end
  for _, copy in ipairs(x.copies.list) do x.prev_members[#x.prev_members + 1] = ("%s %s;"):format(copy.type, copy.name) end
  if #x.prev_members > 0 then
    add(list, true, ("struct { %s } prev;"):format(table.concat(x.prev_members, " ")), "as the previous cycle left them")
  end
  if #f.timers > 0 then
    add(list, true, ("int64_t deadline[%d];"):format(#x.slots), x.slot_text)
    add(list, true, ("bool due[%d];"):format(#f.timers), names_of(f.timers))
  end
  local words, groups = x.awake_words, x.awake_groups or 0
  add(list, words, ("uint64_t awake[%d];"):format(words or 0), "a bit each: steps that are to run in this cycle")
  add(list, groups > 0, ("uint64_t awake_words[%d];"):format(groups), "a bit each: which words of awake are not 0")
  add(list, f.buffer and #M.pending_members(x) > 0, ("%s_pending pending;"):format(prefix))
  if f.queue then
    add(list, true, "uint32_t first_post;")
    add(list, true, "uint32_t post_count;")
    add(list, f.fails and not f.stops, "uint32_t posts_before;", "what waited as the cycle began")
    add(list, true, ("%s_post posts[%d];"):format(prefix, f.capacity), "ring of events that wait")
  end
  if #x.saved > 0 then add(list, true, ("%s_saved saved;"):format(prefix), "to undo a cycle that fails") end
  add(list, f.ignore_unhandled, "uint64_t unhandled;", "events that no node handles")
  add(list, f.fails, "uint64_t skipped;", "cycles that ended in an error")
  local site = x.has_index and "const char *array; double index; int32_t count, line;" or "int32_t line;"
  add(list, x.has_index or x.has_line, ("struct { %s } site;"):format(site), "where a callback is failing")
  add(list, f.fails, ("%s_error error;"):format(prefix))
  local host = #list + 1
  host_members(x, list)
  return list, host
end

---Decides the members. Sets x.member_list and x.first_host_member. Call it when all callbacks are emitted.
---@param x table
function M.plan(x)
  local list, host = M.members(x)
  x.member_list = list
  local first = list[host] and list[host].text
  x.first_host_member = first and (first:match("%(%*([%w_]+)%)") or first:match("([%w_]+)[%[;]"))
end

---Prints the instance and the structs it consists of.
---@param x table
function M.emit(x)
  parts(x)
  if #x.saved > 0 then structs.plain(x.header, x.names.prefix .. "_saved", saved_members(x), "Node states as the cycle began.") end
  structs.plain(x.header, x.names.graph_type, x.member_list, "One instance of the graph. Its state is yours to read.")
end

return M
