-- SPDX-License-Identifier: MIT
-- Damages audit files at random and reads them: whatever the bytes, the result is records or a plain reason, in every format.
--
--   local result = damage.run { seconds = 5, seed = 1 }      -- result.cases, result.failures = { text }, result.refused
--
-- Checksums are taken out or corrected now and then, so that the damage reaches what stands behind them.

local ffi = require "ffi"
local file = require "flux.audit.file"
local flux = require "flux"
local print_audit = require "flux.audit.print"
local snapshot = require "flux.snapshot"

local M = {}

local Tick = flux.event("Tick", "double price; int64_t time;", { time = "time" })
local Alarm = flux.event("Alarm", "symbol who; float level;")

local function graph()
  local g = flux.graph("damaged", { on_error = "skip", late = "reject" })
  local tick = g:node("tick", { state = "double price; bool up; int8_t small; uint64_t big;",
    on = { [Tick] = function(self, event) self.price, self.up, self.big = event.price, event.price > 4, 7ULL end } })
  local mean = g:node("mean", { state = "double w[3]; symbol who; float f;", every = "5ns", on_timer = function() return false end,
    inputs = { price = tick.price }, update = function(self, price, ctx)
      self.w[price] = price
      ctx.post(Alarm, { level = 2 })
    end })
  g:node("alarm", { state = "float level;", on = { [Alarm] = function(self, event) self.level = event.level end } })
  g:sink("mean", mean)
  return g
end

local function read(path)
  local f = assert(io.open(path, "rb"))
  local text = f:read("*a")
  f:close()
  return text
end

local function write(path, text)
  local f = assert(io.open(path, "wb"))
  f:write(text)
  f:close()
end

-- A complete file, and the memory of a ring that has wrapped.
local function samples(path)
  local rt = graph():start { audit = { level = "values", ring = { records = 512, full = "drop" } } }
  local writer = assert(file.create(path, rt.resolved))
  for t = 1, 12 do rt:send(Tick, { price = t % 5, time = t }) end
  rt:send(Tick, { price = 0, time = 3 })
  rt:reset()
  writer:close(rt.audit_ring)
  local whole = read(path)
  local ring = rt:audit { level = "nodes", ring = { records = 32 } }
  for t = 1, 12 do rt:send(Tick, { price = t % 5, time = t }) end
  return { whole, ffi.string(ring.raw, 96 + 32 * 32) }, rt.resolved
end

-- The checksum as it should be, of what the file is now.
local function corrected(bytes)
  local head = bytes:sub(1, 72) .. ("\0"):rep(8) .. bytes:sub(81, 96)
  local text = snapshot.get(bytes, 64, 4)
  local hash = snapshot.hash(head:sub(81), snapshot.hash(head:sub(1, 72)))
  hash = bit.bxor(snapshot.hash(bytes:sub(97, 96 + text), hash), snapshot.hash(bytes:sub(97 + text)))
  return bytes:sub(1, 72) .. snapshot.put(hash, 8) .. bytes:sub(81)
end

local function damaged(bytes)
  local function byte() return string.char(math.random(0, 255)) end
  for _ = 1, math.random(0, 4) do
    local at, what = math.random(1, #bytes), math.random(6)
    if what == 1 then bytes = bytes:sub(1, at - 1) end
    if what == 2 then bytes = bytes:sub(1, at - 1) .. byte() .. bytes:sub(at + 1) end
    if what == 3 then bytes = bytes:sub(1, at) .. bytes:sub(math.random(1, #bytes)) end
    if what == 4 then bytes = bytes:sub(1, at - 1) .. ("\255"):rep(8) .. bytes:sub(at + 8) end
    if what == 5 then -- a number of the header
      at = 8 + 4 * math.random(0, 21)
      local number = ({ 0, 1, 32, 2 ^ 31, 2 ^ 32 - 1, math.random(5000) })[math.random(6)]
      bytes = bytes:sub(1, at) .. snapshot.put(number, 4) .. bytes:sub(at + 5)
    end
    if what == 6 then bytes = bytes:sub(1, 24) .. snapshot.put(math.random(300), 8) .. bytes:sub(33) end
    if #bytes == 0 then return bytes end
  end
  local repair = math.random(3)
  if #bytes > 96 and repair == 1 then bytes = bytes:sub(1, 72) .. ("\0"):rep(8) .. bytes:sub(81) end
  if #bytes > 96 and repair == 2 and snapshot.get(bytes, 64, 4) < #bytes then bytes = corrected(bytes) end
  return bytes
end

-- Reads a file in a format; what it was refused for, or nil. What is no plain reason is raised.
local function look(path, resolved, format)
  local reader, reason = file.open(path, resolved)
  if not reader then return assert(reason:find(path, 1, true) == 1 and reason, reason) end
  local printer = print_audit[format](reader.known, function(text) assert(type(text) == "string") end)
  local ok, problem = pcall(function()
    for record, number in reader:records() do printer.record(record, number) end
    printer.finish()
  end)
  reader:close()
  if ok then return nil end
  return assert(type(problem) == "string" and problem:find("^" .. path:gsub("%p", "%%%0") .. ": record %d+ ") and problem, problem)
end

local FORMATS = { "text", "json", "chrome" }

---@param options { seconds: number, seed: integer }
---@return { cases: integer, refused: integer, failures: string[] }
function M.run(options)
  local path = os.tmpname()
  local list, resolved = samples(path)
  local result = { cases = 0, refused = 0, failures = {} }
  local deadline = os.time() + options.seconds
  for _, bytes in ipairs(list) do -- undamaged, they are read
    write(path, bytes)
    for _, format in ipairs(FORMATS) do assert(look(path, resolved, format) == nil) end
  end
  local seed = options.seed
  while os.time() < deadline and #result.failures < 5 do
    for _ = 1, 200 do
      math.randomseed(seed)
      write(path, damaged(list[math.random(#list)]))
      local ok, reason = pcall(look, path, math.random(2) == 1 and resolved or nil, FORMATS[math.random(3)])
      if not ok then result.failures[#result.failures + 1] = ("seed %d: %s"):format(seed, tostring(reason)) end
      if ok and reason then result.refused = result.refused + 1 end
      result.cases, seed = result.cases + 1, seed + 1
    end
  end
  os.remove(path)
  return result
end

return M
