-- SPDX-License-Identifier: MIT
-- flux.export.driver_errors: what main.c of an export says of an entry that failed, worded as on every backend (S16).

local bodies = require "flux.bodies"
local c = require "flux.export.c"
local core = require "flux.core"
local snapshot = require "flux.export.snapshot"

local M = {}

local STATUS_TEXT = {
  [-7] = "a callback failed", [-8] = "an array index is out of range", [-9] = "the queue of posted events is full",
  [-10] = "the event is late", [-11] = "no node handles this event type", [-12] = "stopped by an earlier error",
  [-13] = "time has not been set", [-14] = "too many timer deadlines in one jump", [-16] = "the call is not allowed here",
  [-17] = "the symbol table is full", [-18] = "the snapshot is damaged", [-19] = "the snapshot is of another layout",
}

local PASSED_ON = { core.FLUX_E_QUEUE, core.FLUX_E_TIME, core.FLUX_E_MISUSE }

local OWN = [[
if (e->line == 0 && (returns[e->callback] & 1)) returned_text(e->status, returns[e->callback], reason, sizeof reason);
else ]]

-- The text for what a C body returned: its own number, and its meaning where flux gave it.
local function returned_text(out, x)
  local rows, any = {}, false
  for i, callback in ipairs(x.graph.callbacks) do
    local compiled = callback.body
    local own = compiled.language ~= "portable"
    local known = 0
    for k, status in ipairs(PASSED_ON) do
      if compiled.language == "c" and bodies.is_passed_on(status, compiled.facts) then known = known + 2 ^ k end
    end
    rows[i], any = (own and 1 or 0) + known, any or own
  end
  if not any then return false end
  out:line("/* Of each callback: 1 in C or the host's, 2, 4, 8: it may return what a post or a timer returned. */")
  c.list(out, "static const unsigned char returns[] = { ", rows, ",", " };")
  out:blank()
  c.open(out, "static void returned_text(int status, int known, char *text, size_t size) {")
  local terms = {}
  for k, status in ipairs(PASSED_ON) do terms[k] = ("(status == %d && (known & %d))"):format(status, 2 ^ k) end
  c.list(out, "const bool given = ", terms, " ||", ";")
  out:line('if (given) snprintf(text, size, "returned status %d (%s)", status, status_text(status));')
  out:line('else snprintf(text, size, "returned status %d", status);')
  c.close(out, "}")
  out:blank()
  return true
end

-- The text of an error, worded as on every backend (S16).
local function errors(out, x)
  local f, p = x.features, x.names.prefix
  c.open(out, "static const char *status_text(int status) {")
  c.open(out, "switch (status) {")
  out:dedent()
  for status = -7, snapshot.wanted(x) and -19 or -17, -1 do
    if STATUS_TEXT[status] then out:line(("case %d: return %s;"):format(status, c.quote(STATUS_TEXT[status]))) end
  end
  out:line('default: return "a callback failed";'):indent()
  c.close(out, "}")
  c.close(out, "}")
  out:blank()
  local own = f.fails and returned_text(out, x)
  c.open(out, "static void error_text(graph_t *g, int status, char *text, size_t size) {")
  if not f.fails then
    out:line("(void)g;"):line('snprintf(text, size, "%s", status_text(status));')
    c.close(out, "}")
    out:blank()
    return
  end
  out:block(([[
char entry[96], reason[512];
const @_error *e = &g->error;
if (e->status == 0 || (status != e->status && status != -12)) {
  snprintf(text, size, "%s", status_text(status));
  return;
}
static const char *const special[] = { "", "trigger", "", "start", "stop" };
if (e->entry >= 0) snprintf(entry, sizeof entry, "event %s", event_name(e->entry));
else if (e->entry == -2) snprintf(entry, sizeof entry, "timer at %lld", (long long)e->now);
else snprintf(entry, sizeof entry, "%s", special[-e->entry]);
const char *const *callback = @_callbacks[e->callback];
const int file = (int)(strrchr(callback[2], ':') - callback[2]);
@returned@if (e->line == 0) snprintf(reason, sizeof reason, "%s", status_text(e->status));
else if (e->array != NULL && strchr(e->array, ' ') != NULL) {
  snprintf(reason, sizeof reason, "%.*s:%d: %s", file, callback[2], (int)e->line, e->array);
}
else if (e->array == NULL) snprintf(reason, sizeof reason, "%.*s:%d: %s", file, callback[2], (int)e->line, status_text(e->status));
else {
  char index[40];
  snprintf(reason, sizeof reason, "%.*s:%d: index %s is out of range: %s has elements 0 … %d", file, callback[2], (int)e->line,
           double_text(e->index, index, sizeof index), e->array, (int)e->count - 1);
}
snprintf(text, size, "graph '%s', cycle %lld, %s, node '%s', %s (%s): %s", GRAPH, (long long)e->cycle, entry, callback[0], callback[1],
         callback[2], reason);
if (!STOPS) g->error.status = 0;]]):gsub("@returned@", own and OWN or ""):gsub("@", p))
  c.close(out, "}")
  out:blank()
end

local function event_names(out, x)
  if not x.features.fails then return end
  c.open(out, "static const char *event_name(int type) {")
  c.open(out, "switch (type) {")
  out:dedent()
  for _, event in ipairs(x.features.events) do
    out:line(("case %s: return %s;"):format(x.names.event_id[event], c.quote(event.name)))
  end
  out:line('default: return "";'):indent()
  c.close(out, "}")
  c.close(out, "}")
  out:blank()
end

---Prints event_name, status_text and error_text.
---@param out flux.Writer
---@param x table emission context
function M.emit(out, x)
  event_names(out, x)
  errors(out, x)
end

return M
