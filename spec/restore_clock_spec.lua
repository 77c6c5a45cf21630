-- SPDX-License-Identifier: MIT
-- A graph on the host's clock that goes on from a snapshot: the snapshot brings the time, and the clock is read before it only for an
-- `init` that may ask. So what one backend has recorded replays on every other.

local flux = require "flux"
local readers = require "flux.journal.reader"
local record = require "flux.journal.record"
local replay = require "flux.journal.replay"

local BACKENDS = { "table", "luajit", "native" }
local E = flux.event("RestoreClock", "double x;")

local function graph(init)
  local g = flux.graph("clocked", { on_error = "rollback" })
  local e = g:node("e", { state = "double x; int64_t wall, now, fired, began;", init = init,
    on = { [E] = function(self, e, ctx)
      self.x, self.wall, self.now = e.x, ctx.wall, ctx.now
      ctx.after(1000000)
    end },
    on_timer = function(self) self.fired = self.fired + 1 end })
  g:sink("e", e)
  g:sink("beat", g:node("beat", { state = "int64_t n;", every = "1ms", on_timer = function(self) self.n = self.n + 1 end }))
  return g
end

-- A clock that goes on by 0.3 ms whenever it is read, and how often that was.
local function ticking(from)
  local reads = { count = 0 }
  return function()
    reads.count = reads.count + 1
    return from + reads.count * 300000LL
  end, reads
end

local CASES = {
  { "without an init", nil, 0 },
  { "with an init", function(self, ctx) self.began = ctx.now end, 1 },
}

describe("restoring on the host's clock", function()
  for _, case in ipairs(CASES) do
    local reads_before = case[3]

    it(("reads it %d times, %s, on every backend"):format(reads_before, case[1]), function()
      local g = graph(case[2])
      local first = g:start { clock = ticking(1000000LL) }
      for x = 1, 9 do first:send(E, { x = x }) end
      local bytes = first:snapshot()
      for _, backend in ipairs(BACKENDS) do
        local clock, reads = ticking(9000000LL)
        local rt, problem = g:start { backend = backend, clock = clock, restore = bytes }
        assert.is_nil(problem)
        assert.equal(reads_before, reads.count, backend)
        assert.equal(bytes, rt:snapshot(), backend)
      end
    end)

    it(("is recorded so that it replays %s, all nine pairs"):format(case[1]), function()
      local g = graph(case[2])
      local first = g:start { clock = ticking(1000000LL) }
      for x = 1, 9 do first:send(E, { x = x }) end
      local bytes, path = first:snapshot(), os.tmpname()
      for _, recorded in ipairs(BACKENDS) do
        local rt = assert(record.start(g, { backend = recorded, clock = ticking(9000000LL), restore = bytes }, { path = path }))
        for x = 1, 40 do assert(rt:send(E, { x = x })) end
        rt:close()
        for _, backend in ipairs(BACKENDS) do
          local reader = assert(readers.open(path))
          local result, refusal = replay.run(reader, g, { backend = backend })
          reader:close()
          assert.is_nil(refusal)
          assert.is_nil(result.difference, ("%s on %s"):format(recorded, backend))
          assert.equal(40, result.entries)
        end
      end
      os.remove(path)
    end)
  end
end)
