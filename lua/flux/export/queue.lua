-- SPDX-License-Identifier: MIT
-- flux.export.queue: the bounded FIFO of posted events (S12): one function per type that appends, one that runs what waits.

local c = require "flux.export.c"
local features = require "flux.export.features"

local M = {}

---Prints post_<event> for every type that can be posted.
---@param x table
function M.emit_posts(x)
  local f, out, n = x.features, x.out, x.names
  if not f.queue or #f.queued == 0 then return end
  c.comment(out, { "Takes the next free place in the queue of posted events; NULL: it is full." })
  c.open(out, ("static %s_post *append_post(%s *g, int32_t type) {"):format(n.prefix, n.graph_type))
  out:line(("if (g->post_count == %d) return NULL;"):format(f.capacity))
  out:line(("%s_post *post = &g->posts[(g->first_post + g->post_count) %% %d];"):format(n.prefix, f.capacity))
  out:line("g->post_count++;")
  out:line("post->type = type;")
  out:line("return post;")
  c.close(out, "}")
  out:blank()
  for _, event in ipairs(f.queued) do
    local word, sized = n.event[event], event.record.size > 0
    local parameter = sized and (", const %s *event"):format(n.event_type[event]) or ""
    c.open(out, ("static int post_%s(%s *g%s) {"):format(word, n.graph_type, parameter))
    if sized then
      out:line(("%s_post *post = append_post(g, %s);"):format(n.prefix, n.event_id[event]))
      out:line("if (post == NULL) return FLUX_E_QUEUE;")
      out:line(("post->event.%s = *event;"):format(n.event_member[event]))
      out:line("return 0;")
    else
      out:line(("return append_post(g, %s) == NULL ? FLUX_E_QUEUE : 0;"):format(n.event_id[event]))
    end
    c.close(out, "}")
    out:blank()
  end
end

---May an event of this type wait in the queue?
function M.is_queued(x, event)
  for _, queued in ipairs(x.features.queued) do
    if queued == event then return true end
  end
  return false
end

---May this entry leave posts behind: does it post, or publish to a host that may dispatch?
function M.entry_posts(x, entry)
  if not x.features.queue then return false end
  for _, step in ipairs(entry.steps) do
    if step.role == "sink" then return true end
    local facts = step.callback and step.callback.body.facts
    if facts and (#facts.posts > 0 or facts.may_post) then return true end
  end
  return false
end

---The only sink of an entry that can neither fail nor post: only the sink's function may have sent something. So the entry's cycle leaves
---it to its caller to publish, and says whether somebody listens: where nobody does the queue is not asked, nor kept at hand for that.
---@return flux.Sink|nil
function M.last_sink(x, entry)
  local steps = entry.steps
  local last = steps[#steps]
  if not x.features.queue or entry.kind ~= "event" or not last or last.role ~= "sink" or features.entry_fails(x.features, entry) then
    return nil
  end
  for i = 1, #steps - 1 do
    local facts = steps[i].callback and steps[i].callback.body.facts
    if steps[i].role == "sink" or facts and (#facts.posts > 0 or facts.may_post) then return nil end
  end
  return last.sink
end

---Prints close_<sink> for the sinks that cycles leave to their callers.
---@param x table
function M.emit_close(x)
  local out, n = x.out, x.names
  x.close_name = {}
  for _, sink in ipairs(x.features.used_sinks) do
    local told = false
    for _, entry in ipairs(x.all_entries) do told = told or x.told[entry] == sink end
    if told then
      x.close_name[sink] = n.static:claim("close_" .. sink.name)
      c.comment(out, { "Publishes, then runs what the sink's function has sent." })
      c.open(out, ("APART static %s %s(%s *g) {"):format(x.posts_fail and "int" or "void", x.close_name[sink], n.graph_type))
      out:line(("publish_%s(g);"):format(sink.name))
      out:line(x.posts_fail and "return g->post_count > 0 ? run_posts(g) : 0;" or "if (g->post_count > 0) run_posts(g);")
      c.close(out, "}")
      out:blank()
    end
  end
end

---Does running what waits give a status?
function M.fails(x)
  if not x.features.queue then return false end
  for _, event in ipairs(x.features.queued) do
    if features.entry_fails(x.features, x.resolved.entry_of.event[event]) then return true end
  end
  return false
end

---Prints run_posts.
---@param x table
function M.emit_run(x)
  local f, out, n = x.features, x.out, x.names
  if not f.queue or #f.queued == 0 then return end
  local fails = M.fails(x)
  c.comment(out, { "Runs the posted events, first in first out, each in a cycle of its own." })
  c.open(out, ("APART static %s run_posts(%s *g) {"):format(fails and "int" or "void", n.graph_type))
  if fails then out:line("int first_error = 0;") end
  if f.fresh and f.start_posts then out:line("if (g->attention & FRESH) return" .. (fails and " 0;" or ";")) end
  c.open(out, "while (g->post_count > 0) {")
  out:line(("const %s_post post = g->posts[g->first_post];"):format(n.prefix))
  if f.twins then out:line("if (UNLIKELY(g->audit.ring != NULL)) g->audit.cause = g->audit.cause_of[g->first_post];") end
  out:line(("g->first_post = (g->first_post + 1) %% %d;"):format(f.capacity))
  out:line("g->post_count--;")
  out:line("g->cycle++;")
  c.open(out, "switch (post.type) {")
  for _, event in ipairs(f.queued) do
    local entry = x.resolved.entry_of.event[event]
    local argument = event.record.size > 0 and "&post.event." .. n.event_member[event]
    local call = x.cycle_call(entry, argument, f.twins and "either" or nil)
    if features.entry_fails(f, entry) then call = ("keep_first(&first_error, %s)"):format(call) end
    if x.told[entry] then call = ("if (%s) publish_%s(g)"):format(call, x.told[entry].name) end
    out:dedent()
    c.case(out, ("case %s:"):format(n.event_id[event]), call .. ";")
    out:indent()
  end
  out:dedent():line("default: break;"):indent()
  c.close(out, "}")
  c.close(out, "}")
  if f.buffer then out:line("g->attention &= ~WAITING;") end
  if fails then out:line("return first_error;") end
  c.close(out, "}")
  out:blank()
end

return M
