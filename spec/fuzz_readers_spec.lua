-- SPDX-License-Identifier: MIT
-- Whatever reads bytes from outside, on the inputs that fuzz/ keeps and on damaged ones; `flux fuzz readers --seconds N` makes up more.

local command = require "spec.support.command"
local exported = require "spec.support.exported"
local readers = dofile "fuzz/readers.lua"

-- The inputs that once were findings.
local function kept(name)
  local list = {}
  for path in command(("ls -d fuzz/corpus/%s/* 2>/dev/null"):format(name)).out:gmatch "[^\n]+" do
    local file = assert(io.open(path, "rb"))
    list[#list + 1] = file:read "*a"
    file:close()
  end
  return list
end

-- A byte of it changed, or a piece of it gone; by a fixed rule, not by chance.
local function damaged(bytes, round)
  local at = 1 + (round * 7919) % #bytes
  if round % 3 == 0 then return bytes:sub(1, at) end
  if round % 3 == 1 then return bytes:sub(1, at - 1) .. string.char((bytes:byte(at) + 1 + round) % 256) .. bytes:sub(at + 1) end
  return bytes:sub(1, at) .. bytes:sub(math.min(#bytes, at + round))
end

describe("a reader", function()
  for _, name in ipairs(readers.names) do
    it("of " .. name .. " reads its seeds, and reads or refuses the rest with a reason", function()
      local read, seeds = readers[name].start(), readers[name].seeds()
      local accepted = 0
      for _, bytes in ipairs(seeds) do
        if read(bytes) > 0 then accepted = accepted + 1 end
      end
      assert.is_true(accepted * 2 >= #seeds, ("only %d of %d are accepted"):format(accepted, #seeds))
      for _, bytes in ipairs(kept(name)) do read(bytes) end
      for round = 1, 60 do read(damaged(seeds[1 + round % #seeds], round)) end
      read ""
    end)
  end

  it("that is C survives the same under sanitizers", function()
    if not exported.has "clang" then return end
    local result = command "./flux fuzz readers --seconds 1 --only core_snapshot,core_plan,export_restore,export_keyed,driver_csv"
    assert.equal(0, result.status, result.out .. result.err)
    assert.is_true(tonumber(result.out:match "(%d+) executions, 0 findings") > 30, result.out)
  end)
end)

describe("what was found", function()
  local snapshot = require "flux.snapshot"

  it("refuses a snapshot whose text is not that of its layout's hash, on every backend", function()
    for _, backend in ipairs { "table", "luajit", "native" } do
      local graph = dofile "fuzz/held.lua"
      local rt = graph:start { backend = backend }
      local bytes = rt:snapshot()
      local forged = bytes:sub(1, 104) .. "nodf" .. bytes:sub(109)
      forged = forged:sub(1, 24) .. snapshot.put(snapshot.checksum(forged), 8) .. forged:sub(33)
      local ok, reason = rt:restore(forged)
      assert.is_nil(ok)
      assert.equal(backend == "native" and "the snapshot is damaged" or "the snapshot's text is not that of its layout", reason)
      assert.equal(bytes, rt:snapshot())
    end
  end)

  -- LuaJIT keeps nil, true and the like as NaNs of certain bits: all ones are nil.
  it("makes every NaN that comes from outside the one NaN", function()
    local held = dofile "fuzz/held.lua"
    local bytes = held:start():snapshot()
    local text = snapshot.get(bytes, 40, 4)
    local at = 104 + text + 6 -- the first value: tick.x; then s, up, half
    local forged = bytes:sub(1, at) .. ("\255"):rep(8) .. bytes:sub(at + 9, at + 13) .. ("\255"):rep(4) .. bytes:sub(at + 18)
    forged = forged:sub(1, 24) .. snapshot.put(snapshot.checksum(forged), 8) .. forged:sub(33)
    for _, backend in ipairs { "table", "luajit", "native" } do
      local rt = held:start { backend = backend }
      assert.is_true(rt:restore(forged))
      assert.equal("nan nan", ("%s %s"):format(rt.state.tick.x, rt.state.tick.half):gsub("-", ""), backend)
      local again = rt:snapshot()
      assert.equal("\0\0\0\0\0\0\248\127", again:sub(at + 1, at + 8))
      assert.equal("\0\0\192\127", again:sub(at + 14, at + 17))
    end
    local describe = require "flux.journal.describe"
    assert.equal("nan", describe.value(("\255"):rep(8), "double"))
    assert.equal("nan", describe.value(("\255"):rep(4), "float"))
    assert.equal("-inf", describe.value("\0\0\0\0\0\0\240\255", "double"))
  end)

  it("drops waiting posts for which a changed graph has no place", function()
    local flux = require "flux"
    local In, Out = flux.event("FoundIn", "double x;"), flux.event("FoundOut", "double x;")
    local function graph(capacity, posts)
      local g = flux.graph("posts", { capacity = capacity })
      local update = posts and function(self, event, ctx)
        self.x = event.x
        ctx.post(Out, { x = event.x })
      end or function(self, event) self.x = event.x end
      g:node("a", { state = "double x;", on = { [In] = update } })
      g:node("b", { state = "double x;", on = { [Out] = function(self, event) self.x = event.x end } })
      return g
    end
    local old = graph(4, true):start()
    for i = 1, 3 do old:buffer(In, { x = i }) end
    local migrate = require "flux.snapshot.migrate"
    local new = graph(2, true):start()
    local bytes, report = migrate.run(old:snapshot(), new.resolved)
    assert.same({ "1 waiting posts for which the queue has no place" }, report.dropped)
    assert.is_true(new:restore(bytes))
    local none = graph(nil, false):start()
    bytes, report = migrate.run(old:snapshot(), none.resolved)
    assert.same({ "3 waiting posts for which the queue has no place" }, report.dropped)
    assert.is_true(none:restore(bytes))
  end)

  it("refuses a frame of a journal that is too short for what it says it is", function()
    local journal = require "flux.journal"
    local head = { events = { { size = 8 } }, sinks = { {} } }
    local function of(name, payload) return journal.malformed(head, journal.CODE[name], payload) end
    assert.equal("a frame 'event' has 0 bytes and should have at least 2", of("event", ""))
    assert.equal("a frame 'buffer' has 3 bytes and should have 10", of("buffer", "\0\0x"))
    assert.equal("a frame 'inner' is of event type 1, of which there are 1", of("inner", "\1\0" .. ("x"):rep(8)))
    assert.equal("a frame 'output' is of sink 9, of which there are 1", of("output", "\9" .. ("\0"):rep(10)))
    assert.equal("a frame 'result' is shorter than its text", of("result", ("\0"):rep(17) .. "\5\0abc"))
    assert.equal("a frame 'clock' has 9 bytes and should have 8", of("clock", ("\0"):rep(9)))
    assert.equal("a frame 'symbol' holds no text", of("symbol", ""))
    assert.equal("there is no frame of code 200", journal.malformed(head, 200, ""))
    assert.is_nil(of("event", "\0\0" .. ("x"):rep(8)))
    assert.is_nil(of("restore", "anything"))
  end)
end)
