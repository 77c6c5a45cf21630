-- SPDX-License-Identifier: MIT
-- flux.build: hands a graph's model to the C core's builder.
--
-- Every index that the core gives back equals the model's own (nodes, inputs, events, sinks), so nothing is translated later.
-- Only callbacks differ: an on_input of a list is one callback per element in the core.

local ffi = require "ffi"
local callbacks = require "flux.runtime.callbacks"
local core = require "flux.core"
local types = require "flux.types"

local M = {}
local lib = core.lib

local ROLE = {
  handler = "FLUX_HANDLER", timer = "FLUX_TIMER", input = "FLUX_INPUT", update = "FLUX_UPDATE", on_arrest = "FLUX_ON_ARREST",
  after_update = "FLUX_AFTER_UPDATE", after_cycle = "FLUX_AFTER_CYCLE", init = "FLUX_INIT", start = "FLUX_START", stop = "FLUX_STOP",
}

local TYPE = {
  double = "FLUX_T_DOUBLE", float = "FLUX_T_FLOAT", bool = "FLUX_T_BOOL", int8_t = "FLUX_T_I8", uint8_t = "FLUX_T_U8",
  int16_t = "FLUX_T_I16", uint16_t = "FLUX_T_U16", int32_t = "FLUX_T_I32", uint32_t = "FLUX_T_U32", int64_t = "FLUX_T_I64",
  uint64_t = "FLUX_T_U64", symbol = "FLUX_T_SYMBOL",
}

---The number of a field's type in the core: FLUX_T_…
---@param type_name string
---@return integer
function M.type_code(type_name) return core[TYPE[type_name]] end

local ON_ERROR = { stop = 0, skip = 1, rollback = 2 }

---What a graph as a whole needs; everything else is left out of the engine and of the export.
---@param graph flux.Graph
---@param options table the graph's options with overrides applied
---@return table needs
function M.needs(graph, options)
  local needs = {
    now = false, wall = false, posts = false, arms = false, cycle = false, timers = false, foreign = false,
    stream_clock = options.clock == "stream",
  }
  for _, event in ipairs(graph.events) do
    if event.time then needs.stream_clock = true end
  end
  for _, node in ipairs(graph.nodes) do
    if node.has_timer then needs.timers = true end
    for _, callback in ipairs(node.callbacks) do
      local facts = callback.body.facts
      needs.now = needs.now or facts.reads_now
      needs.wall = needs.wall or facts.reads_wall
      needs.cycle = needs.cycle or facts.reads_cycle
      needs.arms = needs.arms or facts.arms
      needs.posts = needs.posts or #facts.posts > 0 or facts.may_post or false
    end
  end
  needs.queue = needs.posts or options.capacity ~= nil
  needs.capacity = needs.queue and (options.capacity or 64) or 0
  needs.host_clock = not needs.stream_clock
  needs.max_missed = options.max_missed or 1000000
  needs.symbols = M.symbol_capacity(graph, options)
  return needs
end

---Capacity of the symbol table: as declared; else 256 when data can bring symbols; else the script's constants.
function M.symbol_capacity(graph, options)
  if options.symbols then return options.symbols end
  local constants = graph.symbols and #graph.symbols or 0
  for _, event in ipairs(graph.events) do
    for _, field in ipairs(event.record.fields) do
      if field.type == "symbol" then return math.max(256, constants) end
    end
  end
  return constants
end

local function check(builder, status)
  if status < 0 then error(ffi.string(lib.flux_builder_error(builder)), 0) end
  return status
end

local function set_options(builder, options, needs)
  local spec = ffi.new("flux_options")
  spec.capacity = needs.capacity
  spec.reject_late = options.late == "reject" and 1 or 0
  spec.ignore_unhandled = options.unhandled == "ignore" and 1 or 0
  spec.on_error = ON_ERROR[options.on_error or "stop"]
  spec.stream_clock = needs.stream_clock and 1 or 0
  spec.max_missed = needs.max_missed
  spec.symbols = needs.symbols
  local clock = type(options.clock) == "function" and options.clock or nil
  if clock or options.wall then
    options.clock_slots = { clock = clock, wall = options.wall } -- lives as long as the options, which the runtime keeps
    if clock then spec.clock = callbacks.get("int64_t (*)(void *)", "clock") end
    if options.wall then spec.wall = callbacks.get("int64_t (*)(void *)", "wall") end
    spec.clock_ud = callbacks.register(options.clock_slots)
  end
  check(builder, lib.flux_set_options(builder, spec))
end

-- The fields of a state or an event: what snapshots keep, and by which names.
local function add_fields(builder, add, owner, record)
  local spec = ffi.new("flux_field_spec")
  for _, field in ipairs(record.fields) do
    spec.name, spec.type, spec.offset, spec.count = field.name, M.type_code(field.type), field.offset, field.count or 0
    check(builder, add(builder, owner, spec))
  end
end

local function add_node(builder, node, initials)
  local record = node.record
  local spec = ffi.new("flux_node_spec")
  local initial = initials[record]
  if not initial then
    initial = types.initial(record, node.graph)
    initials[record] = initial
  end
  local origin = ("%s:%d"):format(node.origin.file, node.origin.line)
  spec.name, spec.origin, spec.kind = node.name, origin, types.has_internal(record) and node.kind and node.kind.name or nil
  spec.size, spec.align, spec.initial = record.size, math.max(record.align, 1), initial
  spec.when_all = node.when_all and 1 or 0
  spec.timer = node.has_timer and 1 or 0
  spec.every, spec.offset = node.every or 0, node.offset or 0
  spec.missed_once = node.missed == "once" and 1 or 0
  check(builder, lib.flux_add_node(builder, spec))
  add_fields(builder, lib.flux_add_node_field, node.index, record)
end

local function add_inputs(builder, node)
  for _, input in ipairs(node.inputs) do
    local flags = (input.passive and core.FLUX_PASSIVE or 0) + (input.prev and core.FLUX_PREV or 0) +
      (input.list and core.FLUX_LIST or 0)
    check(builder, lib.flux_add_input(builder, node.index, input.name, flags))
    for _, element in ipairs(input.elements) do
      local field = element.field
      check(builder, lib.flux_add_element(builder, node.index, input.index, element.node.index,
        field and field.offset or 0, field and field.size or 0))
    end
  end
end

-- Written out, without a closure, since it runs for every callback of large graphs.
local function flags_of(callback)
  local body, flags = callback.body, 0
  local facts = body.facts
  if callback.quiet then flags = flags + core.FLUX_QUIET end
  if callback.ran then flags = flags + core.FLUX_RAN end
  if callback.otherwise then flags = flags + core.FLUX_OTHERWISE end
  if facts.always_dirty then flags = flags + core.FLUX_ALWAYS_DIRTY
  elseif facts.never_dirty then flags = flags + core.FLUX_NEVER_DIRTY end
  if body.language ~= "c" then flags = flags + core.FLUX_FOREIGN end
  if facts.reads_now then flags = flags + core.FLUX_READS_NOW end
  if facts.reads_wall then flags = flags + core.FLUX_READS_WALL end
  if #facts.posts > 0 or facts.may_post then flags = flags + core.FLUX_POSTS end
  if facts.arms then flags = flags + core.FLUX_ARMS end
  return flags
end

-- The conditions of a filter as C values.
local function conditions(list)
  local out = ffi.new("flux_condition[?]", math.max(#list, 1))
  for i, condition in ipairs(list) do
    local value = condition.value
    if value == true then value = 1 elseif value == false then value = 0 end
    out[i - 1] = { condition.field.offset, M.type_code(condition.field.type), value }
  end
  return out
end

local function add_callback(builder, graph, callback, functions, mapping)
  local spec = ffi.new("flux_callback_spec")
  local label = ("%s (%s:%d)"):format(callback.label, callback.origin.file, callback.origin.line)
  spec.node, spec.role, spec.flags, spec.label = callback.node.index, core[ROLE[callback.role]], flags_of(callback), label
  spec.event = callback.event and graph.event_index[callback.event] or -1
  spec.input = callback.input and callback.input.index or -1
  local list = callback.conditions
  local filter = list and conditions(list)
  if list then spec.conditions, spec.condition_count = filter, #list end
  if callback.body.language == "c" then spec.fn = functions[callback] end
  local first = check(builder, lib.flux_add_callback(builder, spec))
  local listed = callback.role == "input" and callback.input.list
  for element = 0, listed and #callback.input.elements - 1 or 0 do
    mapping[first + element] = { callback = callback, element = listed and element or nil }
  end
  callback.first = first
  for _, event in ipairs(callback.body.facts.posts) do
    check(builder, lib.flux_posts(builder, first, graph.event_index[event]))
  end
end

local function observe(builder, inputs, what)
  for _, input in ipairs(inputs or {}) do
    for _, element in ipairs(input.elements) do check(builder, lib.flux_observe(builder, element.node.index, what)) end
  end
end

---Builds the graph in the core. Errors carry the core's text.
---@param graph flux.Graph finished, with compiled bodies
---@param options table
---@param needs table from M.needs
---@param functions table<flux.Callback, ffi.cdata*> C functions of C bodies
---@return ffi.cdata* builder, table mapping core callback index → { callback, element }
function M.build(graph, options, needs, functions)
  local builder = ffi.gc(lib.flux_builder_new(graph.name, nil), lib.flux_builder_free)
  set_options(builder, options, needs)
  graph.event_index = {}
  for i, event in ipairs(graph.events) do
    graph.event_index[event] = i - 1
    local spec = ffi.new("flux_event_spec")
    spec.name, spec.size, spec.time_offset = event.name, event.record.size, event.time and event.time.offset or -1
    add_fields(builder, lib.flux_add_event_field, check(builder, lib.flux_add_event(builder, spec)), event.record)
  end
  local initials = {} -- nodes of a kind have one record
  for _, node in ipairs(graph.nodes) do add_node(builder, node, initials) end
  for _, node in ipairs(graph.nodes) do add_inputs(builder, node) end
  local mapping = {}
  for _, node in ipairs(graph.nodes) do
    for _, callback in ipairs(node.callbacks) do
      add_callback(builder, graph, callback, functions, mapping)
      observe(builder, callback.body.facts.ticked, 2)
      observe(builder, callback.body.facts.valid, 4)
    end
  end
  for _, sink in ipairs(graph.sinks) do
    check(builder, lib.flux_add_sink(builder, sink.name, sink.node.index))
  end
  return builder, mapping
end

return M
