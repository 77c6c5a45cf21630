-- SPDX-License-Identifier: MIT
-- flux.journal: the format of a journal: every entry into an instance (S1), in order, and what came of it.
--
--   +--------+-------+-------+-- … --+
--   | header | frame | frame |       |      header  "FLUXJRNL", version, length, text, checksum of all that
--   +--------+-------+-------+-- … --+      frame   length of the payload, checksum of the length, checksum of both, payload
--
-- A length has a checksum of its own, so that one that was changed is not taken for a frame that the end of the file cuts off.
-- A payload begins with its code. An entry's frame is written before the entry runs; then, while it runs, the clock values
-- that it reads and what it publishes; then its result. So a process that dies leaves the entry it died in. All numbers are
-- little-endian.

local bit = require "bit"
local ffi = require "ffi"
local core = require "flux.core"
local digest = require "flux.export.digest"
local snapshot = require "flux.snapshot"

local M = {}

M.MAGIC, M.VERSION = "FLUXJRNL", 2
M.FRAME = 12 -- bytes before a payload

--- Codes of payloads. Entries first; then what belongs to an entry.
M.CODE = {
  start = 1, -- nothing
  event = 2, -- u16 event type, the event
  buffer = 3, -- the same
  trigger = 4,
  advance = 5, -- i64 time
  reset = 6,
  resume = 7,
  stop = 8,
  restore = 9, -- the snapshot
  unhandled = 10, -- an event of a type that the graph never mentions
  symbol = 16, -- a text that data brought; between entries
  clock = 17, -- i64: a value of the host's or the wall clock that the entry read
  output = 18, -- u16 sink, u8 failed, i64 cycle, the state as bytes, the error's text
  inner = 19, -- an event sent from inside that sink: u16 event type, the event
  result = 20, -- u8 0 failed, 1 good, 2 raised, 3 good and states unchecked; i64 cycle, i64 now, u16 length, text, changed states
  closed = 21, -- u64 entries: the journal is complete
}

M.NAME = {}
for name, code in pairs(M.CODE) do M.NAME[code] = name end -- a set: the order does not matter

--- A checksum of 32 bits: both halves of a hash.
---@param hash ffi.cdata* uint64
---@return ffi.cdata* uint64
function M.fold(hash) return bit.band(bit.bxor(hash, bit.rshift(hash, 32)), 0xffffffffULL) end

--- The checksum of a length.
---@param length string its four bytes
---@return string four bytes
function M.length_sum(length) return snapshot.put(M.fold(snapshot.hash(length)), 4) end

--- What stands before a payload.
---@param payload string
---@return string bytes
function M.frame_head(payload)
  local length = snapshot.put(#payload, 4)
  return length .. M.length_sum(length) .. snapshot.put(M.fold(snapshot.hash(payload, snapshot.hash(length))), 4)
end

--- What a graph's journals begin with.
---@param resolved flux.Resolved
---@param check integer states are compared after every check-th entry
---@return string
function M.header(resolved, check)
  local graph = resolved.graph
  local lines = {
    "graph " .. graph.name, "graph_hash " .. digest.graph(resolved), "layout_hash " .. digest.layout(resolved), "check " .. check,
  }
  for i, event in ipairs(graph.events) do
    local hash = snapshot.hex(core.lib.flux_event_hash(resolved.plan, i - 1))
    lines[#lines + 1] = ("event %s %d %s"):format(event.name, event.record.size, hash)
  end
  for _, sink in ipairs(graph.sinks) do lines[#lines + 1] = ("sink %s %s"):format(sink.name, sink.node.name) end
  local text = table.concat(lines, "\n") .. "\n" .. digest.layout_text(resolved)
  local bytes = M.MAGIC .. snapshot.put(M.VERSION, 4) .. snapshot.put(#text, 4) .. text
  return bytes .. snapshot.put(snapshot.hash(bytes), 8)
end

--- Reads a header's text: { graph, graph_hash, layout_hash, check, events, sinks, nodes }.
---@param text string
---@return table|nil
function M.parse_header(text)
  local head, layout = { events = {}, sinks = {} }, {}
  for line in text:gmatch("([^\n]*)\n") do
    local event, size, hash = line:match("^event ([%w_]+) (%d+) (%x+)$")
    local sink, node = line:match("^sink ([%w_]+) ([%w_]+)$")
    local key, value = line:match("^(graph%w*_?%w*) (%S+)$")
    if not key then key, value = line:match("^(layout_hash) (%x+)$") end
    if not key then key, value = line:match("^(check) (%d+)$") end
    if event then head.events[#head.events + 1] = { name = event, size = tonumber(size), hash = hash }
    elseif sink then head.sinks[#head.sinks + 1] = { name = sink, node = node }
    elseif key then head[key] = value
    else layout[#layout + 1] = line .. "\n" end
  end
  head.nodes = snapshot.parse_layout(table.concat(layout))
  head.check = tonumber(head.check)
  if not (head.graph and head.graph_hash and head.layout_hash and head.check and head.nodes) then return nil end
  return head
end

--- Bytes of a payload behind its code, where they are always the same.
local FIXED = { start = 0, trigger = 0, advance = 8, reset = 0, resume = 0, stop = 0, unhandled = 0, clock = 8, closed = 8 }
local LEAST = { event = 2, buffer = 2, inner = 2, output = 11, result = 19 }

--- Why a payload is none; nil when it is one. What a graph's states take is not known here.
---@param head table of parse_header
---@param code integer
---@param payload string without its code
---@return string|nil
function M.malformed(head, code, payload)
  local name = M.NAME[code]
  if not name then return ("there is no frame of code %d"):format(code) end
  local fixed = FIXED[name]
  local least = fixed or LEAST[name] or 0
  if #payload < least or fixed and #payload > fixed then
    return ("a frame '%s' has %d bytes and should have %s%d"):format(name, #payload, fixed and "" or "at least ", least)
  end
  if name == "event" or name == "buffer" or name == "inner" then
    local event = head.events[snapshot.get(payload, 0, 2) + 1]
    if not event then
      return ("a frame '%s' is of event type %d, of which there are %d"):format(name, snapshot.get(payload, 0, 2), #head.events)
    end
    if #payload ~= 2 + event.size then
      return ("a frame '%s' has %d bytes and should have %d"):format(name, #payload, 2 + event.size)
    end
  elseif name == "output" and not head.sinks[snapshot.get(payload, 0, 2) + 1] then
    return ("a frame 'output' is of sink %d, of which there are %d"):format(snapshot.get(payload, 0, 2), #head.sinks)
  elseif name == "result" and #payload < 19 + snapshot.get(payload, 17, 2) then
    return "a frame 'result' is shorter than its text"
  elseif name == "symbol" and (payload == "" or payload:find("%z")) then
    return "a frame 'symbol' holds no text"
  end
end

--- An int64 of eight bytes at a 0-based offset.
function M.int64(payload, offset) return ffi.cast("int64_t", snapshot.get(payload, offset, 8)) end

return M
