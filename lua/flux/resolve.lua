-- SPDX-License-Identifier: MIT
-- flux.resolve: from a graph script's model to its resolved schedules.
--
-- The C core derives order, guards and regions (core/fx_sched.c); this file reads its plan back as Lua tables, which the code
-- generators (flux.jit, flux.export) and the tools print from. Nothing is derived here.
--
--   local resolved = require("flux.resolve").resolve(graph)
--   for _, step in ipairs(resolved.entry_of.event[Tick].steps) do print(step.node.name, step.role) end

local ffi = require "ffi"
local core = require "flux.core"
local build = require "flux.build"
local bodies = require "flux.bodies"

local OPTIONS = { "capacity", "late", "on_error", "clock", "unhandled", "max_missed", "symbols", "wall" }

local M = {}
local lib = core.lib

local KIND = { [0] = "event", "buffer", "trigger", "timer" }
local ROLE = {
  [0] = "handler", "timer", "input", "update", "gate", "on_arrest", "after_update", "after_cycle", "sink", "init", "start", "stop",
}
local SEED = { [0] = "always", "filter", "otherwise", "due", "guard" }
local FLAG = { [0] = "dirty", "ran", "pending_dirty", "pending_ran" }

---@class flux.Entry one entry's schedule, as the contract in ARCHITECTURE.md describes it
---@class flux.Resolved

local Entry = {}

-- A step is a small table, for there are many: what is false is not in it.
local function steps_of(resolved, raw)
  local steps = {}
  local from = lib.flux_plan_steps(resolved.plan, raw)
  for i = 0, raw.steps - 1 do
    local step = from[i]
    local role, flags = ROLE[step.role], step.flags
    local out = { index = i + 1, role = role, seed = SEED[step.seed], node = false, guard = false, callback = nil, id = nil }
    if role == "sink" then
      out.sink = resolved.graph.sinks[step.callback + 1]
      out.node = out.sink.node
    elseif role == "gate" then
      out.node = resolved.graph.nodes[step.callback + 1]
    else
      local entry = resolved.callbacks[step.callback]
      out.callback, out.element, out.node, out.id = entry.callback, entry.element, entry.callback.node, step.callback
    end
    if bit.band(flags, core.FLUX_STEP_WHEN_ALL) ~= 0 then out.when_all = true end
    if bit.band(flags, core.FLUX_STEP_STAMPS) ~= 0 then out.stamps = true end
    steps[i + 1] = out
  end
  return steps, from
end

local function guard_reader(resolved, raw, steps)
  local guards, flags = lib.flux_plan_guards(resolved.plan, raw), lib.flux_plan_flags(resolved.plan)
  local cache = {}
  return function(index)
    if index == core.FLUX_GUARD_ALWAYS then return "always" end
    if index == core.FLUX_GUARD_NEVER then return "never" end
    if cache[index] then return cache[index] end
    local out = {}
    for k = 0, guards[index].count - 1 do
      local flag = flags[guards[index].first + k]
      local kind, at = FLAG[flag % 4], (flag - flag % 4) / 4
      local pending = kind == "pending_dirty" or kind == "pending_ran"
      out[k + 1] = { kind = kind, step = not pending and steps[at + 1] or nil, node = pending and resolved.graph.nodes[at + 1] or nil }
    end
    cache[index] = out
    return out
  end
end

-- The steps as a tree of guarded blocks, from the core's regions.
local function blocks_of(resolved, raw, steps, guard)
  local regions = lib.flux_plan_regions(resolved.plan, raw)
  local root, stack = {}, {}
  local items, next_region = root, 0
  for i = 0, raw.steps - 1 do
    while #stack > 0 and stack[#stack].stop <= i do
      stack[#stack] = nil
      items = #stack > 0 and stack[#stack].items or root
    end
    while next_region < raw.regions and regions[next_region].first == i do
      local region = regions[next_region]
      local block = { block = true, guard = guard(region.guard), items = {}, stop = region["end"] }
      items[#items + 1] = block
      stack[#stack + 1] = block
      items = block.items
      next_region = next_region + 1
    end
    items[#items + 1] = steps[i + 1]
  end
  return root
end

local function read_entry(resolved, raw)
  local self = { kind = KIND[raw.kind], event = raw.event >= 0 and resolved.graph.events[raw.event + 1] or nil, raw = raw }
  self.index = tonumber((ffi.cast("const char *", raw) - ffi.cast("const char *", resolved.raw_entries)) / ffi.sizeof("flux_entry"))
  local steps, from = steps_of(resolved, raw)
  local guard = guard_reader(resolved, raw, steps)
  for i, step in ipairs(steps) do
    step.guard = guard(from[i - 1].guard)
    if step.role == "on_arrest" and i > 1 and from[i - 2].partner == 1 then step.unless = steps[i - 1].guard end
  end
  self.steps, self.settle, self.publish, self.flags = steps, raw.settle + 1, raw.publish + 1, raw.flags
  self.blocks = blocks_of(resolved, raw, steps, guard)
  self.watches = {}
  local watches = lib.flux_plan_watches(resolved.plan, raw)
  for i = 0, raw.watches - 1 do self.watches[resolved.graph.nodes[watches[i].node + 1]] = guard(watches[i].guard) end
  self.copies = {}
  local copies = lib.flux_plan_copies(resolved.plan, raw)
  for i = 0, raw.copies - 1 do
    local copy = copies[i]
    self.copies[i + 1] = { node = resolved.graph.nodes[copy.node + 1], source = copy.source, copy = copy.copy, size = copy.size }
  end
  return setmetatable(self, Entry)
end

-- Entries are read when first asked for: a large graph that only runs on `table` never needs them as Lua tables.
local function lazy_entries(resolved)
  local count = ffi.new("uint32_t[1]")
  resolved.raw_entries = lib.flux_plan_entries(resolved.plan, count)
  resolved.entry_count = tonumber(count[0])
  local entries = setmetatable({}, { __index = function(list, i)
    if type(i) ~= "number" or i < 1 or i > resolved.entry_count then return nil end
    local entry = read_entry(resolved, resolved.raw_entries + (i - 1))
    rawset(list, i, entry)
    return entry
  end })
  resolved.entries = entries
  local function by_event(offset)
    return setmetatable({}, { __index = function(_, event)
      local index = resolved.graph.event_index[event]
      return index and entries[2 * index + offset]
    end })
  end
  local types = #resolved.graph.events
  resolved.entry_of = setmetatable({ event = by_event(1), buffer = by_event(2) }, { __index = function(_, kind)
    if kind == "trigger" then return entries[2 * types + 1] end
    if kind == "timer" then return entries[2 * types + 2] end
  end })
end

---Flat byte offset that input element `element` (0-based, flat in its node) reads from in the state block.
---@param resolved flux.Resolved
---@param node flux.Node
---@param element integer
---@return integer bytes
function M.element_offset(resolved, node, element)
  return lib.flux_plan_element(resolved.plan, node.index, element)
end

local function c_functions(graph)
  for _, callback in ipairs(graph.callbacks) do
    if callback.body.language == "c" then return require("flux.cbodies").functions(graph) end
  end
  return {}
end

-- As if every callback with a verdict could arrest; the graph stays so.
local function forget_verdicts(graph)
  for _, callback in ipairs(graph.callbacks) do
    local body = callback.body
    if body.ast and body.ast.verdict and body.facts.always_dirty then
      local facts = setmetatable({ always_dirty = false }, { __index = body.facts })
      callback.body = setmetatable({ facts = facts }, { __index = body })
    end
  end
end

---Resolves a graph: compiles its bodies, builds it in the core, derives the plan.
---Raises the first mistake, blaming the user's line.
---@param graph flux.Graph
---@param overrides table|nil options that replace the graph's; infer = false: no callback is known to be always dirty, to measure it
---@return flux.Resolved
function M.resolve(graph, overrides)
  graph:finish()
  bodies.compile(graph)
  if overrides and overrides.infer == false then forget_verdicts(graph) end
  local options = {}
  for _, name in ipairs(OPTIONS) do
    options[name] = graph.options[name]
    if overrides and overrides[name] ~= nil then options[name] = overrides[name] end
  end
  local needs = build.needs(graph, options)
  local functions = c_functions(graph)
  local builder, callbacks = build.build(graph, options, needs, functions)
  local plan = ffi.new("flux_plan *[1]")
  if lib.flux_resolve(builder, plan) < 0 then error(ffi.string(lib.flux_builder_error(builder)), 0) end
  local resolved = {
    graph = graph, options = options, needs = needs, builder = builder, callbacks = callbacks,
    plan = ffi.gc(plan[0], lib.flux_plan_free), order = {}, offset = {}, functions = functions,
  }
  resolved.state_size = tonumber(lib.flux_plan_state_size(resolved.plan))
  local order, nodes = lib.flux_plan_order(resolved.plan), lib.flux_plan_nodes(resolved.plan, nil)
  for i, _ in ipairs(graph.nodes) do
    resolved.order[i] = graph.nodes[order[i - 1] + 1]
    resolved.offset[graph.nodes[i]] = nodes[i - 1].state
  end
  lazy_entries(resolved)
  return resolved
end

---Index of a node's timer among the graph's timers; -1 when it has none.
---@param resolved flux.Resolved
---@param node flux.Node
---@return integer
function M.timer_index(resolved, node)
  return lib.flux_plan_nodes(resolved.plan, nil)[node.index].timer
end

---The plan as stable text.
---@param resolved flux.Resolved
---@return string
function M.dump(resolved)
  local size = lib.flux_plan_dump(resolved.plan, nil, 0)
  local buffer = ffi.new("char[?]", size + 1)
  lib.flux_plan_dump(resolved.plan, buffer, size + 1)
  return ffi.string(buffer)
end

return M
