-- SPDX-License-Identifier: MIT
-- flux.jit.parts: cuts a long schedule into functions that LuaJIT accepts and traces.
--
-- Two limits. A Lua function has at most 60 upvalues, so a schedule of more than about 25 nodes becomes several functions, called
-- in order; the recorder inlines the calls. And a trace has a size limit: with LuaJIT's default of 500 constants it is reached at
-- about 100 nodes. M.raise_limits moves it to LuaJIT's own bounds: 64 KiB of machine code, in which a loop is there twice, and 512
-- exits. An entry above TRACE_SIZE is cut: after so much it calls a C function that LuaJIT cannot record. There the trace ends and
-- the next one begins, which LuaJIT calls stitching (measured: 25 ns a cut; an entry that is over the limit and not cut is
-- interpreted, at 12 ns a node against 0.8).
--
-- Fragment { lines = list of text, names = ordered set of what the lines use, weight = of its steps, since its last cut when it has
--            one (flux.jit.weight), head = weight before its first cut, nil when it has none }

local M = {}

M.MAX_NAMES = 50
M.TRACE_SIZE = 30000 -- see flux.jit.weight

---Raises LuaJIT's limits on the size of a trace, for the whole process.
function M.raise_limits()
  jit.opt.start("maxirconst=20000", "maxrecord=16000", "maxsnap=4000", "maxmcode=65536", "sizemcode=2048")
  jit.opt.start("maxtrace=20000", "maxside=20000") -- a switch has a trace for each of its values
end

---An ordered set of names.
---@return table set with :add(name) and :union(set)
function M.set()
  return setmetatable({ list = {}, has = {} }, { __index = {
    add = function(self, name)
      if not self.has[name] then
        self.has[name] = true
        self.list[#self.list + 1] = name
      end
    end,
    union = function(self, other)
      for _, name in ipairs(other.list) do self:add(name) end
    end,
  } })
end

local function extra(set, other)
  local count = 0
  for _, name in ipairs(other.list) do
    if not set.has[name] then count = count + 1 end
  end
  return count
end

-- Adds a fragment to a chunk; a cut before it when one trace does not hold both.
local function append(chunk, fragment, cut)
  if chunk.weight > 0 and chunk.weight + (fragment.head or fragment.weight) > M.TRACE_SIZE then
    chunk.lines[#chunk.lines + 1] = cut(chunk.names)
    chunk.head, chunk.weight = chunk.head or chunk.weight, 0
  end
  for _, line in ipairs(fragment.lines) do chunk.lines[#chunk.lines + 1] = line end
  chunk.names:union(fragment.names)
  if fragment.head then chunk.head = chunk.head or chunk.weight + fragment.head end
  chunk.weight = fragment.weight + (fragment.head and 0 or chunk.weight)
end

-- Packs fragments into chunks of at most MAX_NAMES names, in order.
local function pack(fragments, cut)
  local chunks, current = {}, nil
  for _, fragment in ipairs(fragments) do
    local full = current and #current.lines > 0 and #current.names.list + extra(current.names, fragment.names) > M.MAX_NAMES
    if not current or full then
      current = { lines = {}, names = M.set(), weight = 0 }
      chunks[#chunks + 1] = current
    end
    append(current, fragment, cut)
  end
  return chunks
end

local function call(name, chunk)
  local names = M.set()
  names:add(name)
  return { lines = { name .. "(event, state)" }, names = names, weight = chunk.weight, head = chunk.head }
end

---What a condition of some weight guards: a fragment with all of `chunk`, its lines indented; a cut before them where one is needed.
---@param condition { lines: string[], names: table, weight: integer } its line opens the block
---@param chunk table
---@param cut fun(names: table): string as for M.fold
---@return table fragment
function M.guarded(condition, chunk, cut)
  local whole = { lines = { condition.lines[1] }, names = condition.names, weight = condition.weight }
  append(whole, chunk, cut)
  for i = 2, #whole.lines do whole.lines[i] = "  " .. whole.lines[i] end
  whole.lines[#whole.lines + 1] = "end"
  return whole
end

---A chunk that leaves room for more names: as it is, or as a call of a function.
---@param chunk table
---@param names table that are used beside it
---@param define fun(chunk: table): string
---@return table chunk
function M.shorten(chunk, names, define)
  if #chunk.names.list + extra(chunk.names, names) <= M.MAX_NAMES then return chunk end
  return call(define(chunk), chunk)
end

---Folds fragments into one chunk: as they are when they fit, else as calls of functions.
---@param fragments table[]
---@param define fun(chunk: table): string defines a function with this chunk as its body and returns the function's name
---@param cut fun(names: table): string the line that ends a trace; adds what it uses to `names`
---@return table chunk of the same shape as a fragment
function M.fold(fragments, define, cut)
  local chunks = pack(fragments, cut)
  while #chunks > 1 do
    local calls = {}
    for i, chunk in ipairs(chunks) do calls[i] = call(define(chunk), chunk) end
    chunks = pack(calls, cut)
  end
  return chunks[1] or { lines = {}, names = M.set(), weight = 0 }
end

return M
