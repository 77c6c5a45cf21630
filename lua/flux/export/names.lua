-- SPDX-License-Identifier: MIT
-- flux.export.names: every identifier of the exported C, decided in one place.
--
-- Public names carry the graph's prefix, static ones do not. All come from the script's own names; where two would collide,
-- the later one gets a suffix. The same graph always gives the same names.
--
--   local n = names.new(resolved, "signals")
--   n.graph_type, n.event_type[Tick], n.node_type[cross]   --> "signals_t", "signals_tick_event", "signals_cross"

local c_names = require "flux.c_names"
local ctext = require "flux.body.ctext"

local M = {}

-- Functions and macros of the headers that instances' members must not be called either.
local TAKEN = "memcpy memset memcmp sqrt floor ceil fabs fmod assert"

-- Members of the instance besides the nodes, and the locals and parameters of generated functions.
local MEMBERS = [[
  now cycle nodes attention late next_deadline deadline armed valid pending prev posts saved error skipped unhandled symbols user clock
  wall wall_time audit fail_at calls status g event events self ctx index has_now has_wall unread site
  awake awake_words profile profile_began profile_clock profile_model
]]

-- Functions and constants of the runtime in the same file: a helper function or a local of a body may be called as one of them.
local RUNTIME = [[
  native_clock add_symbol append_post arm audit_append audit_bits audit_call audit_cycle audit_enter audit_first audit_keep audit_mark
  audit_next audit_posts audit_records audit_refused audit_sink audit_types audit_values audit_width cancel deadline_after failed failed_at
  find_next_deadline index_error injected interval is_due keep_first profile_enter profile_judge profile_leave read_now read_wall
  restore_nodes run_posts run_start run_timers run_trigger set_first_time set_initial_state since_deadline take_first wake
  APART AT AUDITING COLD DISTANCE FLUX_ARREST FLUX_DIRTY FRESH HEARD HELD IDLE INFINITY INLINED NAN PUBLISHING SINK STOPPED UNLIKELY WAITING
]]

---"MarketData" → "market_data".
---@param name string
---@return string
function M.snake(name)
  return (name:gsub("(%l)(%u)", "%1_%2"):gsub("(%d)(%u)", "%1_%2"):gsub("(%u)(%u%l)", "%1_%2"):lower())
end

local function add(used, set)
  for word in pairs(set) do used[word] = true end -- a set: the order does not matter
end

---A set of used names. `claim` returns the name, or the name with the first free suffix.
---@param words string|nil names that are taken from the start
---@return table space
function M.space(words)
  local used = {}
  for word in (words or ""):gmatch("%S+") do used[word] = true end
  return {
    used = used,
    claim = function(_, name, suffix)
      if used[name] and suffix and not used[name .. suffix] then name = name .. suffix end
      local base, n = name, 1
      while used[name] do
        n = n + 1
        name = base .. "_" .. n
      end
      used[name] = true
      return name
    end,
  }
end

local PUBLIC = [[
  t event node field struct status error callback post state init start stop reset resume advance trigger buffer dispatch symbol
  symbol_text snapshot snapshot_size restore nodes events callbacks graph audit audit_init audit_node audit_lost audit_read
  audit_ring audit_record audit_state pending saved profile profile_model
]]

-- Constants, without the graph's name, that are none of an event type.
local CONSTANTS = { NODES = true, EVENTS = true, CALLBACKS = true, H = true, LAYOUT_HASH = true, GRAPH_HASH = true }

local function event_constant(word)
  local upper = word:upper()
  local taken = CONSTANTS[upper] or upper:match "^E_" or upper:match "^ENTRY_" or upper:match "^AUDIT_" or upper:match "^SYMBOL_"
  return taken and upper .. "_EVENT" or upper
end

local function public_space(prefix)
  local space = M.space()
  add(space.used, c_names.words)
  add(space.used, c_names.functions)
  for word in PUBLIC:gmatch("%S+") do space.used[prefix .. "_" .. word] = true end
  return space
end

---As many nodes at least that one line of the script declares have one type and one function for each callback.
M.LOOP = 4

-- Nodes of one kind, or of a loop, share a struct where their layout is one. It is named for the kind, or for the first of the nodes; each
-- node also has a typedef of its own.
local function node_types(n, graph, space)
  local count, shared = {}, {}
  local function key(node)
    return (node.kind and node.kind.name or node.origin.file .. ":" .. node.origin.line) .. "\n" .. node.record.c
  end
  for _, node in ipairs(graph.nodes) do
    local k = key(node)
    if node.record.size > 0 then count[k] = (count[k] or 0) + 1 end
  end
  for _, node in ipairs(graph.nodes) do
    n.node_type[node] = space:claim(n.prefix .. "_" .. node.name, "_node")
    n.struct_type[node] = n.node_type[node]
  end
  for _, node in ipairs(graph.nodes) do
    local k = key(node)
    n.shares[node] = (count[k] or 0) >= (node.kind and 2 or M.LOOP)
    if n.shares[node] then
      shared[k] = shared[k] or node.kind and space:claim(n.prefix .. "_" .. M.snake(node.kind.name), "_kind") or n.node_type[node]
      n.struct_type[node] = shared[k]
    end
  end
end

-- What the graph's C files define: no function that is written for a callback is called so.
local function of_files(graph)
  local set, done = {}, {}
  for _, callback in ipairs(graph.callbacks) do
    local compiled = callback.body
    if compiled and compiled.c_file and not done[compiled.c_file] then
      done[compiled.c_file] = true
      add(set, ctext.defined(compiled.text))
    end
  end
  return set
end

---All names of one graph.
---@param resolved flux.Resolved
---@param prefix string
---@param defined table<string, true>|nil what the file itself defines, and no function or variable of a body can be called
---@return table names
function M.new(resolved, prefix, defined)
  local graph = resolved.graph
  local n = {
    prefix = prefix, upper = prefix:upper(), graph_type = prefix .. "_t",
    event = {}, event_member = {}, event_type = {}, event_id = {}, node_type = {}, struct_type = {}, shares = {}, member = {}, sink = {},
    symbol = {}, callback = {},
  }
  local public = public_space(prefix)
  local members = M.space(TAKEN .. MEMBERS)
  add(members.used, c_names.words)
  local short, in_union = M.space(), M.space "word" -- of main.c's union
  add(in_union.used, c_names.words)
  for _, event in ipairs(graph.events) do
    local word = short:claim(M.snake(event.name))
    n.event[event], n.event_member[event] = word, in_union:claim(word, "_event")
    n.event_type[event] = public:claim(prefix .. "_" .. word .. "_event")
    n.event_id[event] = public:claim(n.upper .. "_" .. event_constant(word))
    public.used[prefix .. "_on_" .. word], public.used[prefix .. "_on_" .. word .. "_n"] = true, true
    public.used[prefix .. "_buffer_" .. word] = true
  end
  node_types(n, graph, public)
  for _, sink in ipairs(graph.sinks) do n.sink[sink] = members:claim("on_" .. sink.name, "_sink") end
  for _, node in ipairs(graph.nodes) do n.member[node] = members:claim(node.name, "_node") end
  for _, symbol in ipairs(graph.symbols or {}) do
    local word = symbol.text:upper():gsub("[^%w]", "_")
    n.symbol[symbol] = public:claim(n.upper .. "_SYMBOL_" .. word)
  end
  n.public = public
  n.static = M.space(MEMBERS .. RUNTIME)
  add(n.static.used, public.used)
  add(n.static.used, defined or {})
  add(n.static.used, of_files(graph))
  n.defined = defined or {}
  n.in_bodies = M.space(RUNTIME).used -- a variable may be called as a function of C
  for word in pairs(public.used) do n.in_bodies[word] = not c_names.functions[word] or nil end
  add(n.in_bodies, defined or {})
  return n
end

---What a callback's static function would be called: "cross_update", "tick_on_tick", "tick_on_tick_symbol_msft".
---@param n table from M.new
---@param callback flux.Callback
---@param of_any boolean|nil without the values of its filter
---@return string
function M.base(n, callback, of_any)
  local node, role = callback.node.name, callback.role
  local word = role
  if role == "handler" then
    word = "on_" .. n.event[callback.event]
    if callback.otherwise then word = word .. "_otherwise" end
    for _, condition in ipairs(not of_any and callback.conditions or {}) do
      word = word .. "_" .. condition.field.name .. "_" .. M.condition_word(callback.node.graph, condition)
    end
  elseif role == "timer" then
    word = "on_timer"
  elseif role == "input" then
    word = "on_" .. callback.input.name
  end
  return node .. "_" .. word
end

---What a name that a C file defines is called here: as there, unless the exported file has it.
---@param n table from M.new
---@param name string
---@return string
function M.of_file(n, name) return n.defined[name] and name .. "_of_file" or name end

---Claims the name of a helper function's static function: its own, unless C or the file has it.
---@param wish string
---@return string
function M.helper(n, wish)
  if wish:find "^_" then wish = "helper" .. wish end
  if wish:find "^flux_" or c_names.is_macro(wish) then wish = wish .. "_" end
  return n.static:claim(wish, "_")
end

---Claims the name of a callback's static function.
function M.callback(n, callback)
  return n.static:claim(M.base(n, callback))
end

---Fills in what stands for the graph's names in a text of C, each word once: what is filled in may look like such a word itself.
---@param n table from M.new
---@param text string with words PREFIX_… and UPPER_…
---@param words table<string, string>|nil what else is filled in
---@return string
function M.fill(n, text, words)
  return (text:gsub("[%a_][%w_]*", function(word)
    local head, rest = word:match "^(%u+)(_.*)$"
    return words and words[word] or head == "PREFIX" and n.prefix .. rest or head == "UPPER" and n.upper .. rest or nil
  end))
end

---A filter's value as part of a name.
function M.condition_word(graph, condition)
  local value = condition.value
  if condition.field.type == "symbol" then
    for _, symbol in ipairs(graph.symbols or {}) do
      if graph:symbol_id(symbol) == value then return (symbol.text:lower():gsub("[^%w]", "_")) end
    end
  end
  return (tostring(value):gsub("U?LL$", ""):gsub("-", "minus_"):gsub("[^%w]", "_"))
end

return M
