-- SPDX-License-Identifier: MIT
-- flux.export.glue: C that the native backend adds to an export, so that LuaJIT can use it without declaring its types.
--
-- LuaJIT's type table is small and never shrinks, and one process may load many graphs. So every graph's library has the same
-- functions over untyped pointers, declared once here; the typed entries stay inside.

local ffi = require "ffi"

local M = {}

ffi.cdef [[
typedef struct flux_native_info {
  uint32_t size, nodes;
  int32_t now, cycle, late, unhandled, skipped, error, user, clock, wall, audit, fail_at, attention, entry, deadline;
} flux_native_info;
typedef struct flux_native_error {
  int32_t status, callback;
  int64_t cycle, now;
  int32_t entry, line;
  const char *array;
  double index;
  int32_t count;
} flux_native_error;
const flux_native_info *flux_native_describe(void);
uint32_t flux_native_offset(uint32_t node);
void flux_native_init(void *g);
int flux_native_start(void *g);
int flux_native_stop(void *g);
int flux_native_reset(void *g);
int flux_native_resume(void *g);
int flux_native_send(void *g, int type, const void *event);
int flux_native_buffer(void *g, int type, const void *event);
int flux_native_trigger(void *g);
int flux_native_advance(void *g, int64_t time);
int flux_native_symbol(void *g, const char *text, size_t length);
const char *flux_native_symbol_text(const void *g, uint32_t id);
void flux_native_sink(void *g, int sink, void (*fn)(void *user, const void *state));
void flux_native_wall_clock(void *g);
size_t flux_native_snapshot_size(const void *g);
int flux_native_snapshot(const void *g, void *buffer, size_t size);
int flux_native_restore(void *g, const void *buffer, size_t size);
int flux_native_audit(void *g, void *ring, int level);
int flux_native_audit_node(void *g, int node, int level);
int32_t flux_native_audit_event(const void *g);
]]

---Declares the untyped entry of the k-th event type, and its batch form.
---@param k integer
function M.declare_event(k)
  M.declared = M.declared or {}
  if M.declared[k] then return end
  M.declared[k] = true
  ffi.cdef(("int flux_native_on_%d(void *g, const void *event); long flux_native_on_%d_n(void *g, const void *events, size_t n);")
    :format(k, k))
end

local INFO = [[
typedef struct flux_native_info {
  uint32_t size, nodes;
  int32_t now, cycle, late, unhandled, skipped, error, user, clock, wall, audit, fail_at, attention, entry, deadline;
} flux_native_info;
#if defined(__GNUC__)
#define FLUX_NATIVE __attribute__((visibility("default")))
#else
#define FLUX_NATIVE
#endif
]]

-- A function that exists in every library: it calls the export's, or says that this graph has no such entry.
local function forward(out, has, signature, call, otherwise)
  out:line(("FLUX_NATIVE %s { %s }"):format(signature, has and call or otherwise))
end

---Prints the glue after a complete export.
---@param x table emission context
---@return string
function M.text(x)
  local writer = require "flux.writer"
  local out, f, n, p = writer.new("  "), x.features, x.names, x.names.prefix
  local t = n.graph_type
  local function offset(has, member) return has and ("offsetof(%s, %s)"):format(t, member) or "-1" end
  out:block(INFO)
  if f.host_clock or f.wall then out:line("#include <time.h>") end
  out:line("FLUX_NATIVE const flux_native_info *flux_native_describe(void);")
  out:line("FLUX_NATIVE const flux_native_info *flux_native_describe(void) {"):indent()
  out:line(("static const flux_native_info info = { sizeof(%s), %d,"):format(t, #x.resolved.order)):indent()
  out:line(table.concat({
    offset(f.now, "now"), offset(true, "cycle"), offset(f.timed, "late"), offset(f.ignore_unhandled, "unhandled"),
    offset(f.fails, "skipped"), offset(f.fails, "error"), offset(f.publishes or f.host_clock or f.wall, "user"),
    offset(f.host_clock, "clock"), offset(f.wall, "wall"), offset(f.audit, "audit"), offset(f.faults, "fail_at"),
    offset(f.attention, "attention"), offset(f.publishes, "entry"),
    offset(#f.timers > 0, "next_deadline"),
  }, ", ") .. " };"):dedent()
  out:line("return &info;"):dedent():line("}")
  forward(out, true, "uint32_t flux_native_offset(uint32_t node)", ("return %s_nodes[node].offset;"):format(p))
  forward(out, true, "void flux_native_init(void *g)", ("%s_init(g);"):format(p))
  forward(out, f.idle, "int flux_native_start(void *g)", ("return %s_start(g);"):format(p), "(void)g; return 0;")
  forward(out, x.can_stop, "int flux_native_stop(void *g)", ("return %s_stop(g);"):format(p),
    x.drops_waiting and "drop_waiting(g); return 0;" or "(void)g; return 0;")
  forward(out, true, "int flux_native_reset(void *g)", ("return %s_reset(g);"):format(p))
  forward(out, f.stops, "int flux_native_resume(void *g)", ("return %s_resume(g);"):format(p), "(void)g; return 0;")
  forward(out, true, "int flux_native_send(void *g, int type, const void *event)", ("return %s_dispatch(g, type, event);"):format(p))
  forward(out, f.buffer, "int flux_native_buffer(void *g, int type, const void *event)", ("return %s_buffer(g, type, event);"):format(p),
    "(void)g; (void)type; (void)event; return -16;")
  forward(out, f.buffer, "int flux_native_trigger(void *g)", ("return %s_trigger(g);"):format(p), "(void)g; return 0;")
  forward(out, f.advance, "int flux_native_advance(void *g, int64_t time)", ("return %s_advance(g, time);"):format(p),
    "(void)g; (void)time; return 0;")
  forward(out, f.symbols, "int flux_native_symbol(void *g, const char *text, size_t length)",
    ("return %s_symbol(g, text, length);"):format(p), "(void)g; (void)text; (void)length; return -17;")
  forward(out, f.symbols, "const char *flux_native_symbol_text(const void *g, uint32_t id)",
    ("return %s_symbol_text(g, id);"):format(p), "(void)g; (void)id; return NULL;")
  forward(out, true, "size_t flux_native_snapshot_size(const void *g)", ("return %s_snapshot_size(g);"):format(p))
  forward(out, true, "int flux_native_snapshot(const void *g, void *buffer, size_t size)",
    ("return %s_snapshot(g, buffer, size);"):format(p))
  forward(out, true, "int flux_native_restore(void *g, const void *buffer, size_t size)", ("return %s_restore(g, buffer, size);"):format(p))
  forward(out, f.twins, "int flux_native_audit(void *g, void *ring, int level)", ("return %s_audit(g, ring, level);"):format(p),
    "(void)g; (void)ring; (void)level; return -16;")
  forward(out, f.twins, "int flux_native_audit_node(void *g, int node, int level)", ("return %s_audit_node(g, node, level);"):format(p),
    "(void)g; (void)node; (void)level; return -16;")
  forward(out, f.audit, "int32_t flux_native_audit_event(const void *g)", ("return ((const %s *)g)->audit.event;"):format(t),
    "(void)g; return 0;")
  for k, event in ipairs(f.events) do
    local sized = event.record.size > 0
    out:line(("FLUX_NATIVE int flux_native_on_%d(void *g, const void *event) { %sreturn %s_on_%s(g%s); }")
      :format(k, sized and "" or "(void)event; ", p, n.event[event], sized and ", event" or ""))
    if sized then
      out:line(("FLUX_NATIVE long flux_native_on_%d_n(void *g, const void *events, size_t n) { return %s_on_%s_n(g, events, n); }")
        :format(k, p, n.event[event]))
    end
  end
  out:line("FLUX_NATIVE void flux_native_sink(void *g, int sink, void (*fn)(void *user, const void *state)) {"):indent()
  if #f.sinks > 0 then out:line(("%s *it = g;"):format(t)) else out:line("(void)g; (void)fn;") end
  out:line("switch (sink) {")
  for _, sink in ipairs(f.sinks) do
    local argument = sink.node.record.size > 0 and (", const %s *"):format(n.node_type[sink.node]) or ""
    out:line(("case %d: it->%s = (void (*)(void *%s))fn; break;"):format(sink.index, n.sink[sink], argument))
  end
  out:line("default: break;"):line("}"):dedent():line("}")
  if f.host_clock or f.wall then
    out:line("static int64_t native_clock(void *user) {"):indent()
    out:line("struct timespec now;"):line("if (user != NULL) ++*(uint64_t *)user;"):line("timespec_get(&now, TIME_UTC);")
    out:line("return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;"):dedent():line("}")
  end
  out:line("FLUX_NATIVE void flux_native_wall_clock(void *g) {"):indent()
  if f.host_clock then out:line(("((%s *)g)->clock = native_clock;"):format(t)) end
  if f.wall then out:line(("((%s *)g)->wall = native_clock;"):format(t)) end
  out:line("(void)g;"):dedent():line("}")
  return out:text()
end

return M
