-- SPDX-License-Identifier: MIT
-- flux.export.support: what stands at the top of the C file: constants, tables for tools, and the small functions that bodies
-- call. Only what this graph uses is printed.

local body = require "flux.body"
local c = require "flux.export.c"
local ending = require "flux.export.ending"
local structs = require "flux.export.structs"

local M = {}

local function bits(x)
  local f, out = x.features, x.out
  local list = {}
  local function add(condition, name, value, why) if condition then list[#list + 1] = { name, value, why } end end
  add(f.publishes, "PUBLISHING", 1, "inside a sink")
  add(f.stops, "STOPPED", 2, "by an error")
  add(f.buffer, "HELD", 4, "buffered work waits for the trigger")
  add(f.fresh, "FRESH", 8, "nothing has set the time yet")
  add(f.idle, "IDLE", 16, "not started")
  add(f.buffer and f.queue, "WAITING", 32, "posts of buffered events wait for the trigger")
  add(f.twins and f.attention, "AUDITING", 64, "the audit is on")
  if #list > 0 then
    out:line("/* Bits of `attention`. */")
    c.open(out, "enum {")
    for i, bit in ipairs(list) do
      local text = ("%s = %d%s"):format(bit[1], bit[2], i < #list and "," or "")
      out:line(("%-16s /* %s */"):format(text, bit[3]))
    end
    c.close(out, "};")
    out:blank()
  end
end

-- Indices of callbacks, for errors and the audit.
local function callback_ids(x)
  local out = x.out
  if not (x.features.fails or x.features.twins or x.features.profile) or #x.callback_list == 0 then return end
  out:line(("/* Indices into %s_callbacks. */"):format(x.names.prefix))
  c.open(out, "enum {")
  for i, callback in ipairs(x.callback_list) do
    out:line(("%s = %d%s"):format(x.callbacks[callback].id, callback.index, i < #x.callback_list and "," or ""))
  end
  c.close(out, "};")
  out:blank()
end

local function field_rows(x, record, struct)
  for _, field in ipairs(record.fields) do
    x.out:line(("{ %s, %s, offsetof(%s, %s), %d },"):format(c.quote(field.name), c.quote(field.type), struct, field.name, field.count or 0))
  end
end

-- Fields of each struct, then the structs.
local function tables(x)
  local out, f, n, p = x.out, x.features, x.names, x.names.prefix
  local done = {}
  local function fields(struct, record)
    if record.size == 0 or done[struct] then return end
    done[struct] = true
    c.open(out, ("static const %s_field %s_fields[] = {"):format(p, struct))
    field_rows(x, record, struct)
    c.close(out, "};")
  end
  for _, node in ipairs(x.stored) do fields(n.struct_type[node], node.record) end
  for _, event in ipairs(f.events) do fields(n.event_type[event], event.record) end
  out:blank()
  c.open(out, ("const %s_struct %s_nodes[] = {"):format(p, p))
  for _, node in ipairs(x.stored) do
    if node.record.size > 0 then
      out:line(("{ %s, %s_fields, %d, offsetof(%s, %s), sizeof(%s), -1 },"):format(c.quote(node.name), n.struct_type[node],
        #node.record.fields, n.graph_type, n.member[node], n.struct_type[node]))
    else
      out:line(("{ %s, NULL, 0, 0, 0, -1 },"):format(c.quote(node.name)))
    end
  end
  c.close(out, "};")
  out:blank()
  if #f.events > 0 then
    c.open(out, ("const %s_struct %s_events[] = {"):format(p, p))
    for _, event in ipairs(f.events) do
      local time = event.time and event.time.position or -1
      if event.record.size > 0 then
        out:line(("{ %s, %s_fields, %d, 0, sizeof(%s), %d },"):format(c.quote(event.name), n.event_type[event], #event.record.fields,
          n.event_type[event], time))
      else
        out:line(("{ %s, NULL, 0, 0, 0, -1 },"):format(c.quote(event.name)))
      end
    end
    c.close(out, "};")
    out:blank()
  end
  if f.fails or f.twins or f.profile then
    c.open(out, ("const char *const %s_callbacks[][3] = {"):format(p))
    for _, callback in ipairs(x.graph.callbacks) do -- of all, so that their indices are those of every backend
      out:line(("{ %s, %s, %s },"):format(c.quote(callback.node.name), c.quote(callback.label),
        c.quote(("%s:%d"):format(x.origin_file(callback.origin.file), callback.origin.line))))
    end
    if #x.graph.callbacks == 0 then out:line("{ NULL, NULL, NULL },") end
    c.close(out, "};")
    out:blank()
  end
end

-- Helpers that bodies named, once each.
local function helpers(x)
  local list = {}
  for name in pairs(x.helpers) do list[#list + 1] = name end
  table.sort(list)
  for _, name in ipairs(list) do
    local helper = body.support_c(name)
    x.libm = x.libm or helper.libm
    x.support:block(helper.text)
    x.support:blank()
  end
end

-- Exact functions come from math.h; the others from the portable library. Its long text is the last in the file, so that the
-- graph's own code is read first.
local function mathematics(x)
  local list = {}
  for name in pairs(x.math) do list[#list + 1] = name end
  table.sort(list)
  if #list == 0 then return end
  local mathlib = require "flux.export.mathlib"
  local text, needs = mathlib.sources(list)
  x.math_needs = needs
  if needs and needs.libm then x.libm = true end
  x.support:block(mathlib.prototypes(list)):blank()
  x.mathematics:block("/* Vendored: the mathematical functions declared above; here, so that the graph's own code is read first. */")
  x.mathematics:block(text)
end

---Prints helpers and mathematics into writers of their own. Call it when all bodies are emitted.
function M.emit_used(x)
  helpers(x)
  mathematics(x)
end

---Prints constants, types and tables.
function M.emit_top(x)
  structs.local_types(x, x.out)
  bits(x)
  callback_ids(x)
  tables(x)
end

---Prints read_now, for graphs that ask the host's clock (S13).
---@param x table
function M.emit_clock(x)
  if not x.features.asks_clock then return end
  local out = x.out
  c.comment(out, { "The time: in an event the host's clock is read when a callback first asks." })
  c.open(out, ("static inline int64_t read_now(%s *g) {"):format(x.names.graph_type))
  out:line("if (!g->unread) return g->now;"):line("g->unread = false;"):line("const int64_t time = g->clock(g->user);")
  out:line("if (time > g->now) g->now = time;"):line("return g->now;")
  c.close(out, "}")
  out:blank()
end

---Prints what bodies call in this file: the wall clock, index errors, injected faults.
function M.emit_small(x)
  local f, out, t = x.features, x.out, x.names.graph_type
  if f.wall then
    c.comment(out, { "ctx.wall: read at most once in a cycle." })
    c.open(out, ("static int64_t read_wall(%s *g) {"):format(t))
    out:line("if (!g->has_wall) g->wall_time = g->wall(g->user);"):line("g->has_wall = true;"):line("return g->wall_time;")
    c.close(out, "}")
    out:blank()
  end
  if x.has_line then
    c.comment(out, { "Notes the script's line that failed." })
    c.open(out, ("static int failed_at(%s *g, int32_t line, int status) {"):format(t))
    out:line("g->site.line = line;"):line("return status;")
    c.close(out, "}")
    out:blank()
  end
  if x.has_index then
    c.comment(out, { "Notes which array was indexed out of range, and where." })
    c.open(out, ("static int index_error(%s *g, int32_t line, const char *array, double index, int32_t count) {"):format(t))
    out:line("g->site.line = line;"):line("g->site.array = array;"):line("g->site.index = index;"):line("g->site.count = count;")
    out:line("return FLUX_E_INDEX;")
    c.close(out, "}")
    out:blank()
  end
  if f.faults then
    c.comment(out, { "Test build: is it this call of a callback that must fail?" })
    c.open(out, ("static bool injected(%s *g) {"):format(t))
    out:line("return g->calls++ == g->fail_at;")
    c.close(out, "}")
    out:blank()
  end
end

local ZERO = [[
int status = 0;
#if defined(__clang__)
__asm__("" : "+r"(status)); /* not seen to be 0: an entry that ends in this call jumps here */
#endif
return status;]]

---Prints publish_<sink>: the host's function, which is there, with `attention` set while it runs. Not inlined, so that a cycle in
---which nobody listens saves no registers for the call.
function M.emit_publish(x)
  local out, n = x.out, x.names
  for _, sink in ipairs(x.features.used_sinks) do
    local argument = sink.node.record.size > 0 and (", &g->%s"):format(n.member[sink.node]) or ""
    local ends = ending.is_last(x, sink)
    c.open(out, ("APART static %s publish_%s(%s *g) {"):format(ends and "int" or "void", sink.name, n.graph_type))
    out:line("g->attention |= PUBLISHING;")
    out:line(("g->%s(g->user%s);"):format(n.sink[sink], argument))
    out:line("g->attention &= ~PUBLISHING;")
    if ends then out:block(ZERO) end
    c.close(out, "}")
    out:blank()
  end
end

return M
