-- SPDX-License-Identifier: MIT
-- flux.export.cfiles: what C bodies reach through ctx in the exported file, and the files of flux.cfile.

local cbody_emit = require "flux.body.cbody_emit"
local ctext = require "flux.body.ctext"
local lines = require "flux.export.lines"
local names = require "flux.export.names"

local M = {}

---What a C text finds of the runtime: { head, text }. `ctx` is the instance; in a file it may be declared const.
---@param x table
---@param tokens table<string, true>
---@param callback flux.Callback|nil whose text it is; nil for a file
---@param instance string
---@return string[][]
function M.macros(x, tokens, callback, instance)
  local list = {}
  local function add(token, head, text)
    if tokens[token] then list[#list + 1] = { head, (text:gsub("@", instance)) } end
  end
  add("flux_now", "flux_now(ctx)", x.features.host_clock and "read_now(@)" or "((ctx)->now)")
  add("flux_cycle", "flux_cycle(ctx)", "((int64_t)(ctx)->cycle)")
  add("flux_wall", "flux_wall(ctx)", "read_wall(@)")
  if callback then
    local slot = x.once_slot[callback.node]
    x.arms, x.cancels = x.arms or tokens.flux_after, x.cancels or tokens.flux_cancel
    add("flux_after", "flux_after(ctx, ns)", ("arm(@, %s, (ns))"):format(slot))
    add("flux_cancel", "flux_cancel(ctx)", ("cancel(@, %s)"):format(slot))
  end
  for _, event in ipairs(x.features.queued) do
    local token = "flux_post_" .. event.name
    local call = ("post_%s(@%s)"):format(x.names.event[event], event.record.size > 0 and ", (event)" or "")
    if callback then call = ("keep_status(post_status, %s)"):format(call) end
    if event.record.size == 0 then call = ("((void)(event), %s)"):format(call) end
    add(token, token .. "(ctx, event)", call)
    x.keeps_status = x.keeps_status or callback and tokens[token]
  end
  return list
end

local KEEP_STATUS = [[
static inline int keep_status(int *first, int status) {
  if (*first == 0) *first = status;
  return status;
}
]]

-- C bodies call types as an export under the graph's own name does; under another prefix those that they mention are typedefs.
local function emit_aliases(x)
  local graph, mine = x.graph, x.names
  if mine.prefix == graph.name then return end
  local mentioned = {}
  for _, callback in ipairs(x.callback_list) do
    if callback.body.language == "c" then
      for token in pairs(ctext.names(callback.body.text)) do mentioned[token] = true end
    end
  end
  local usual, done = names.new(x.resolved, graph.name), {}
  local function alias(name, is)
    if not mentioned[name] or done[name] then return end
    done[name] = true
    x.support:line(("typedef %s %s;"):format(is, name))
  end
  alias(usual.graph_type, mine.graph_type)
  for _, event in ipairs(graph.events) do alias(usual.event_type[event], mine.event_type[event]) end
  for _, node in ipairs(graph.nodes) do
    alias(usual.node_type[node], mine.node_type[node])
    alias(usual.struct_type[node], mine.struct_type[node])
  end
  if next(done) then x.support:blank() end
end

-- The functions of a file that callbacks call, as they call them, so that the compiler finds in the file what does not fit.
local function emit_prototypes(x, file, hooks)
  local done = {}
  for _, callback in ipairs(x.callback_list) do
    local compiled = callback.body
    if compiled.c_file == file and not done[compiled.c_function] then
      done[compiled.c_function] = true
      x.functions:line(cbody_emit.prototype(compiled, hooks(callback)) .. ";")
    end
  end
end

-- Macros that give another name to what a file defines and the exported file has already.
local function renamed(x, text)
  local list = {}
  for name in pairs(ctext.defined(text)) do
    local own = names.of_file(x.names, name)
    x.named[own] = true
    if own ~= name then list[#list + 1] = { name, own } end
  end
  table.sort(list, function(a, b) return a[1] < b[1] end)
  return list
end

---Prints the C files of the graph, each once, under the numbers of its own lines.
---@param x table
---@param hooks fun(callback: flux.Callback): table what flux.body.cbody_emit asks for
function M.emit(x, hooks)
  emit_aliases(x)
  if x.keeps_status then x.functions:block(KEEP_STATUS):blank() end
  local done = {}
  for _, callback in ipairs(x.callback_list) do
    local compiled = callback.body
    if compiled.c_file and not done[compiled.c_file] then
      done[compiled.c_file] = true
      local macros = M.macros(x, ctext.names(compiled.text), nil, ("(%s *)(ctx)"):format(x.names.graph_type))
      table.insert(macros, 1, { "flux_ctx", x.names.graph_type })
      for _, macro in ipairs(renamed(x, compiled.text)) do macros[#macros + 1] = macro end
      for _, macro in ipairs(macros) do x.functions:block(("#define %s %s"):format(macro[1], macro[2])) end
      if x.options.native then emit_prototypes(x, compiled.c_file, hooks) end
      local list = x.functions.lines
      list[#list + 1] = ("#line 1 %q"):format(compiled.c_file)
      list[#list + 1] = cbody_emit.kept_lines((compiled.text:gsub("%s+$", "")))
      x.functions:block(lines.RESUME)
      for _, macro in ipairs(macros) do x.functions:block("#undef " .. macro[1]:match "^[%w_]+") end
      x.functions:blank()
    end
  end
end

return M
