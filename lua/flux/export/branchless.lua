-- SPDX-License-Identifier: MIT
-- flux.export.branchless: cheap tails without a branch.
--
-- Where a node's arrest cannot be predicted, a wrong guess costs more than a few additions. The export option
-- `unpredictable = { detector = true }` names such nodes (a profile finds them: flux.profile). What depends on one alone
-- and is cheap and pure (flux.body.facts: pure_tail) is then computed always, on a copy, and kept through a mask:
--
--   const uint64_t detector_dirty = detector_update(…);
--   ladder_publisher publisher_next = g->publisher;
--   publisher_update(&publisher_next, g->detector.score);
--   g->publisher.count = choose_int64_t(detector_dirty, publisher_next.count, g->publisher.count);
--
-- A body that flux.export.flatten has rewritten returns the mask, where its verdict is a comparison of doubles. Of any other verdict it
-- is made by mask_of. No compiler sees what values a mask has, so none turns it back into the branch (flux.export.masks).

local c = require "flux.export.c"
local call = require "flux.export.call"
local features = require "flux.export.features"
local flows = require "flux.export.flow"
local masks = require "flux.export.masks"
local refs = require "flux.export.refs"
local walk = require "flux.body.walk"

local M = {}

local MOST_BYTES, MOST_STEPS = 64, 8

local function ctype(field) return field.type == "symbol" and "uint32_t" or field.type end

-- Can the state be copied as cheaply as that?
local function is_small(node)
  if node.record.size == 0 or node.record.size > MOST_BYTES then return false end
  for _, field in ipairs(node.record.fields) do
    if field.count then return false end
  end
  return true
end

local function is_plain(x, entry, step)
  if x.audited or x.features.faults or entry.kind == "buffer" or not step.callback then return false end
  if x.rollback_of and x.rollback_of(entry, step.node) then return false end
  return not x.callbacks[step.callback].fails and step.callback.body.language == "portable"
end

---Is this a step on whose verdict a branch would be guessed wrong?
---@param x table
---@param step table
---@return boolean
function M.is_unpredictable(x, step)
  local names = x.options.unpredictable
  return names and (names == true or names[step.node.name]) and not step.callback.body.facts.always_dirty or false
end

local QUIET = { ["local"] = true, ["return"] = true, ["if"] = true, ["do"] = true }

-- Does a body write a field only on some of its paths?
local function writes_on_some_path(body)
  if #body.facts.writes == 0 then return false end
  local branched, found = false, false
  for _, statement in ipairs(body.ast.block) do
    if branched or statement.k ~= "assign" then
      walk.statements({ statement }, function(s) found = found or not QUIET[s.k] end)
      branched = branched or statement.k ~= "local"
    end
  end
  return found
end

---Can the step be called on a copy of its state, so that its own tail is no branch either? Not needed where flux.export.flatten
---has rewritten the body, nor where all that the body writes stands before its first branch.
function M.calls_on_copy(x, entry, item)
  local step = item.step
  if not is_plain(x, entry, step) or not M.is_unpredictable(x, step) or x.flattened[step.callback] then return false end
  local whole = features.has_verdict(step.callback) and is_small(step.node) and not flows.tested(item)
  return whole and x.callbacks[step.callback].result == "bool" and writes_on_some_path(step.callback.body)
end

-- A local's name: a function may have several masks of one flag, and several copies of one state.
local function once(x, name)
  local count = (x.used_names[name] or 0) + 1
  x.used_names[name] = count
  return count == 1 and name or name .. "_" .. count
end

-- Copies a small state by its fields: as a whole, compilers use a wide load, which must wait for narrow stores just made.
local function copy_state(x, node, copy, state)
  x.out:line(("%s %s;"):format(x.names.node_type[node], copy))
  for _, field in ipairs(node.record.fields) do x.out:line(("%s.%s = %s.%s;"):format(copy, field.name, state, field.name)) end
end

local function is_tail(x, entry, flow, item)
  if item.kind ~= "step" or item.declare or flows.tested(item) then return false end
  local step = item.step
  if step.role == "sink" then return true end
  local facts = step.callback and step.callback.body.facts
  return is_plain(x, entry, step) and facts.pure_tail and facts.always_dirty and is_small(step.node) and not flow.flags[step]
    and not x.features.valid[step.node]
end

---Is the block such a tail?
function M.is_tail(x, entry, flow, block)
  if x.audited or not x.options.unpredictable or type(block.guard) ~= "table" or #block.guard ~= 1 then return false end
  local flag = block.guard[1]
  if not flag.step or flag.kind ~= "dirty" or not flag.step.callback or not M.is_unpredictable(x, flag.step) then return false end
  local steps = 0
  for _, item in ipairs(block.items) do
    if not is_tail(x, entry, flow, item) then return false end
    if item.step.role ~= "sink" then steps = steps + 1 end
  end
  return steps <= MOST_STEPS
end

---Prints the call of a step on a copy: `arguments` begin with the address of its state.
---@param x table
---@param node flux.Node
---@param written string[] the fields that it writes
---@param arguments string[] changed
---@param print fun() prints the call
function M.on_copy(x, node, written, arguments, print)
  local state = refs.state(x, node)
  local copy = once(x, x.names.member[node] .. "_next")
  copy_state(x, node, copy, state)
  for i, argument in ipairs(arguments) do
    if argument == "&" .. state then arguments[i] = "&" .. copy end
  end
  print()
  for _, name in ipairs(written) do x.out:line(("%s.%s = %s.%s;"):format(state, name, copy, name)) end
end

---Is the step's flag the mask that its call returns? The audit records a bool.
---@param x table
---@param flag table of flow.flags
---@param step table
---@return boolean
function M.is_mask(x, flag, step)
  return flag.inline and not flag.shared and not x.audited and x.callbacks[step.callback].result == "uint64_t"
end

local function print_tail_step(x, entry, step, mask, compared)
  local out, node = x.out, step.node
  local state, copy = refs.state(x, node), once(x, x.names.member[node] .. "_next")
  local arguments = call.arguments(x, step, entry)
  for i, argument in ipairs(arguments) do
    if argument == "&" .. state then arguments[i] = "&" .. copy end
  end
  c.open(out, "{")
  copy_state(x, node, copy, state)
  c.call(out, x.callbacks[step.callback].name .. "(", arguments)
  local facts = step.callback.body.facts
  for _, name in ipairs(facts.writes) do
    local choose = masks.choose(x, ctype(node.record.by_name[name]), compared and facts.reads_self[name])
    c.call(out, ("%s.%s = %s("):format(state, name, choose), { mask, copy .. "." .. name, state .. "." .. name })
  end
  c.close(out, "}")
end

---Prints a block without a branch; its sinks last, each behind the test whether anybody listens. They ask the mask: of the flag clang
---knows the comparison that it came from, and would make the branch of that before it looks for a listener.
---@param x table
---@param entry flux.Entry
---@param flow table
---@param block table
---@param print_sink fun(item: table)
function M.print(x, entry, flow, block, print_sink)
  local out, flag, step = x.out, refs.guard(x, block.guard), block.guard[1].step
  local compared = M.is_mask(x, flow.flags[step].dirty, step)
  local mask, first = compared and flag or once(x, x.names.member[step.node] .. "_mask"), true
  for _, item in ipairs(block.items) do
    if item.step.role ~= "sink" and #item.step.callback.body.facts.writes > 0 then
      if first and not compared then out:line(("const uint64_t %s = %s(%s);"):format(mask, masks.of(x), flag)) end
      first = false
      print_tail_step(x, entry, item.step, mask, compared)
    end
  end
  local known = (first or compared) and flag or mask .. " != 0"
  for _, item in ipairs(block.items) do
    if item.step.role == "sink" then
      local test = ("g->%s != NULL && %s"):format(x.names.sink[item.step.sink], known)
      c.open(out, (x.batch and "if (HEARD(%s)) {" or "if (%s) {"):format(test))
      print_sink(item)
      c.close(out, "}")
    end
  end
end

return M
