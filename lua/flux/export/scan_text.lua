-- SPDX-License-Identifier: MIT
-- flux.export.scan_text: what flux.export.scan found, as C: who wakes whom, the loops, and the functions that both call.

local c = require "flux.export.c"
local refs = require "flux.export.refs"
local writer = require "flux.writer"

local M = {}

---The statement that wakes.
---@return string
function M.wake(wake)
  local mask = ("UINT64_C(0x%s)"):format((bit.tohex(wake.mask):gsub("^0+", "")))
  local names = wake.names
  local who = #names <= 4 and table.concat(names, ", ") or ("%s and %d more"):format(table.concat(names, ", ", 1, 3), #names - 3)
  local set = wake.wide and "wake(g, %d, %s); /* %s */" or "g->awake[%d] |= %s; /* %s */"
  return set:format(wake.word, mask, who)
end

local function statements(wakes)
  local list = {}
  for i, wake in ipairs(wakes) do list[i] = M.wake(wake) end
  return table.concat(list, "\n")
end

-- Neighbours that wake the same have one body.
local function print_head(x, head)
  local out = x.out
  c.open(out, ("switch (event->%s) {"):format(head.field.name))
  out:dedent()
  for i, case in ipairs(head.cases) do
    local mine, following = statements(case.wakes), head.cases[i + 1]
    out:line(("case %s:"):format(refs.literal(x, head.field.type, case.value)))
    if not following or statements(following.wakes) ~= mine then out:indent():block(mine):line("break;"):dedent() end
  end
  out:line("default: break;"):indent()
  c.close(out, "}")
end

---Prints a loop.
---@param x table
---@param item table
---@param print_items fun(items: table[])
function M.print_loop(x, item, print_items)
  local out = x.out
  for _, head in ipairs(item.heads or {}) do print_head(x, head) end
  local inner = writer.new("  ")
  x.out = inner
  print_items(item.items)
  x.out = out
  local head = ("while (g->%s != 0) "):format(item.member)
  if #inner.lines == 1 then
    out:line(head .. inner.lines[1])
  else
    c.open(out, head .. "{")
    for _, line in ipairs(inner.lines) do out:line(line) end
    c.close(out, "}")
  end
end

---Prints what a loop does: the lowest step that is awake.
---@param x table
---@param item table
---@param print_items fun(items: table[])
function M.print_pick(x, item, print_items)
  local out = x.out
  c.open(out, ("switch (take_first(&g->%s)) {"):format(item.member))
  for _, unit in ipairs(item.items) do
    out:dedent()
    c.open(out, ("case %d: {"):format(unit.bit))
    print_items(unit.items)
    out:line("break;")
    c.close(out, "}")
    out:indent()
  end
  out:dedent():line("default: break;"):indent()
  c.close(out, "}")
end

---Notes how many words the instance needs: those of the entry that needs most.
---@param x table
---@param found table|nil from M.find
function M.reserve(x, found)
  if not found then return end
  x.awake_words, x.awake_groups = math.max(x.awake_words or 0, found.words), math.max(x.awake_groups or 0, found.groups)
end

local FIRST = [[
/* The number of the lowest bit that is set, which it clears. */
static inline int take_first(uint64_t *bits) {
  const uint64_t all = *bits;
  *bits = all & (all - 1);
#if defined(__GNUC__)
  return __builtin_ctzll(all);
#else
  int n = 0;
  for (int half = 32; half > 0; half /= 2) {
    if ((all << (64 - half - n)) == 0) n += half;
  }
  return n;
#endif
}
]]

local WAKE = [[
/* Has steps run that wait in the loop of a word, and the loop. */
static inline void wake(@graph@ *g, int word, uint64_t steps) {
  g->awake[word] |= steps;
  g->awake_words[word / 64] |= UINT64_C(1) << word % 64;
}
]]

---Prints the functions that the loops use, into x.support.
---@param x table
function M.emit_support(x)
  if not x.awake_words then return end
  x.support:block(FIRST):blank()
  if x.awake_groups > 0 then x.support:block((WAKE:gsub("@graph@", x.names.graph_type))):blank() end
end

return M
