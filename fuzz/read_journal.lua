-- SPDX-License-Identifier: MIT
-- Journals (fuzz/held.lua). First byte: 0 → the bytes are the file; 1 → they are payloads of frames, each with two bytes of length before
-- it, behind a good header. 2: of another graph, with --force.

local bit = require "bit"
local journal = require "flux.journal"
local snapshot = require "flux.snapshot"
local support = require "fuzz.support"

local M = {}

-- A recording of a short run.
local function sample(graph)
  local path = os.tmpname()
  local rt = assert(require("flux.journal.record").start(graph, {}, { path = path }))
  local event = graph.by_event.Tick
  for t = 1, 5 do
    rt:symbol(t % 2 == 0 and "MSFT" or "other")
    rt:send(event, { time = 9 * t, x = t % 3 * 2, s = t % 2 == 0 and "MSFT" or "other" })
  end
  rt:buffer(event, { time = 60, x = 4 })
  rt:trigger()
  rt:advance(90)
  rt:send(graph.by_event.Note, { level = 2 })
  rt:reset()
  rt:stop()
  rt:close()
  local bytes = support.read(path)
  os.remove(path)
  return bytes
end

local function front_of(bytes) return bytes:sub(1, 16 + snapshot.get(bytes, 12, 4) + 8) end

local function frames(text)
  local out, at = {}, 1
  while #text - at >= 2 do
    local size = text:byte(at) + 256 * text:byte(at + 1)
    local payload = text:sub(at + 2, at + 1 + size)
    out[#out + 1] = journal.frame_head(payload) .. payload
    at = at + 2 + size
  end
  return table.concat(out)
end

function M.start()
  local readers, replay = require "flux.journal.reader", require "flux.journal.replay"
  local graph = dofile "fuzz/held.lua"
  local front = front_of(sample(graph))
  return function(bytes)
    local what, text = support.split(bytes)
    support.write(what % 2 == 1 and front .. frames(text) or text)
    local reader, reason = readers.open(support.path)
    if not reader then
      support.plain(reason, support.path .. ": ")
      return 0
    end
    local result, refusal = replay.run(reader, graph, { backend = "table", force = bit.band(what, 2) > 0 })
    reader:close()
    if reader.torn then support.plain(reader.torn.text) end
    if not result then
      support.plain(refusal)
      return 0
    end
    if result.difference then support.plain(result.difference) end
    return result.entries
  end
end

function M.seeds()
  local bytes = sample(dofile "fuzz/held.lua")
  local front = #front_of(bytes)
  local payloads, at = {}, front
  while at < #bytes do
    local size = snapshot.get(bytes, at, 4)
    at = at + journal.FRAME
    payloads[#payloads + 1] = snapshot.put(size, 2) .. bytes:sub(at + 1, at + size)
    at = at + size
  end
  local all = table.concat(payloads)
  return { "\0" .. bytes, "\1" .. all, "\3" .. all, "\1" .. table.concat(payloads, "", 1, 8), "\1" .. payloads[1] .. payloads[2] }
end

return { journal = M }
