-- SPDX-License-Identifier: MIT
-- What is legal in a graph and yet most likely a mistake. Each lint names the line and says what to write instead.
--
--   for _, lint in ipairs(lints.find(graph)) do print(lint.at, lint.message) end
--
-- Expects a graph whose bodies are compiled (flux.resolve).
local M = {}

local function place(origin) return origin and ("%s:%d"):format(origin.file, origin.line) or nil end

-- Input names that some callback of the node reads, and whether ctx.valid or ctx.ticked is asked of any.
local function reads(node)
  local read, asks, opaque = {}, false, false
  for _, callback in ipairs(node.callbacks) do
    local facts = callback.body and callback.body.facts or {}
    if not callback.body or callback.body.language ~= "portable" then opaque = true end
    for name in pairs(facts.reads or {}) do read[name] = true end -- a set: no order comes of it
    for _, input in ipairs(facts.valid or {}) do asks, read[input.name] = true, true end
    for _, input in ipairs(facts.ticked or {}) do asks, read[input.name] = true, true end
    if callback.input then read[callback.input.name] = true end
  end
  return read, asks, opaque
end

-- The nodes that handlers and timers start from, upstream of a node.
local function sources(node, known)
  if known[node] then return known[node] end
  local set = {}
  known[node] = set
  if node.by_role and (#(node.by_role.handler or {}) > 0 or node.by_role.timer) then set[node] = true end
  for _, input in ipairs(node.inputs) do
    if not input.prev and not input.passive then
      for _, element in ipairs(input.elements) do
        for source in pairs(sources(element.node, known)) do set[source] = true end -- a set: no order comes of it
      end
    end
  end
  return set
end

-- A source's event types: two sources of one type always tick together, unless filters part them.
local function joins_apart(node, known)
  local triggers, first, differ = 0, nil, false
  for _, input in ipairs(node.inputs) do
    if not input.passive and not input.prev and not input.list then
      triggers = triggers + 1
      local set = sources(input.elements[1].node, known)
      if first then
        for source in pairs(set) do differ = differ or not first[source] end
        for source in pairs(first) do differ = differ or not set[source] end
      end
      first = first or set
    end
  end
  return triggers > 1 and differ
end

-- A node's handlers of what no filter matched where it has no filter: every event of the type is that.
local function without_filter(node)
  local filtered, list = {}, {}
  for _, callback in ipairs(node.callbacks) do
    if callback.conditions then filtered[callback.event] = true end
  end
  for _, callback in ipairs(node.callbacks) do
    if callback.otherwise and not filtered[callback.event] then list[#list + 1] = callback end
  end
  return list
end

---@param graph table a resolved graph
---@return table[] lints { rule, node, at, message }
function M.find(graph)
  local found, used, known = {}, {}, {}
  local function add(rule, node, origin, message, ...)
    found[#found + 1] = { rule = rule, node = node.name, at = place(origin), message = message:format(...) }
  end
  for _, sink in ipairs(graph.sinks) do used[sink.node] = true end
  for _, node in ipairs(graph.nodes) do
    for _, input in ipairs(node.inputs) do
      for _, element in ipairs(input.elements) do used[element.node] = true end
    end
  end
  for _, node in ipairs(graph.nodes) do
    local read, asks, opaque = reads(node)
    local kind = rawget(node, "kind")
    -- What a node of flux.nodes reads, or one that g:by has made, is not the user's mistake.
    local library = kind and kind.library or rawget(node, "is_validity")
    local acts = false
    for _, callback in ipairs(node.callbacks) do
      local facts = callback.body and callback.body.facts or {}
      acts = acts or (facts.posts and #facts.posts > 0) or callback.body and callback.body.language ~= "portable" or false
    end
    for _, input in ipairs(node.inputs) do
      if not library and not read[input.name] and not opaque and not input.passive and not input.prev then
        add("unread_input", node, input.origin or node.origin, "node '%s': no callback reads input '%s', it only triggers; if that is " ..
          "meant, read it with ctx.ticked(%s), else remove it", node.name, input.name, input.name)
      end
    end
    for _, callback in ipairs(without_filter(node)) do
      local event = callback.event.name
      add("otherwise_always", node, callback.origin or node.origin, "node '%s': %s:otherwise() is every %s, since the node has no " ..
        "%s:where { … }; write [%s] = …, or the filter that is missing", node.name, event, event, event, event)
    end
    if not used[node] and not acts then
      add("unused_node", node, node.origin, "node '%s': nothing reads it, it is no sink and posts nothing", node.name)
    end
    if not library and node.by_role.update and not node.when_all and not asks and not opaque and joins_apart(node, known) then
      add("early_join", node, node.origin, "node '%s' joins inputs that tick apart, and its update runs before the others have a " ..
        "value; write when = \"all\", or ask ctx.valid(x)", node.name)
    end
  end
  return found
end

return M
