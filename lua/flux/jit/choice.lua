-- SPDX-License-Identifier: MIT
-- flux.jit.choice: what runs for one value of a field each, as a tree of comparisons.
--
-- Each value that comes is a path of its own for LuaJIT, a trace that leaves another one at a test. Of tests one after the other the
-- n-th value's path would pass n traces; in a tree it passes log2(n):
--
--   if event.key < 2 then
--     if event.key == 0 then … end
--     if event.key == 1 then … end
--   else
--     …
--   end

local ffi = require "ffi"
local parts = require "flux.jit.parts"

local M = {}

local FEW = 3 -- values that are tested one after the other
M.TEST = 12 -- weight of a test: its bytes, see flux.jit.weight

-- As Lua compares the field.
local function number(field, value)
  if field.type == "int64_t" or field.type == "uint64_t" then return ffi.cast(field.type, value) end
  return tonumber(value)
end

---Is a value of a field less than another one?
function M.less(field, a, b) return number(field, a) < number(field, b) end

---A value of a field, as text.
function M.literal(field, value)
  if type(value) == "boolean" then return tostring(value) end
  value = number(field, value)
  return type(value) == "number" and ("%d"):format(value) or tostring(value)
end

local function indented(lines, out)
  for _, line in ipairs(lines) do out[#out + 1] = "  " .. line end
end

local function test(field, case, cut)
  local line = ("if event.%s == %s then"):format(field.name, M.literal(field, case.value))
  return parts.guarded({ lines = { line }, names = parts.set(), weight = M.TEST }, case.chunk, cut)
end

-- One of two fragments runs: where either is cut, what came before both is.
local function either(field, value, low, high, define)
  low = parts.shorten(low, high.names, define)
  high = parts.shorten(high, low.names, define)
  local lines, names = { ("if event.%s < %s then"):format(field.name, M.literal(field, value)) }, parts.set()
  indented(low.lines, lines)
  lines[#lines + 1] = "else"
  indented(high.lines, lines)
  lines[#lines + 1] = "end"
  names:union(low.names)
  names:union(high.names)
  local head = (low.head or high.head) and M.TEST + math.max(low.head or low.weight, high.head or high.weight)
  return { lines = lines, names = names, weight = M.TEST + math.max(low.weight, high.weight), head = head or nil }
end

local function tree(field, cases, first, last, define, cut)
  if last - first < FEW then
    local tests = {}
    for i = first, last do tests[#tests + 1] = test(field, cases[i], cut) end
    return parts.fold(tests, define, cut)
  end
  local middle = math.floor((first + last + 1) / 2)
  local low, high = tree(field, cases, first, middle - 1, define, cut), tree(field, cases, middle, last, define, cut)
  return either(field, cases[middle].value, low, high, define)
end

---Fragments (flux.jit.parts) that run the chunk whose value the event's field has.
---@param field flux.Field of the event, an integer
---@param cases { value: any, chunk: table }[] different values
---@param define fun(chunk: table): string as for flux.jit.parts.fold
---@param cut fun(names: table): string
---@return table[]
function M.fragments(field, cases, define, cut)
  table.sort(cases, function(a, b) return M.less(field, a.value, b.value) end)
  return { tree(field, cases, 1, #cases, define, cut) }
end

return M
