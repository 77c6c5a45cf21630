-- SPDX-License-Identifier: MIT
-- Audit files and the memory of rings. First byte: its low two bits 0 → the bytes are the file; 1 → without a checksum, as of a recording
-- that was interrupted; 2 → with count and checksum put right; 3 → the bytes are records of fuzz/held.lua, behind a good header. 4: with
-- the graph at hand. The next two bits choose the format: text, JSON Lines, Chrome's trace.

local bit = require "bit"
local ffi = require "ffi"
local file = require "flux.audit.file"
local snapshot = require "flux.snapshot"
local support = require "fuzz.support"

local M = {}

local FORMATS = { [0] = "text", "json", "chrome", "text" }
local HEADER, RECORD = 96, 32

-- An audit of a short run of fuzz/held.lua: a complete file, and the ring's memory after a wrap.
local function sample(graph)
  local rt = graph:start { audit = { level = "values", ring = { records = 256, full = "drop" } } }
  local event = graph.by_event.Tick
  local path = os.tmpname()
  local writer = assert(file.create(path, rt.resolved, "values,window=nodes"))
  for t = 1, 6 do rt:send(event, { time = 9 * t, x = t % 4, s = t % 2 == 0 and "MSFT" or "other" }) end
  rt:buffer(event, { time = 60, x = 4 })
  rt:trigger()
  pcall(rt.advance, rt, 1)
  rt:reset()
  writer:close(rt.audit_ring)
  local whole = support.read(path)
  os.remove(path)
  local ring = rt:audit { level = "nodes", ring = { records = 16 } }
  for t = 1, 6 do rt:send(event, { time = 9 * t, x = t % 4 }) end
  return whole, ffi.string(ring.raw, HEADER + RECORD * 16), rt.resolved
end

local function corrected(bytes)
  local text = snapshot.get(bytes, 64, 4)
  if #bytes < HEADER or text > #bytes - HEADER then return bytes end
  local count = math.floor((#bytes - HEADER - text) / RECORD)
  bytes = bytes:sub(1, 24) .. snapshot.put(count, 8) .. bytes:sub(33, HEADER + text + RECORD * count)
  local hash = snapshot.hash(bytes:sub(81, HEADER), snapshot.hash(bytes:sub(1, 72)))
  hash = bit.bxor(snapshot.hash(bytes:sub(HEADER + 1, HEADER + text), hash), snapshot.hash(bytes:sub(HEADER + 1 + text)))
  return bytes:sub(1, 72) .. snapshot.put(hash, 8) .. bytes:sub(81)
end

function M.start()
  local prints = require "flux.audit.print"
  local whole, _, resolved = sample(dofile "fuzz/held.lua")
  local front = whole:sub(1, HEADER + snapshot.get(whole, 64, 4))
  return function(bytes)
    local what, text = support.split(bytes)
    local kind = what % 4
    if kind == 1 and #text > 80 then text = text:sub(1, 72) .. ("\0"):rep(8) .. text:sub(81) end
    if kind == 3 then text = front .. text end
    if kind >= 2 and #text >= HEADER then text = corrected(text) end
    support.write(text)
    local reader, reason = file.open(support.path, bit.band(what, 4) > 0 and resolved or nil)
    if not reader then
      support.plain(reason, support.path .. ": ")
      return 0
    end
    local printer = prints[FORMATS[bit.band(bit.rshift(what, 3), 3)]](reader.known, function(line) assert(type(line) == "string") end)
    local count = 0
    local ok, problem = pcall(function()
      for record, number in reader:records() do
        printer.record(record, number)
        count = count + 1
      end
      printer.finish()
    end)
    reader:close()
    if not ok then support.plain(problem, support.path .. ": record ") end
    return count
  end
end

function M.seeds()
  local whole, ring = sample(dofile "fuzz/held.lua")
  local records = whole:sub(HEADER + 1 + snapshot.get(whole, 64, 4))
  local list = { "\0" .. whole, "\1" .. whole, "\10" .. whole, "\4" .. ring, "\12" .. ring }
  for i, what in ipairs { 3, 11, 19 } do list[#list + 1] = string.char(what) .. records:sub(1 + RECORD * 12 * (i - 1), RECORD * 12 * i) end
  return list
end

return { audit = M }
