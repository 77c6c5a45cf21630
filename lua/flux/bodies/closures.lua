-- SPDX-License-Identifier: MIT
-- flux.bodies.closures: functions of emitted text, with what they are bound to.
--
-- Of a function whose prototype has no other closure LuaJIT compiles a call to a comparison with that one function, and all that it binds
-- to constants: a trace runs for one node alone, and fast. Of one with many closures it compares the prototype and loads what is bound: a
-- trace runs for all nodes alike. So text is loaded anew for each node, but where a host shares, because what runs differs from event to
-- event and each node would get traces of its own.
--
--   closures.new("local a = ...\nreturn function(b) return a + b end", "=sum", host, 1)(2)   --> 3

local M = {}

-- Loads a chunk of its own, or the host's.
local function chunk_of(text, name, host)
  local key = name .. text
  local known = host.shared and host.shared[key]
  if known then return known end
  local chunk, err = loadstring(text, name)
  if not chunk then error("flux: the emitted body does not load: " .. err .. "\n" .. text, 0) end
  if host.shared then host.shared[key] = chunk end
  return chunk
end

---A function: what the text returns that is given the values.
---@param text string
---@param name string of the chunk
---@param host { shared: table? }
---@return function
function M.new(text, name, host, ...) return chunk_of(text, name, host)(...) end

---Loads emitted text at its line in the user's file.
---@param host table
---@return fun(text: string, origin: table, bound: table): function
function M.loader(host)
  return function(text, origin, bound)
    local head = #bound.list > 0 and ("local %s = ...; "):format(table.concat(bound.list, ", ")) or ""
    local values = {}
    for i, name in ipairs(bound.list) do values[i] = bound.value[name] end
    return M.new(("\n"):rep(origin.line - 1) .. head .. "return " .. text, "@" .. origin.file, host, unpack(values, 1, #values))
  end
end

return M
