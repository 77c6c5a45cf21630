-- SPDX-License-Identifier: MIT
-- Kinds that nodes of the library put together from text: of equal texts there is one, however often a node is declared.
--
--   return given:instance(kinds.new("Gap", { state = "double value;", update = texts.body("gap", BODY, values) }))

local ffi = require "ffi"
local kinds = require "flux.kind"
local names = require "flux.names"
local sources = require "flux.source"

local M = {}

-- By what they are made of, as long as a node is of them.
local known = setmetatable({}, { __mode = "v" })

local int64 = ffi.typeof "int64_t"
local add

-- Adds a part of a spec to the words of a key. False where equal words may mean something else: functions, events.
local function add_table(words, value)
  local taken = sources.unwrap(value)
  if taken then
    local source = taken.source
    if type(source) == "function" or not source.is_body or source.upvalues then return false end
    return add(words, source.text) and add(words, source.full or false) and add(words, source.origin.file)
      and add(words, taken.quiet) and add(words, taken.ran)
  end
  if getmetatable(value) then return false end
  words[#words + 1] = "{"
  for _, key in ipairs(names.keys(value)) do
    if type(key) == "table" or not (add(words, key) and add(words, value[key])) then return false end
  end
  words[#words + 1] = "}"
  return true
end

function add(words, value)
  local kind = type(value)
  if kind == "table" then return add_table(words, value) end
  if kind == "string" then words[#words + 1] = #value .. ":" .. value
  elseif kind == "number" then words[#words + 1] = ("%.17g"):format(value)
  elseif kind == "boolean" or ffi.istype(int64, value) then words[#words + 1] = tostring(value)
  else return false end
  return true
end

--- A kind: as flux.kind.new, or the one that was made of equal texts.
---@param name string
---@param spec table
---@return flux.Kind
function M.new(name, spec)
  local words = { name }
  if not add(words, spec) then return kinds.new(name, spec) end
  local key = table.concat(words, "\n")
  local kind = known[key] or kinds.new(name, spec)
  known[key] = kind
  return kind
end

return M
