-- SPDX-License-Identifier: MIT
-- flux.export.lifecycle: init, start, stop, reset, resume (S17), and the symbol table.

local audit = require "flux.export.audit"
local c = require "flux.export.c"
local features = require "flux.export.features"
local queue = require "flux.export.queue"
local refs = require "flux.export.refs"

local M = {}

local function is_zero(value)
  if type(value) == "number" then return value == 0 and 1 / value > 0 end -- not -0.0
  return not value or type(value) == "cdata" and value == 0
end

-- Assignments of the fields that do not start at zero.
local function emit_defaults(x)
  for _, node in ipairs(x.stored) do
    for _, field in ipairs(node.record.fields) do
      if not is_zero(field.default) then
        local target = refs.state(x, node) .. "." .. field.name
        local value = refs.literal(x, field.type, field.default)
        if field.count then
          x.out:line(("for (int i = 0; i < %d; i++) %s[i] = %s;"):format(field.count, target, value))
        else
          x.out:line(("%s = %s;"):format(target, value))
        end
      end
    end
  end
end

local function emit_initial_state(x)
  local f, out = x.features, x.out
  c.comment(out, { "State and time as before the first entry; what the host has set stays." })
  c.open(out, ("static void set_initial_state(%s *g) {"):format(x.names.graph_type))
  if x.first_host_member then
    out:line(("memset(g, 0, offsetof(%s, %s));"):format(x.names.graph_type, x.first_host_member))
  else
    out:line("memset(g, 0, sizeof *g);")
  end
  local bits = {}
  if f.fresh then bits[#bits + 1] = "FRESH" end
  if f.idle then bits[#bits + 1] = "IDLE" end
  if #bits > 0 then out:line(("g->attention = %s;"):format(table.concat(bits, " | "))) end
  if f.twins and f.attention then out:line("if (g->audit.ring != NULL) g->attention |= AUDITING;") end
  if #f.timers > 0 then
    out:line("g->next_deadline = INT64_MAX;")
    out:line(("for (int i = 0; i < %d; i++) g->deadline[i] = INT64_MAX;"):format(#x.slots))
  end
  emit_defaults(x)
  for _, copy in ipairs(x.copies.list) do out:line(("g->prev.%s = %s;"):format(copy.name, copy.source)) end
  c.close(out, "}")
  out:blank()
end

local function emit_init(x)
  local f, out, n = x.features, x.out, x.names
  c.open(out, ("void %s_init(%s *g) {"):format(n.prefix, n.graph_type))
  if x.first_host_member then out:line("memset(g, 0, sizeof *g);") end
  if f.faults then out:line("g->fail_at = -1;") end
  if f.symbols then
    for _, symbol in ipairs(x.graph.symbols or {}) do
      out:line(("add_symbol(g, %s, %d);"):format(c.quote(symbol.text), #symbol.text))
    end
  end
  out:line("set_initial_state(g);")
  c.close(out, "}")
  out:blank()
end

-- A stage that fails takes its own posts back. `left`: what becomes of those of the one before.
local function print_stages(out, stages, left)
  for _, stage in ipairs(stages) do
    if stage.fails then
      out:line("status = " .. stage.call .. ";")
      if left then
        c.open(out, "if (status < 0) {")
        out:line(left):line("return status;")
        c.close(out, "}")
      else
        out:line("if (status < 0) return status;")
      end
    else
      out:line(stage.call .. ";")
    end
  end
end

-- init, then start, then the posts of both.
local function emit_run_start(x)
  local f, out = x.features, x.out
  if not f.idle then return end
  local posts = f.queue and #f.queued > 0
  local fails = x.start_fails
  c.open(out, ("static %s run_start(%s *g) {"):format(fails and "int" or "void", x.names.graph_type))
  out:line("g->attention &= ~IDLE;")
  if f.asks_clock then out:line("g->unread = false;") end
  local first, again = {}, {}
  local function add(list, entry)
    if not entry then return end
    list[#list + 1] = { call = x.cycle_call(entry), fails = features.entry_fails(f, entry) }
  end
  if f.host_clock then first[1] = { call = "set_first_time(g, g->clock(g->user))", fails = x.first_fails } end
  add(first, x.init_entry)
  add(again, x.start_entry)
  local staged = false
  for _, stages in ipairs { first, again } do
    for _, stage in ipairs(stages) do staged = staged or stage.fails end
  end
  if staged then out:line("int status;") end
  if x.initialised then
    c.open(out, "if (!g->initialised) {")
    out:line("g->initialised = true;")
  end
  print_stages(out, first)
  if x.initialised then c.close(out, "}") end
  local left = f.buffer and "g->attention |= WAITING" or (x.posts_fail and "(void)" or "") .. "run_posts(g)" -- else no flag makes them wait
  local has_left = posts and x.init_entry and queue.entry_posts(x, x.init_entry)
  print_stages(out, again, has_left and ("if (g->post_count > 0) %s; /* by init */"):format(left))
  if posts then
    out:line(x.posts_fail and "return g->post_count > 0 ? run_posts(g) : 0;" or "if (g->post_count > 0) run_posts(g);")
  end
  if fails and not (posts and x.posts_fail) then out:line("return 0;") end
  c.close(out, "}")
  out:blank()
end

local function emit_start(x)
  local f, out, n = x.features, x.out, x.names
  if not f.idle then return end
  c.open(out, ("int %s_start(%s *g) {"):format(n.prefix, n.graph_type))
  out:line("if (!(g->attention & IDLE)) return FLUX_E_MISUSE;")
  if x.start_fails then
    out:line("return run_start(g);")
  else
    out:line("run_start(g);"):line("return 0;")
  end
  c.close(out, "}")
  out:blank()
end

local function emit_stop(x)
  local f, out, n = x.features, x.out, x.names
  if not x.can_stop then return end
  c.open(out, ("int %s_stop(%s *g) {"):format(n.prefix, n.graph_type))
  if f.publishes then out:line("if (g->attention & PUBLISHING) return FLUX_E_MISUSE;") end
  out:line("if (g->attention & IDLE) return FLUX_E_MISUSE;")
  if f.stops then out:line("if (g->attention & STOPPED) return FLUX_E_STOPPED;") end
  out:line("g->attention |= IDLE;")
  if f.asks_clock then out:line("g->unread = false;") end
  if x.drops_waiting then out:line("drop_waiting(g);") end
  local call = x.stop_entry and x.cycle_call(x.stop_entry)
  if not call or not features.entry_fails(f, x.stop_entry) then
    if call then out:line(call .. ";") end
    out:line("return 0;")
  elseif f.stops then
    out:line(("const int status = %s;"):format(call))
    out:line(("g->attention &= ~STOPPED; /* it has ended: only %s_start and %s_reset go on */"):format(n.prefix, n.prefix))
    out:line("return status;")
  else
    out:line("return " .. call .. ";")
  end
  c.close(out, "}")
  out:blank()
end

local function emit_reset(x)
  local f, out, n = x.features, x.out, x.names
  c.open(out, ("int %s_reset(%s *g) {"):format(n.prefix, n.graph_type))
  if f.publishes then out:line("if (g->attention & PUBLISHING) return FLUX_E_MISUSE;") end
  audit.print_mark(x, 0)
  out:line("set_initial_state(g);")
  if x.start_fails then
    out:line("return run_start(g);")
  else
    if f.idle then out:line("run_start(g);") end
    out:line("return 0;")
  end
  c.close(out, "}")
  out:blank()
  if f.stops then
    c.open(out, ("int %s_resume(%s *g) {"):format(n.prefix, n.graph_type))
    local misuse = f.publishes and f.idle and "(PUBLISHING | IDLE)" or f.publishes and "PUBLISHING" or f.idle and "IDLE"
    if misuse then out:line(("if (g->attention & %s) return FLUX_E_MISUSE;"):format(misuse)) end
    audit.print_mark(x, 1, "(g->attention & STOPPED)")
    out:line("g->attention &= ~STOPPED;"):line("g->error.status = 0;"):line("return 0;")
    c.close(out, "}")
    out:blank()
  end
end

---Prints the symbol table: texts by id, found through a hash table with open addressing.
---@param x table
function M.emit_symbols(x)
  local f, out, n = x.features, x.out, x.names
  if not f.symbols then return end
  c.comment(out, { "The id of a text, added when it is new." })
  c.open(out, ("static int add_symbol(%s *g, const char *text, size_t length) {"):format(n.graph_type))
  out:line("if (length == 0) return 0;")
  out:line("if (length > 31) return FLUX_E_LIMIT;")
  out:line("uint32_t hash = 2166136261u;")
  c.open(out, "for (size_t i = 0; i < length; i++) {")
  out:line("if (text[i] == 0) return FLUX_E_INPUT;")
  out:line("hash = (hash ^ (unsigned char)text[i]) * 16777619u;")
  c.close(out, "}")
  out:line(("uint32_t slot = hash %% %du;"):format(x.symbol_slots))
  c.open(out, "while (g->symbol_slot[slot] != 0) {")
  out:line("const char *known = g->symbol_text[g->symbol_slot[slot] - 1];")
  out:line("if (memcmp(known, text, length) == 0 && known[length] == 0) return (int)g->symbol_slot[slot];")
  out:line(("slot = (slot + 1) %% %du;"):format(x.symbol_slots))
  c.close(out, "}")
  out:line(("if (g->symbol_count == %d) return FLUX_E_SYMBOLS;"):format(x.symbol_capacity))
  out:line("memcpy(g->symbol_text[g->symbol_count], text, length);")
  out:line("g->symbol_slot[slot] = " .. (x.symbol_type == "uint16_t" and "(uint16_t)" or "") .. "++g->symbol_count;")
  out:line("return (int)g->symbol_count;")
  c.close(out, "}")
  out:blank()
  c.open(out, ("int %s_symbol(%s *g, const char *text, size_t length) {"):format(n.prefix, n.graph_type))
  out:line("return add_symbol(g, text, length);")
  c.close(out, "}")
  out:blank()
  c.open(out, ("const char *%s_symbol_text(const %s *g, uint32_t id) {"):format(n.prefix, n.graph_type))
  out:line("return id == 0 || id > g->symbol_count ? NULL : g->symbol_text[id - 1];")
  c.close(out, "}")
  out:blank()
end

---Prints all of it.
---@param x table
function M.emit(x)
  emit_initial_state(x)
  emit_run_start(x)
  emit_init(x)
  emit_start(x)
  emit_stop(x)
  emit_reset(x)
end

return M
