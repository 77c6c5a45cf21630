-- SPDX-License-Identifier: MIT
-- flux.jit.parts: cuts a long schedule into functions that LuaJIT accepts and traces.
--
-- Two limits. A Lua function has at most 60 upvalues, so a schedule of more than about 25 nodes becomes several functions, called
-- in order; the recorder inlines the calls and the whole entry is one trace. And a trace has a size limit: with LuaJIT's default
-- of 500 constants it is reached at about 100 nodes, and the entry then falls back to the interpreter (measured: 12 ns a node
-- against 1.0). M.raise_limits moves it to well above TRACE_STEPS; longer entries are called part by part from a function that is
-- not compiled, each part a trace of its own.
--
-- Fragment { lines = list of text, names = ordered set of what the lines use, steps = number of callbacks in them,
--            interpreted = true when it calls a function that is not compiled }

local M = {}

M.MAX_NAMES = 50
M.TRACE_STEPS = 800

---Raises LuaJIT's limits on the size of a trace, for the whole process.
function M.raise_limits()
  jit.opt.start("maxirconst=20000", "maxrecord=16000", "maxsnap=4000", "maxtrace=4000", "maxmcode=65536", "sizemcode=2048")
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

---Packs fragments into chunks within the limits, in order.
---@param fragments table[]
---@return table[] chunks each of the same shape as a fragment
function M.pack(fragments)
  local chunks, current = {}, nil
  for _, fragment in ipairs(fragments) do
    local full = current and #current.lines > 0 and
      (current.steps + fragment.steps > M.TRACE_STEPS or #current.names.list + extra(current.names, fragment.names) > M.MAX_NAMES)
    if not current or full then
      current = { lines = {}, names = M.set(), steps = 0 }
      chunks[#chunks + 1] = current
    end
    for _, line in ipairs(fragment.lines) do current.lines[#current.lines + 1] = line end
    current.names:union(fragment.names)
    current.steps = current.steps + fragment.steps
    current.interpreted = current.interpreted or fragment.interpreted
  end
  return chunks
end

local function call(name, chunk)
  local names = M.set()
  names:add(name)
  return { lines = { name .. "(event)" }, names = names, steps = chunk.steps, interpreted = chunk.interpreted }
end

-- Calls of parts that are too many steps for one trace: packed by names alone, and not compiled.
local function pack_interpreted(calls)
  local chunks = {}
  for first = 1, #calls, M.MAX_NAMES do
    local chunk = { lines = {}, names = M.set(), steps = 0, interpreted = true }
    for i = first, math.min(first + M.MAX_NAMES - 1, #calls) do
      chunk.lines[#chunk.lines + 1] = calls[i].lines[1]
      chunk.names:union(calls[i].names)
      chunk.steps = chunk.steps + calls[i].steps
    end
    chunks[#chunks + 1] = chunk
  end
  return chunks
end

---Folds fragments into one chunk: as they are when they fit, else as calls of functions made with `define(chunk)`.
---@param fragments table[]
---@param define fun(chunk: table): string defines a function with this chunk as its body and returns the function's name
---@return table chunk
function M.fold(fragments, define)
  local chunks = M.pack(fragments)
  while #chunks > 1 do
    local calls = {}
    for i, chunk in ipairs(chunks) do calls[i] = call(define(chunk), chunk) end
    local packed = M.pack(calls)
    chunks = #packed < #calls and packed or pack_interpreted(calls)
  end
  return chunks[1] or { lines = {}, names = M.set(), steps = 0 }
end

return M
