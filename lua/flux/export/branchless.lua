-- SPDX-License-Identifier: MIT
-- flux.export.branchless: cheap tails without a branch.
--
-- Where a node's arrest cannot be predicted, a wrong guess costs more than a few additions. The export option
-- `unpredictable = { detector = true }` names such nodes (a profile finds them: flux.profile). What depends on one alone
-- and is cheap and pure (flux.body.facts: pure_tail) is then computed always, on a copy, and kept through a mask:
--
--   const uint64_t detector_mask = mask_of(detector_dirty);
--   ladder_publisher publisher_next = g->publisher;
--   publisher_update(&publisher_next, g->detector.score);
--   g->publisher.count = choose_int64_t(detector_mask, publisher_next.count, g->publisher.count);
--
-- The mask is fenced, so that no compiler turns it back into the branch.

local c = require "flux.export.c"
local call = require "flux.export.call"
local features = require "flux.export.features"
local flows = require "flux.export.flow"
local refs = require "flux.export.refs"

local M = {}

local MOST_BYTES, MOST_STEPS = 64, 8

local BITS = {
  double = "uint64_t", float = "uint32_t", bool = "uint8_t", symbol = "uint32_t", int8_t = "uint8_t", uint8_t = "uint8_t",
  int16_t = "uint16_t", uint16_t = "uint16_t", int32_t = "uint32_t", uint32_t = "uint32_t", int64_t = "uint64_t", uint64_t = "uint64_t",
}

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

---Can the step be called on a copy of its state, so that its own tail is no branch either? Not needed where flux.export.flatten
---has rewritten the body.
function M.calls_on_copy(x, entry, item)
  local step = item.step
  return is_plain(x, entry, step) and features.has_verdict(step.callback) and M.is_unpredictable(x, step) and is_small(step.node)
    and not flows.tested(item) and x.callbacks[step.callback].result == "bool" and not x.flattened[step.callback]
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
  local copy = x.names.member[node] .. "_next"
  copy_state(x, node, copy, state)
  for i, argument in ipairs(arguments) do
    if argument == "&" .. state then arguments[i] = "&" .. copy end
  end
  print()
  for _, name in ipairs(written) do x.out:line(("%s.%s = %s.%s;"):format(state, name, copy, name)) end
end

local function print_tail_step(x, entry, step, mask)
  local out, node = x.out, step.node
  local state, copy = refs.state(x, node), x.names.member[node] .. "_next"
  local arguments = call.arguments(x, step, entry)
  for i, argument in ipairs(arguments) do
    if argument == "&" .. state then arguments[i] = "&" .. copy end
  end
  c.open(out, "{")
  copy_state(x, node, copy, state)
  c.call(out, x.callbacks[step.callback].name .. "(", arguments)
  for _, name in ipairs(step.callback.body.facts.writes) do
    local field = node.record.by_name[name]
    x.chosen[ctype(field)] = BITS[field.type]
    c.call(out, ("%s.%s = choose_%s("):format(state, name, ctype(field)), { mask, copy .. "." .. name, state .. "." .. name })
  end
  c.close(out, "}")
end

---Prints a block without a branch; its sinks last, each behind the test whether anybody listens. They ask the mask: of the flag clang
---knows the comparison that it came from, and would make the branch of that before it looks for a listener.
---@param x table
---@param entry flux.Entry
---@param block table
---@param print_sink fun(item: table)
function M.print(x, entry, block, print_sink)
  local out, flag = x.out, refs.guard(x, block.guard)
  local mask = x.names.member[block.guard[1].step.node] .. "_mask"
  local first = true
  for _, item in ipairs(block.items) do
    if item.step.role ~= "sink" then
      if first then out:line(("const uint64_t %s = mask_of(%s);"):format(mask, flag)) end
      first = false
      print_tail_step(x, entry, item.step, mask)
    end
  end
  for _, item in ipairs(block.items) do
    if item.step.role == "sink" then
      c.open(out, ("if (g->%s != NULL && %s) {"):format(x.names.sink[item.step.sink], first and flag or mask .. " != 0"))
      print_sink(item)
      c.close(out, "}")
    end
  end
end

---Prints the functions that the tails use, into x.support.
---@param x table
function M.emit_support(x)
  local types = {}
  for name in pairs(x.chosen) do types[#types + 1] = name end
  table.sort(types)
  if #types == 0 then return end
  local out = x.support
  c.comment(out, { "All ones for true. No compiler can see that it is one of two values, so none makes a branch of it." })
  c.open(out, "static inline uint64_t mask_of(bool yes) {")
  out:line("uint64_t mask = 0 - (uint64_t)yes;")
  out:block('#if defined(__GNUC__)\n  __asm__("" : "+r"(mask));\n#endif')
  out:line("return mask;")
  c.close(out, "}")
  out:blank()
  for _, name in ipairs(types) do
    local bits = x.chosen[name]
    local cast = bits == "uint64_t" and "" or ("(%s)"):format(bits)
    c.open(out, ("static inline %s choose_%s(uint64_t mask, %s yes, %s no) {"):format(name, name, name, name))
    out:line(("%s a, b;"):format(bits))
    out:line("memcpy(&a, &yes, sizeof a);"):line("memcpy(&b, &no, sizeof b);")
    out:line(("a = %s(b ^ ((a ^ b) & mask));"):format(cast))
    out:line("memcpy(&yes, &a, sizeof a);"):line("return yes;")
    c.close(out, "}")
    out:blank()
  end
end

return M
