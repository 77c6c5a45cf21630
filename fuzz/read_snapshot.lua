-- SPDX-License-Identifier: MIT
-- Snapshots, as Lua reads them (fuzz/held.lua). First byte: 0 → the bytes are the file; 1 → size and checksum are put right, 2 → the
-- layout's hash too; 3 → a real snapshot with the bytes as changes, two of place and one of value each, put right.
--
-- `table`, `luajit` and `native` must agree on what they accept, and go on from it alike; what they accept flux.snapshot reads; what
-- it migrates they accept.

local bit = require "bit"
local ffi = require "ffi"
local snapshot = require "flux.snapshot"
local support = require "fuzz.support"

local M = {}

local BACKENDS = { "table", "luajit", "native" }

local function repaired(bytes, layout)
  if #bytes < 104 then return bytes end
  bytes = bytes:sub(1, 16) .. snapshot.put(#bytes, 8) .. bytes:sub(25)
  if layout then bytes = bytes:sub(1, 32) .. layout .. bytes:sub(41) end
  return bytes:sub(1, 24) .. snapshot.put(snapshot.checksum(bytes), 8) .. bytes:sub(33)
end

local function feed(rt, graph, from)
  local event = graph.by_event.Tick
  for t = 1, 4 do rt:send(event, { time = from + 9 * t, x = t % 3 * 2, s = "MSFT" }) end
  rt:buffer(event, { time = from + 40, x = 4 })
end

local function sample(graph)
  local rt = graph:start()
  rt:symbol "text"
  feed(rt, graph, 0)
  return rt:snapshot()
end

local function changed(bytes, changes)
  for i = 1, #changes - 2, 3 do
    local at = (changes:byte(i) + 256 * changes:byte(i + 1)) % #bytes
    bytes = bytes:sub(1, at) .. changes:sub(i + 2, i + 2) .. bytes:sub(at + 2)
  end
  return bytes
end

-- What no instance has: a deadline that is past or none of `beat`'s grid, posts that wait for nothing, buffered work of which the
-- header says that there is none. What a forged one does is up to the backend.
local function is_sound(bytes)
  local read = snapshot.read(bytes)
  if read and read.post_count > 0 and not (read.has_now and read.held) then return false end
  for _, node in ipairs(read and not read.held and read.nodes or {}) do
    if bit.band(node.flags, 6) ~= 0 then return false end
  end
  for _, timer in ipairs(read and read.timers or {}) do
    local deadline = ffi.cast("int64_t", timer.next)
    if deadline ~= 0x7fffffffffffffffLL and (deadline % 10 ~= 0 or deadline < read.now) then return false end
  end
  return true
end

-- All backends on the same bytes: whether they accept them, and the snapshot that they then give.
local function restore_all(rts, graph, bytes)
  local accepted, first
  local sound = is_sound(bytes)
  for i, rt in ipairs(rts) do
    local ok, reason = rt:restore(bytes)
    if not ok then support.plain(reason) end
    if i > 1 and (ok and true or false) ~= accepted then error(("%s and table disagree: %s"):format(BACKENDS[i], tostring(reason)), 0) end
    accepted = ok and true or false
    local now = ok and rt:snapshot()
    if i > 1 and sound and now ~= first then error(BACKENDS[i] .. " has restored another state than table", 0) end
    first = now
  end
  if not accepted then return false end
  for i, rt in ipairs(rts) do
    local now = tonumber(rt:now())
    if now >= 0 and now < 1e15 and sound then feed(rt, graph, now) end
    local after = rt:snapshot()
    if i > 1 and sound and after ~= rts.after then error(BACKENDS[i] .. " goes on in another way than table", 0) end
    rts.after = after
    assert(rt:restore(first), "its own snapshot is refused")
    if sound and rt:snapshot() ~= first then error("restored again, another snapshot", 0) end
  end
  return true
end

function M.start()
  local graph = dofile "fuzz/held.lua"
  local seed, rts = sample(graph), {}
  for i, backend in ipairs(BACKENDS) do rts[i] = graph:start { backend = backend } end
  local migrate = require "flux.snapshot.migrate"
  local layout = seed:sub(33, 40)
  return function(bytes)
    local what, text = support.split(bytes)
    what = what % 4
    if what == 3 then text = changed(seed, text) end
    if what > 0 then text = repaired(text, what > 1 and layout or nil) end
    local accepted = restore_all(rts, graph, text)
    local read, reason = snapshot.read(text)
    if not read then support.plain(reason) end
    if accepted and not read then error("restored, but not read: " .. reason, 0) end
    local moved, report = migrate.run(text, rts[1].resolved)
    if not moved then support.plain(report) end
    if moved and not restore_all(rts, graph, moved) then error("migrated, but refused", 0) end
    return accepted and 1 or 0
  end
end

function M.seeds()
  local bytes = sample(dofile "fuzz/held.lua")
  return { "\0" .. bytes, "\1" .. bytes, "\2" .. bytes, "\3", "\3\200\1\7", "\1" .. bytes:gsub("double mean", "float  mean"),
    "\1" .. bytes:gsub("int32_t at", "int64_t at") }
end

return { snapshot = M }
