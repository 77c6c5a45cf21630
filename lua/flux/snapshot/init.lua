-- SPDX-License-Identifier: MIT
-- flux.snapshot: what a snapshot says, read without the graph that wrote it. core/fx_snap.h describes the bytes.
--
--   local s, reason = snapshot.read(bytes)
--   s.now, s.cycle, s.nodes[1].name, s.nodes[1].fields[1].bytes, s.symbols[1], s.posts[1].hash
--
-- Everything is checked before it is used: a damaged file gives nil and a reason, never an error.

local bit = require "bit"
local ffi = require "ffi"
local core = require "flux.core"
local values = require "flux.values"

local M = {}

M.MAGIC, M.VERSION, M.HEAD, M.SYMBOL = "FLUXSNAP", 1, 104, 32
M.SEED = 0xcbf29ce484222325ULL -- FLUX_HASH_SEED
local LAST_CYCLE = 0x3fffffffffffffffLL
M.FLAGS = { has_now = 1, held = 2 }

---FNV-1a of a text.
---@param text string
---@param seed ffi.cdata*|nil
---@return ffi.cdata* uint64
function M.hash(text, seed) return core.lib.flux_hash(ffi.cast("const char *", text), #text, seed or M.SEED) end

---A little-endian integer of `width` bytes at a 0-based offset: a number up to 4 bytes, else uint64.
function M.get(bytes, offset, width)
  local value = 0ULL
  for i = width, 1, -1 do value = bit.bor(bit.lshift(value, 8), bytes:byte(offset + i) + 0ULL) end
  return width <= 4 and tonumber(value) or value
end

---The bytes of an integer.
function M.put(value, width)
  local out = {}
  value = ffi.cast("uint64_t", value)
  for i = 1, width do
    out[i] = string.char(tonumber(bit.band(value, 0xffULL)))
    value = bit.rshift(value, 8)
  end
  return table.concat(out)
end

---Are these the bytes of a NaN? One whose bits LuaJIT takes for another type must not be read as a number.
---@param bytes string of a double or a float
---@return boolean
function M.is_nan(bytes)
  if #bytes == 4 then return bit.band(M.get(bytes, 0, 4), 0x7fffffff) > 0x7f800000 end
  return bit.band(M.get(bytes, 0, 8), 0x7fffffffffffffffULL) > 0x7ff0000000000000ULL
end

---The checksum that a snapshot should carry.
function M.checksum(bytes) return M.hash(bytes:sub(33), M.hash(bytes:sub(1, 24))) end

local function hex(value) return (bit.tohex(ffi.cast("uint64_t", value), 16)) end
M.hex = hex

---Why a file of so many bytes cannot be the snapshot whose front this is; nil when it can.
---@param front string its first HEAD bytes, or all when there are fewer
---@param length integer
---@return string|nil
function M.wrong_size(front, length)
  if front:sub(1, 8) ~= M.MAGIC then return "this is not a snapshot" end
  if length < M.HEAD then return ("the snapshot is cut off: it has %d bytes, its header alone takes %d"):format(length, M.HEAD) end
  if M.get(front, 8, 4) ~= M.VERSION then
    return ("the snapshot is of version %d, this is version %d"):format(M.get(front, 8, 4), M.VERSION)
  end
  local size = M.get(front, 16, 8)
  if size ~= length then
    return ("the snapshot %s: it has %d bytes and should have %s"):format(size > length and "is cut off" or "has something behind it",
      length, (tostring(size):gsub("U?LL$", "")))
  end
end

-- Header, sizes and checksum.
local function check(bytes)
  local reason = M.wrong_size(bytes, #bytes)
  if reason then return reason end
  local given, own = M.get(bytes, 24, 8), M.checksum(bytes)
  if given ~= own then return ("the snapshot is damaged: its checksum is %s, that of its bytes %s"):format(hex(given), hex(own)) end
end

---Why a snapshot cannot be restored into a graph, as far as its header tells.
---@param bytes string
---@param resolved flux.Resolved
---@return string|nil
function M.refusal(bytes, resolved)
  local reason = check(bytes)
  if reason then return reason end
  local given, own = M.get(bytes, 32, 8), core.lib.flux_layout_hash(resolved.plan)
  if given ~= own then
    return ("the snapshot is of another layout: it has %s, graph '%s' has %s"):format(hex(given), resolved.graph.name, hex(own))
  end
end

---A layout's text as a list of nodes: { name, kind, valid, dirty, ran, timer, fields = { { name, type, count, size } } }.
---@param text string
---@return table[]|nil nodes
function M.parse_layout(text)
  local nodes = {}
  for line in text:gmatch("([^\n]*)\n") do
    local name, words = line:match("^node ([%w_]+)(.*)$")
    local kind, field, count = line:match("^  ([%w_]+) ([%w_]*)%[?(%d*)%]?$")
    if name then
      local flags, made = words:match "^(.-) of ([%w_]+)$"
      local node = { name = name, kind = made, fields = {} }
      for word in (flags or words):gmatch("%a+") do node[word] = true end
      nodes[#nodes + 1] = node
    elseif kind and nodes[1] and (values.type[kind] or kind == "bytes") then
      local fields = nodes[#nodes].fields
      local size = kind == "bytes" and 1 or values.type[kind].size
      fields[#fields + 1] = { name = field, type = kind, count = tonumber(count), width = size, size = size * (tonumber(count) or 1) }
    else
      return nil
    end
  end
  return nodes
end

-- Takes pieces off the bytes, in order; nil when there are too few.
local function reader(bytes, at)
  return function(size)
    if size > #bytes - at then return nil end
    at = at + size
    return bytes:sub(at - size + 1, at)
  end, function() return bytes:sub(at + 1) end
end

local function read_nodes(s, take)
  for _, node in ipairs(s.nodes) do
    local flags = take(1)
    if not flags then return false end
    node.flags = flags:byte()
  end
  for _, node in ipairs(s.nodes) do
    for _, field in ipairs(node.fields) do
      field.bytes = take(field.size)
      if not field.bytes then return false end
    end
  end
  return true
end

local function read_rest(s, bytes, take)
  s.timers, s.symbols = {}, {}
  for i = 1, M.get(bytes, 48, 4) do
    local timer = take(16)
    if not timer then return false end
    s.timers[i] = { next = M.get(timer, 0, 8), shot = M.get(timer, 8, 8) }
  end
  for i = 1, M.get(bytes, 52, 4) do
    local slot = take(M.SYMBOL)
    if not slot then return false end
    s.symbols[i] = slot:match("^%Z*")
    if s.symbols[i] == "" or #s.symbols[i] == M.SYMBOL then return false, ("symbol %d of the snapshot is no text"):format(i) end
  end
  return true
end

---Reads a snapshot. Waiting posts stay bytes: s.posts, of which there are s.post_count.
---@param bytes string
---@return table|nil snapshot
---@return string|nil reason
function M.read(bytes)
  local reason = check(bytes)
  if reason then return nil, reason end
  local flags = M.get(bytes, 12, 4)
  local s = {
    has_now = flags % 2 == 1, held = flags % 4 >= 2, layout = hex(M.get(bytes, 32, 8)), now = ffi.cast("int64_t", M.get(bytes, 64, 8)),
    cycle = ffi.cast("int64_t", M.get(bytes, 72, 8)), late = M.get(bytes, 80, 8), unhandled = M.get(bytes, 88, 8),
    skipped = M.get(bytes, 96, 8), post_count = M.get(bytes, 56, 4),
  }
  local take, left = reader(bytes, M.HEAD)
  local text = take(M.get(bytes, 40, 4))
  s.nodes = text and M.parse_layout(text)
  if text and M.hash(text) ~= M.get(bytes, 32, 8) then return nil, "the snapshot's text is not that of its layout" end
  local whole = s.nodes and #s.nodes == M.get(bytes, 44, 4) and s.cycle >= 0 and s.cycle < LAST_CYCLE and read_nodes(s, take)
  if whole then whole, reason = read_rest(s, bytes, take) end
  if not whole then return nil, reason or "the snapshot's sizes contradict each other" end
  s.posts = left()
  return s
end

return M
