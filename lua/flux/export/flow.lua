-- SPDX-License-Identifier: MIT
-- flux.export.flow: an entry's block tree made ready to print.
--
-- Drops steps that print nothing, turns runs of filters on one integer field into a `switch`, and decides for every flag in
-- which scope it must be declared, so that the emitter only prints.
--
--   local flow = flows.of(entry, reads)     -- reads(step) → guards whose flags the step's own line reads
--   for _, item in ipairs(flow.root.items) do … end

local join = require "flux.export.join"
local parts = require "flux.export.parts"
local scan = require "flux.export.scan"
local switches = require "flux.export.switches"

local FLAGS = { "dirty", "ran" }

local M = {}

local function same_guard(a, b)
  if #a ~= #b then return false end
  for i, flag in ipairs(a) do
    if flag.kind ~= b[i].kind or flag.step ~= b[i].step or flag.node ~= b[i].node then return false end
  end
  return true
end

-- The block under this guard that ends just before what follows `item`: it, or the last one inside it. A block lies in another only
-- where its guard implies the other's, so what follows under the same guard may go on there.
local function open_block(item, guard)
  while item and item.kind == "block" do
    if same_guard(item.guard, guard) then return item end
    item = item.items[#item.items]
  end
end

-- The block tree without gates and without blocks that became empty; neighbours under one guard are one block.
local function prune(items)
  local out = {}
  for _, item in ipairs(items) do
    if item.block then
      local inner, open = prune(item.items), open_block(out[#out], item.guard)
      if open then
        for _, step in ipairs(inner) do open.items[#open.items + 1] = step end
      elseif #inner > 0 then
        out[#out + 1] = { kind = "block", guard = item.guard, items = inner }
      end
    elseif item.role ~= "gate" then
      out[#out + 1] = { kind = "step", step = item, scope = false }
    end
  end
  return out
end

---Does the step print a test of its own around its call?
---@param item table a step item
---@return boolean
function M.tested(item)
  local step = item.step
  if step.role == "on_arrest" and step.unless ~= nil then return true end
  local seed = step.seed
  return not item.selected and (seed == "filter" or seed == "otherwise" or seed == "due" or step.when_all) or false
end

-- Is the flag raised for sure once its step has been called?
local function is_raised(flag)
  return flag.kind == "ran" or flag.step.callback ~= nil and flag.step.callback.body.facts.always_dirty
end

local function holds(guard, called)
  for _, flag in ipairs(guard) do
    if flag.step and called[flag.step] and is_raised(flag) then return true end
  end
  return false
end

-- Drops guards that a step which has been called for sure makes true; `called` holds those of the enclosing scopes.
local function drop_certain(scope, called)
  local out = {}
  local mine = setmetatable({}, { __index = called })
  local function walk(items)
    for _, item in ipairs(items) do
      if item.kind == "step" then
        if not M.tested(item) then mine[item.step] = true end
        out[#out + 1] = item
      elseif item.kind == "block" and holds(item.guard, mine) then
        walk(item.items)
      else
        if item.kind == "switch" then
          for _, case in ipairs(item.items) do drop_certain(case, mine) end
        else
          drop_certain(item, mine)
        end
        out[#out + 1] = item
      end
    end
  end
  walk(scope.items)
  scope.items = out
end

local function common(a, b)
  while a ~= b do
    if a.depth >= b.depth then a = a.parent else b = b.parent end
  end
  return a
end

-- One flag: where its step is called, and the scope that holds the call and every reader.
local function flag_of(flow, step, kind)
  local flags = flow.flags[step]
  if not flags then
    flags = {}
    flow.flags[step] = flags
  end
  flags[kind] = flags[kind] or { step = step, kind = kind, readers = {} }
  return flags[kind]
end

local function note_reads(flow, guard, scope)
  if type(guard) ~= "table" then return end
  for _, flag in ipairs(guard) do
    if flag.step then
      local it = flag_of(flow, flag.step, flag.kind)
      it.scope = it.scope and common(it.scope, scope) or scope
      it.readers[scope.fn] = true
    end
  end
end

local function walk(flow, scope, reads)
  for _, item in ipairs(scope.items) do
    if item.kind == "step" then
      flow.home[item.step], item.scope = item, scope
      for _, guard in ipairs(reads(item.step)) do note_reads(flow, guard, scope) end
    elseif item.kind == "part" then
      local body = item.body
      body.parent, body.depth, body.fn = scope, scope.depth + 1, body
      walk(flow, body, reads)
    else
      if item.guard then note_reads(flow, item.guard, scope) end
      item.parent, item.depth, item.fn = scope, scope.depth + 1, scope.fn
      walk(flow, item, reads)
    end
  end
end

-- The item of `scope` that contains the call of `step`.
local function item_in(flow, scope, step)
  local home = flow.home[step]
  local at, item = home.scope, home
  while at ~= scope do at, item = at.parent, at end
  return item
end

local function place(flow, entry)
  for _, step in ipairs(entry.steps) do
    for _, kind in ipairs(FLAGS) do
      local flag = flow.flags[step] and flow.flags[step][kind]
      local home = flow.home[step]
      if flag and home then
        flag.scope = common(flag.scope, home.scope)
        flag.shared = flag.scope.kind == "pick" -- of which each call runs one step
        for fn in pairs(flag.readers) do flag.shared = flag.shared or fn ~= home.scope.fn end -- a set: in any order
        if flag.shared then flow.shared[#flow.shared + 1] = flag end
      end
      if flag and home and not flag.shared then
        if flag.scope.kind == "switch" then flag.scope = flag.scope.parent end
        flag.inline = flag.scope == home.scope and not M.tested(home)
        if not flag.inline then
          local item = item_in(flow, flag.scope, step)
          item.declare = item.declare or {}
          table.insert(item.declare, flag)
        end
      end
    end
  end
end

-- Each step under its own guard.
local function unmerged(entry)
  local out = {}
  for _, step in ipairs(entry.steps) do
    local item = { kind = "step", step = step, scope = false }
    if step.role ~= "gate" then
      out[#out + 1] = type(step.guard) == "table" and { kind = "block", guard = step.guard, items = { item } } or item
    end
  end
  return out
end

---An entry's tree: its blocks, merged where neighbours have one guard, with what is certain not tested, and runs of filters as switches.
---Also what flux.jit.emit prints.
---@param entry flux.Entry
---@return table root { items }: { kind = "step", step }, { kind = "block", guard, items }, and what flux.export.switches makes of them
function M.tree(entry)
  local root = { kind = "root", depth = 0, items = switches.find(prune(entry.blocks)) }
  drop_certain(root, {})
  return root
end

M.INTEGER = switches.INTEGER

---How many items stand side by side in an entry, before they are split or scanned.
---@param entry flux.Entry
---@return integer
function M.width(entry) return #M.tree(entry).items end

---Prepares one entry.
---@param entry flux.Entry
---@param reads fun(step: table): table list of guards
---@param options table of flux.export: merge = false: every step tests its own guard, to measure what regions are worth; scan
---@return table flow { root, flags = {[step] = {dirty, ran}}, shared = list of flags that cross functions, wakes, scan }
function M.of(entry, reads, options)
  local merge = options.merge ~= false
  local root = merge and M.tree(entry) or { kind = "root", depth = 0, items = unmerged(entry) }
  local found = merge and not entry.whole and scan.find(root, entry, options.scan) or nil -- none in flux.export.values
  if merge and not found then join.items(root.items, holds) end
  local split = parts.split(root, found ~= nil)
  root.fn = root
  local flow = { root = root, flags = {}, home = {}, shared = {}, split = split, scan = found }
  walk(flow, root, reads)
  place(flow, entry)
  scan.note(flow, found)
  return flow
end

return M
