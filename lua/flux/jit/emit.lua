-- SPDX-License-Identifier: MIT
-- flux.jit.emit: one entry's schedule as straight-line Lua.
--
-- The text reads like a hand-written dispatcher: a call per step, an `if` per guarded region, a local per tested flag.
--
--   return function(event, state)
--     local s = cast(states, state)
--     tick_on_tick(s.tick, event)
--     fast_update(s.fast, s.tick.price)
--     cross_dirty = cross_update(s.cross, s.fast, s.slow) ~= false
--     if cross_dirty then
--       publish_signal()
--     end
--   end
--
-- emit.entry(resolved, entry, options) → text, list of the names that it wants bound (see flux.jit.bind).

local call = require "flux.jit.call"
local conditions = require "flux.jit.conditions"
local choice = require "flux.jit.choice"
local flows = require "flux.export.flow"
local parts = require "flux.jit.parts"
local steps = require "flux.jit.steps"
local values = require "flux.jit.values"
local weight = require "flux.jit.weight"

local M = {}

local bind, unique = call.bind, call.unique

local fragments

-- How often each flag is read: one that nobody reads is none; one that is read once, by the block right after its step, needs no local.
local function count_reads(self)
  local reads = {}
  local function note(guard)
    for _, flag in ipairs(type(guard) == "table" and guard or {}) do
      local key = flag.kind .. flag.step.index
      reads[key] = (reads[key] or 0) + 1
    end
  end
  local function walk(items)
    for _, item in ipairs(items) do
      note(item.kind == "step" and item.step.unless or item.guard)
      walk(item.items or {})
    end
  end
  walk(self.tree.items)
  for _, step in ipairs(self.entry.steps) do
    for _, input in ipairs(step.callback and step.callback.body.facts.ticked or {}) do
      for _, element in ipairs(input.elements) do note(self.entry.watches[element.node]) end
    end
  end
  return reads
end

-- Is `block` the only reader of the verdict of the step `item`, which stands right before it and is unconditional?
local function reads_directly(self, item, block)
  if item.kind ~= "step" or not block or block.kind ~= "block" or #block.guard ~= 1 then return false end
  local step, flag = item.step, block.guard[1]
  if self.reads["ran" .. step.index] or step.stamps then return false end
  return flag.step == step and flag.kind == "dirty" and self.reads["dirty" .. step.index] == 1 and not self.options.rollback and
    not steps.condition(self, parts.set(), item)
end

local function chunk_of(self, items, names)
  return parts.shorten(parts.fold(fragments(self, items), self.define, self.cut), names, self.define)
end

local function block_fragment(self, block, item)
  local names = parts.set()
  local condition = block.kind == "filtered" and conditions.filter(block.callback)
    or item and call.text(self, names, item.step) .. " ~= false" or steps.guard(self, names, block.guard)
  local own = item and weight.of(item.step, self.options, self.members) or 0
  return parts.guarded({ lines = { ("if %s then"):format(condition) }, names = names, weight = own }, chunk_of(self, block.items, names),
    self.cut)
end

-- An `otherwise` that is the default of a switch stands behind it, and asks whether one of its node's filters matched.
local function switch_fragments(self, item, out)
  local cases = {}
  self.switches = not self.marks
  for _, case in ipairs(item.items) do
    if not case.is_default then cases[#cases + 1] = { value = case.condition.value, chunk = chunk_of(self, case.items, parts.set()) } end
  end
  for _, fragment in ipairs(choice.fragments(item.field, cases, self.define, self.cut)) do out[#out + 1] = fragment end
  local last = item.items[#item.items]
  if last.is_default then out[#out + 1] = steps.fragment(self, last.items[1]) end
end

function fragments(self, items)
  local out = {}
  local i = 1
  while i <= #items do
    local item, following = items[i], items[i + 1]
    if reads_directly(self, item, following) then
      out[#out + 1] = block_fragment(self, following, item)
      i = i + 1
    elseif item.kind == "step" then
      out[#out + 1] = steps.fragment(self, item)
    elseif item.kind == "switch" then
      switch_fragments(self, item, out)
    else
      out[#out + 1] = block_fragment(self, item)
    end
    i = i + 1
  end
  return out
end

local function copy_fragments(self)
  local out = {}
  for i, copy in ipairs(self.entry.copies) do
    local names = parts.set()
    local copy_name = bind(self, names, "copy", { what = "copy_memory" })
    out[i] = { lines = { ("%s(state + %d, state + %d, %d)"):format(copy_name, copy.copy, copy.source, copy.size) },
      names = names, weight = 1 }
  end
  return out
end

local METHODS = {
  event_text = function() return "event" end,
  ticked_text = function(self, names, input)
    local terms = {}
    for _, element in ipairs(input.elements) do
      local text = steps.guard(self, names, self.entry.watches[element.node])
      if text == "true" then return "true" end
      if text ~= "false" then terms[#terms + 1] = text end
    end
    return #terms > 0 and "(" .. table.concat(terms, " or ") .. ")" or "false"
  end,
}

local RESERVED = {
  "event", "flags", "clock", "state", "publish", "save", "traced", "copy", "read_now", "bound", "parts", "clear", "cycle", "cut",
  "s", "cast", "i", "at", "numbers", "tonumber",
}

-- An entry's tree, and what is known of it before it is printed.
local function enter(self, entry)
  self.entry, self.tree, self.otherwise = entry, flows.tree(entry), {}
  self.reads = count_reads(self)
  for _, step in ipairs(entry.steps) do
    if step.seed == "otherwise" then self.otherwise[step.node] = true end
  end
end

-- Another entry's schedule, as one chunk. `members`: its states are members of one place.
local function chunk_of_entry(self, entry, members)
  local outer, outer_members = self.entry, self.members
  if members then self.members = true end
  enter(self, entry)
  local chunk = chunk_of(self, self.tree.items, parts.set())
  self.members = outer_members
  self.entry = outer
  return chunk
end

local function new_printer(resolved, entry, options, members, split)
  local self = call.new(resolved, METHODS, RESERVED)
  self.options, self.split, self.trace, self.timer_of, self.members = options, split, options.trace, options.timer_of, members
  self.flag_index, self.flag_list, self.flag_count = {}, {}, 0
  self.functions, self.is_part = {}, {}
  self.entry = entry
  self.define_run = function(chunk)
    local name = unique(self, ("part_%d"):format(#self.functions + 1), chunk)
    self.functions[#self.functions + 1] = { name = name, chunk = chunk }
    self.is_part[name] = true
    return name
  end
  self.define = function(chunk)
    self.has_parts = true -- its flags are no locals
    return self.define_run(chunk)
  end
  self.cut = function(names) return bind(self, names, "cut", { what = "cut" }) .. "()" end
  return self
end

-- The name of the type of a part of all states: of those that a chunk uses.
local function layout_of(self, names)
  local members = {}
  for _, name in ipairs(names.list) do
    if self.wants[name] and self.wants[name].what == "member" then members[#members + 1] = { name = name, node = self.wants[name].node } end
  end
  if #members == 0 then return nil end
  bind(self, names, "cast", { what = "cast" })
  return bind(self, names, unique(self, "states", members), { what = "layout", members = members })
end

local function print_function(self, out, head, chunk, locals)
  local layout = layout_of(self, chunk.names)
  out[#out + 1] = "do"
  for _, name in ipairs(chunk.names.list) do
    local source = self.is_part[name] and "parts" or "bound"
    local is_member = self.wants[name] and self.wants[name].what == "member"
    if not is_member then out[#out + 1] = ("  local %s = %s.%s"):format(name, source, name) end
  end
  out[#out + 1] = ("  %s = function(event, state%s)"):format(head, chunk.run and ", i" or "")
  if layout then out[#out + 1] = ("    local s = cast(%s, state)"):format(layout) end
  if locals and #locals > 0 then
    out[#out + 1] = ("    local %s = %s"):format(table.concat(locals, ", "), ("false, "):rep(#locals - 1) .. "false")
  end
  for _, line in ipairs(chunk.lines) do out[#out + 1] = "    " .. line end
  out[#out + 1] = "  end"
  if chunk.run then out[#out + 1] = ("  %s(%s, %s)"):format(chunk.run, head, chunk.value) end
  out[#out + 1] = "end"
end

local function header(entry)
  local what = entry.event and ("event %s"):format(entry.event.name) or entry.kind
  return ("-- %s: %d steps"):format(what, #entry.steps)
end

-- What an entry runs: all of its tree, or what is left of it for each value of a field.
local function schedule(self)
  local options, entry = self.options, self.entry
  local function of_entry(...) return chunk_of_entry(self, ...) end
  if options.found == nil then options.found = options.members and values.find(self, of_entry) or false end
  if options.found then return values.fragments(self, options.found, of_entry) end
  enter(self, entry)
  return fragments(self, self.tree.items)
end

local function render(self)
  local all = copy_fragments(self)
  for _, fragment in ipairs(schedule(self)) do all[#all + 1] = fragment end
  if self.split and self.flag_count > 0 then
    local names = parts.set()
    bind(self, names, "clear", { what = "clear", count = self.flag_count })
    table.insert(all, 1, { lines = { "clear()" }, names = names, weight = 1 })
  end
  local top = parts.fold(all, self.define, self.cut)
  if top.head then top.lines[#top.lines + 1] = self.cut(top.names) end -- see flux.runtime.fast: what follows is left to the interpreter
  if self.has_parts and not self.split then return nil end
  local out = { header(self.entry), "local bound = ..." }
  if #self.functions > 0 then out[#out + 1] = "local parts = {}" end
  out[#out + 1] = "local cycle"
  for _, part in ipairs(self.functions) do print_function(self, out, "parts." .. part.name, part.chunk) end
  print_function(self, out, "cycle", top, not self.split and self.flag_list or nil)
  out[#out + 1] = "return cycle"
  return table.concat(out, "\n") .. "\n"
end

-- As one function where that is possible.
local function printed(resolved, entry, options, members)
  local self = new_printer(resolved, entry, options, members, false)
  local text = render(self)
  if text then return self, text end
  self = new_printer(resolved, entry, options, members, true)
  return self, render(self)
end

---Prints one entry. Its states are members of one place while it is one trace. Pointers to each are constants, of which a trace has
---room for more; and the many traces of a switch need not be told of them.
---@param resolved flux.Resolved
---@param entry flux.Entry
---@param options { trace: boolean, rollback: boolean, members: boolean, timer_of: fun(node): integer }
---@return string text of a chunk that takes the bound values and returns the cycle function
---@return string[] names to bind, in order
---@return table<string, table> wants what each name stands for
---@return integer flags size of the flag array, 0 when flags are locals
function M.entry(resolved, entry, options)
  local self, text = printed(resolved, entry, options, options.members)
  if self.members and (self.wants.cut or self.switches) then self, text = printed(resolved, entry, options, false) end
  return text, self.want_list, self.wants, self.split and self.flag_count or 0
end

return M
