-- SPDX-License-Identifier: MIT
-- Journals: a recording replays to the same bytes on every backend; a difference is named; what was torn off is reported.

local command = require "spec.support.command"
local exported = require "spec.support.exported"
local flux = require "flux"
local readers = require "flux.journal.reader"
local record = require "flux.journal.record"
local replay = require "flux.journal.replay"
local snapshot = require "flux.snapshot"

local BACKENDS = { "table", "luajit", "native" }
local Tick = flux.event("JournalTick", "double x; symbol s; int64_t time;", { time = "time" })
local Plain = flux.event("JournalPlain", "double x;")

-- Sums up, counts timers, posts, and fails at x = 9.
local function timed(factor)
  local g = flux.graph("journal", { on_error = "skip", capacity = 8 })
  local sum = g:node("sum", flux.kind("Sum", { params = "double factor;", state = "double total, w[4]; symbol last;",
    on = { [Tick] = function(self, event, ctx)
      self.total = self.total + self.factor * event.x
      self.w[event.x] = event.x
      self.last = event.s
      if event.x == 2 then ctx.post(Plain, { x = 0.5 }) end
    end, [Plain] = function(self, event) self.total = self.total + event.x end } }) { factor = factor or 1 })
  local beat = g:node("beat", { every = "10ns", state = "int32_t n;", on_timer = function(self) self.n = self.n + 1 end })
  g:sink("sum", sum)
  g:sink("beat", beat)
  return g
end

-- Reads both clocks.
local function clocked()
  local g = flux.graph "clocked"
  local a = g:node("a", { state = "int64_t now, wall; double x;", on = { [Plain] = function(self, event, ctx)
    self.now, self.wall, self.x = ctx.now, ctx.wall, event.x
  end } })
  g:sink("a", a)
  return g
end

local function run_timed(rt)
  for i = 1, 12 do rt:send(Tick, { x = i == 7 and 9 or i % 4, s = "S" .. i % 3, time = i * 7 }) end
  rt:buffer(Tick, { x = 3, s = "S9", time = 90 })
  rt:trigger()
  rt:advance(150)
  rt:send(Plain, { x = 1 })
  rt:stop()
end

local function recorded(graph, run, options, check)
  local path = exported.directory() .. "/journal"
  local rt = assert(record.start(graph, options or {}, { path = path, check = check }))
  run(rt)
  rt:close()
  return path
end

local function replayed(path, graph, backend, force)
  local reader = assert(readers.open(path))
  local result, reason = replay.run(reader, graph, { backend = backend, force = force })
  reader:close()
  return result, reason, reader
end

local function read(path)
  local file = assert(io.open(path, "rb"))
  local bytes = file:read("*a")
  file:close()
  return bytes
end

local function write(path, bytes)
  local file = assert(io.open(path, "wb"))
  file:write(bytes)
  file:close()
end

teardown(exported.remove)

describe("a journal", function()
  local path, bytes

  setup(function()
    path = recorded(timed(), run_timed)
    bytes = read(path)
  end)

  for _, backend in ipairs(BACKENDS) do
    it("is the same when recorded on " .. backend, function()
      assert.equal(bytes, read(recorded(timed(), run_timed, { backend = backend })))
    end)

    it("replays on " .. backend, function()
      local result = assert(replayed(path, timed(), backend))
      assert.is_nil(result.difference)
      assert.is_true(result.closed)
      assert.equal(17, result.entries)
      assert.is_true(result.rows > 20)
      assert.equal(15, result.rt.state.beat.n) -- every 10 ns after 7 up to 150
    end)

    it("says again what the clocks said, on " .. backend, function()
      local other = recorded(clocked(), function(rt)
        for i = 1, 5 do rt:send(Plain, { x = i }) end
      end, { backend = backend })
      for _, again in ipairs(BACKENDS) do
        local result = assert(replayed(other, clocked(), again))
        assert.is_nil(result.difference)
        assert.is_true(result.rt.state.a.wall > 1700000000000000000LL)
      end
    end)
  end

  it("replays a stop, what was misuse, and a new start", function()
    local path = recorded(timed(), function(rt)
      rt:send(Tick, { x = 1, time = 5 })
      assert.is_true(rt:stop())
      assert.is_false(pcall(rt.send, rt, Tick, { x = 2, time = 6 }))
      assert.is_true(rt:start())
      assert.is_false(pcall(rt.start, rt))
      rt:send(Tick, { x = 3, time = 25 })
      assert.equal(4, rt.state.sum.total)
    end)
    for _, backend in ipairs(BACKENDS) do
      local result = assert(replayed(path, timed(), backend))
      assert.is_nil(result.difference)
      assert.equal(6, result.entries)
      assert.equal(4, result.rt.state.sum.total)
      assert.equal(2, result.rt.state.beat.n) -- at 10 and at 20
    end
  end)

  it("does not let the recording change what a host sees", function()
    local seen = {}
    recorded(timed(), run_timed, { on = { beat = function(state) seen[#seen + 1] = state.n end } })
    assert.same({ 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 }, seen)
  end)

  it("keeps a snapshot that the run began with", function()
    local rt = timed():start()
    rt:send(Tick, { x = 1, s = "before", time = 5 })
    local other = recorded(timed(), run_timed, { restore = rt:snapshot() })
    assert.is_nil(assert(replayed(other, timed(), "native")).difference)
  end)

  it("keeps the errors of sinks and the events that they send", function()
    local inner
    local function on(state)
      if state.total == 1 then inner.rt:send(Plain, { x = 4 }) end
      if state.total > 7 then error("full", 0) end
    end
    inner = {}
    local other = recorded(timed(), function(rt)
      inner.rt = rt
      run_timed(rt)
    end, { on = { sum = on } })
    for _, backend in ipairs(BACKENDS) do assert.is_nil(assert(replayed(other, timed(), backend)).difference) end
  end)
end)

describe("a replay that differs", function()
  it("names the first cycle, the node, the field and both values", function()
    local path = recorded(timed(1), run_timed)
    local result, reason = replayed(path, timed(2))
    assert.is_nil(result)
    assert.truthy(reason:find("^the journal is of another graph: it was recorded with 'journal', hash %x+; this is 'journal', hash %x+$"))
    result = assert(replayed(path, timed(2), "luajit", true))
    assert.equal("cycle 1, entry 1 (event JournalTick): sink 'sum', field 'total': recorded 1, replayed 2", result.difference)
    assert.equal(17, result.entries) -- with force it goes on
  end)

  it("sees states that no sink shows", function()
    local function graph(bias)
      local g = flux.graph "hidden"
      g:node("a", flux.kind("Biased", { params = "double bias;", state = "double w[3];",
        on = { [Plain] = function(self, event) if event.x > 2 then self.w[1] = event.x + self.bias end end } }) { bias = bias })
      return g
    end
    local path = recorded(graph(0), function(rt) for i = 1, 5 do rt:send(Plain, { x = i }) end end)
    local result = assert(replayed(path, graph(0.25), "native", true))
    assert.equal("cycle 3, entry 3 (event JournalPlain): node 'a', field 'w[1]': recorded 3, replayed 3.25", result.difference)
  end)

  it("sees that a sink publishes less", function()
    local function graph(least)
      local g = flux.graph "less"
      local a = g:node("a", flux.kind("Least", { params = "double least;", state = "double x;",
        on = { [Plain] = function(self, event) if event.x < self.least then return false end end } }) { least = least })
      g:sink("a", a)
      return g
    end
    local path = recorded(graph(2), function(rt) for i = 1, 5 do rt:send(Plain, { x = i }) end end)
    assert.equal("cycle 2, entry 2 (event JournalPlain): sink 'a' published, which it does not in the replay",
      assert(replayed(path, graph(3), "table", true)).difference)
    assert.equal("cycle 1, entry 1 (event JournalPlain): sink 'a' publishes, which was not recorded",
      assert(replayed(path, graph(1), "table", true)).difference)
  end)

  -- The index of the array comes from the input; the script fails at 7.5 on a line of its own.
  it("is none when only the place of an error in the script, or the script's own, is another", function()
    local script = [[
local flux = require "flux"
local Tick = flux.event("Tick", "double x;")
local g = flux.graph("places", { on_error = "skip" })
g:sink("a", g:node("a", { state = "double w[3];", on = { [Tick] = function(self, event)
  self.w[event.x] = %s
end } }))
return g
]]
    local directory = exported.directory() .. "/a (b)"
    assert(os.execute("mkdir '" .. directory .. "'"))
    local here, there = exported.directory() .. "/places.lua", directory .. "/other.lua"
    write(here, script:format "1")
    write(there, "-- a line more\n" .. script:format "1")
    write(directory .. "/t.csv", "x\n1\n7.5\n2\n")
    local line = ("./flux run %s --quiet --input 'Tick=%s/t.csv' --record '%s/j' 2>&1"):format(here, directory, directory)
    local said = command(line).out
    assert.truthy(said:find("places.lua:4): " .. here .. ":5: index 7.5 is out of range: self.w has elements 0 … 2", 1, true), said)
    for _, backend in ipairs(BACKENDS) do
      local again = command(("./flux replay '%s/j' '%s' -b %s"):format(directory, there, backend))
      assert.same({ out = ("same: 4 entries, 3 cycles, 2 published, backend %s\n"):format(backend), err = "", status = 0 }, again)
    end
    write(there, "\n" .. script:gsub("event%.x%]", "event.x * event.x]"):format "1")
    local again = command(("./flux replay '%s/j' '%s' --force"):format(directory, there))
    assert.equal(1, again.status)
    local different = "^DIFFERS at cycle 2, entry 2 %(event Tick%): recorded .*index 7%.5 is out.*, replayed .*index 56%.25 is out of range"
    assert.truthy(again.out:find(different), again.out)
  end)

  it("is refused where an event type has other fields", function()
    local path = recorded(timed(), run_timed)
    local g = flux.graph "journal"
    local Other = flux.event("JournalTick", "double x; int64_t time;", { time = "time" })
    g:node("sum", { state = "double x;", on = { [Other] = function(self, event) self.x = event.x end } })
    local result, reason = replayed(path, g, "table", true)
    assert.is_nil(result)
    assert.equal("event type 'JournalTick' has other fields than when the journal was recorded", reason)
  end)
end)

describe("a journal that is not whole", function()
  it("replays what precedes the torn tail, wherever it is torn", function()
    local bytes = read(recorded(timed(), run_timed))
    local path = exported.directory() .. "/torn"
    local before = 0
    local first
    for cut = 16, #bytes - 1, 7 do
      write(path, bytes:sub(1, cut))
      local reader = readers.open(path)
      if reader then
        first = first or cut
        local result = assert(replay.run(reader, timed(), {}))
        assert.is_nil(result.difference)
        assert.is_true(reader.torn == nil or not reader.torn.damaged)
        assert.is_true(reader.frames >= before)
        before = reader.frames
        reader:close()
      end
    end
    assert.is_true(before > 40 and first < #bytes / 2)
  end)

  it("is never misread when a byte of it is wrong", function()
    local bytes = read(recorded(timed(), run_timed))
    local path = exported.directory() .. "/damaged"
    local noticed = 0
    for at = 1, #bytes, 23 do
      write(path, bytes:sub(1, at - 1) .. string.char((bytes:byte(at) + 128) % 256) .. bytes:sub(at + 1))
      local reader = readers.open(path)
      if not reader then
        noticed = noticed + 1
      else
        local result = replay.run(reader, timed(), {})
        assert.is_nil(result and result.difference)
        if reader.torn then noticed = noticed + 1 end
        reader:close()
      end
    end
    assert.equal(math.ceil(#bytes / 23), noticed)
  end)

  -- A frame's length decides where the next one begins: one that is wrong is not believed.
  it("is damaged when a bit of any length is wrong, also where that leads beyond the end of the file", function()
    local bytes = read(recorded(timed(), run_timed))
    local path = exported.directory() .. "/lengths"
    local at, frames = 16 + snapshot.get(bytes, 12, 4) + 8, 0
    while at < #bytes do
      local length = bytes:sub(at + 1, at + 4)
      for i = 0, 31 do
        local byte = length:byte(1 + math.floor(i / 8))
        local changed = string.char(bit.bxor(byte, bit.lshift(1, i % 8)))
        write(path, bytes:sub(1, at + math.floor(i / 8)) .. changed .. bytes:sub(at + 2 + math.floor(i / 8)))
        local reader = assert(readers.open(path))
        while reader:next() do end
        assert.same({ at = at, bytes = #bytes - at, damaged = true, text = "the checksum of a frame's length is wrong" }, reader.torn)
        assert.equal(frames, reader.frames)
        reader:close()
      end
      at, frames = at + 12 + snapshot.get(length, 0, 4), frames + 1
    end
    assert.is_true(frames > 40)
  end)

  it("is damaged when something stands behind its end", function()
    local path = recorded(timed(), run_timed)
    local bytes = read(path)
    for _, more in ipairs { "\n", ("\0"):rep(100), bytes } do
      write(path, bytes .. more)
      local reader = assert(readers.open(path))
      local result = assert(replay.run(reader, timed(), {}))
      assert.is_nil(result.difference)
      assert.is_true(result.closed)
      assert.same({ at = #bytes, bytes = #more, damaged = true, text = "the journal is complete and has something behind it" }, reader.torn)
      reader:close()
    end
  end)

  it("is refused when it is of an earlier version", function()
    local path = recorded(timed(), run_timed)
    local bytes = read(path)
    write(path, bytes:sub(1, 8) .. "\1\0\0\0" .. bytes:sub(13))
    assert.same({ nil, path .. ": the journal is of version 1, this is version 2" }, { readers.open(path) })
  end)

  it("keeps every completed frame of a recording that is killed", function()
    local failed = require("spec.support.kill_recording").run(6, exported.directory())
    assert.equal(0, failed)
  end)
end)

describe("the command line", function()
  local graph = "graphs/ladder.lua"

  it("records, replays on another backend, and reports an interrupted recording", function()
    local directory = exported.directory()
    local journal = directory .. "/ladder.journal"
    assert.equal(0, command(("./flux run %s --quiet --backend luajit --record %s"):format(graph, journal)).status)
    local again = command(("./flux replay %s %s --backend native"):format(journal, graph))
    assert.equal(0, again.status)
    assert.equal("same: 1,001 entries, 1,000 cycles, 627 published, backend native\n", again.out)
    write(journal, read(journal):sub(1, -400))
    again = command(("./flux replay %s %s 2>&1"):format(journal, graph))
    assert.equal(0, again.status)
    assert.truthy(again.out:find("the recording was interrupted", 1, true))
    again = command(("./flux replay %s %s --set fast.alpha=0.25 2>&1"):format(journal, graph))
    assert.equal(1, again.status)
    assert.truthy(again.out:find("the journal is of another graph", 1, true))
    assert.truthy(again.out:find(" (--force replays it all the same)\n", 1, true))
    again = command(("./flux replay %s graphs/sp500.lua --force"):format(journal))
    assert.same({ out = "", err = "flux: the graph has no event type 'Tick'\n", status = 1 }, again)
  end)

  it("goes on from a snapshot as if it had not stopped", function()
    local directory = exported.directory()
    local whole = command("./flux run graphs/ladder.lua --quiet").out
    command(("head -1 graphs/data/ladder.csv >%s/rest.csv; tail -n +402 graphs/data/ladder.csv >>%s/rest.csv"):format(directory, directory))
    local first = command(("./flux run %s --quiet --limit 400 --snapshot %s/state"):format(graph, directory)).out
    local rest = command(("./flux run %s --quiet --backend native --restore %s/state --input Tick=%s/rest.csv"):format(graph, directory,
      directory))
    assert.equal(0, rest.status)
    assert.equal(whole, first .. rest.out:gsub("^[^\n]*\n", "", 1))
    local other = command(("./flux run graphs/sp500.lua --quiet --restore %s/state 2>&1"):format(directory))
    assert.equal(1, other.status)
    assert.truthy(other.out:find("the snapshot is of another layout", 1, true))
    assert.equal("", command(("ls %s | grep part"):format(directory)).out)
  end)
end)
