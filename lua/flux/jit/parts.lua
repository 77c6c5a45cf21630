-- SPDX-License-Identifier: MIT
-- flux.jit.parts: cuts a long schedule into functions that LuaJIT can trace.
--
-- A trace that grows too long is aborted, and the whole entry falls back to the interpreter. And a Lua function has at most 60
-- upvalues. So the schedule is packed into chunks: a chunk holds consecutive fragments until it would exceed MAX_STEPS steps or
-- MAX_NAMES names. Chunks but the last become functions of their own, called in order; the calls are fragments again, so that
-- any length nests.
--
-- Fragment { lines = list of text, names = ordered set of what the lines use, steps = number of callbacks in them }

local M = {}

M.MAX_STEPS = 40
M.MAX_NAMES = 50

---An ordered set of names.
---@return table set with :add(name)
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

---Packs fragments into chunks within the limits.
---@param fragments table[]
---@return table[] chunks each of the same shape as a fragment
function M.pack(fragments)
  local chunks, current = {}, nil
  for _, fragment in ipairs(fragments) do
    local full = current and current.steps > 0 and
      (current.steps + fragment.steps > M.MAX_STEPS or #current.names.list + extra(current.names, fragment.names) > M.MAX_NAMES)
    if not current or full then
      current = { lines = {}, names = M.set(), steps = 0 }
      chunks[#chunks + 1] = current
    end
    for _, line in ipairs(fragment.lines) do current.lines[#current.lines + 1] = line end
    current.names:union(fragment.names)
    current.steps = current.steps + fragment.steps
  end
  return chunks
end

---Packs fragments into one chunk: as they are when they fit, else as calls of functions made with `define(chunk)`.
---@param fragments table[]
---@param define fun(chunk: table): string defines a function with this chunk as its body and returns the function's name
---@return table chunk
function M.fold(fragments, define)
  local chunks = M.pack(fragments)
  while #chunks > 1 do
    local calls = {}
    for i, chunk in ipairs(chunks) do
      local name = define(chunk)
      local names = M.set()
      names:add(name)
      calls[i] = { lines = { name .. "(event)" }, names = names, steps = 1 }
    end
    chunks = M.pack(calls)
  end
  return chunks[1] or { lines = {}, names = M.set(), steps = 0 }
end

return M
