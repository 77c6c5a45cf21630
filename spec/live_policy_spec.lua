-- SPDX-License-Identifier: MIT
-- What becomes of rows that wait for others: --policy block, drop, conflate and burst, from the outside. A pipe into which one
-- write goes is read in one piece, so its rows wait together.
local command = require "spec.support.command"
local exported = require "spec.support.exported"

local root = io.popen("pwd"):read("*l")
local FLUX = ("luajit %s flux "):format(command.quoted(root .. "/lua/flux/cli/launch.lua"))

local GRAPH = [[
local flux = require "flux"
local Tick = flux.event("Tick", "int64_t time; symbol who; double price;", { time = "time" })
local Note = flux.event("Note", "double text; double wide[3];")
local g = flux.graph("policies")
local note = g:node("note", { state = "double text;", on = { [Note] = function(self, event) self.text = event.text end } })
local tick = g:node("tick", { state = "symbol who; double price; double cells[9];", on = { [Tick] = function(self, event)
  self.who, self.price = event.who, event.price
  self.cells[event.price] = 1
end } })
local sum = g:node("sum", { inputs = { tick = tick, note = flux.passive(note.text) }, state = "symbol who; double price; int64_t updates;",
  update = function(self, tick, note)
    self.who, self.price = tick.who, tick.price + note
    self.updates = self.updates + 1
  end })
g:sink("sum", sum)
return g
]]
local ROWS = "time,who,price\n10,A,1\n10,B,2\n15,A,3\n15,A,4\n20,B,5\n"

local function place()
  local directory = exported.directory()
  for name, text in pairs { ["g.lua"] = GRAPH, ["t.csv"] = ROWS } do
    local file = assert(io.open(directory .. "/" .. name, "wb"))
    file:write(text)
    file:close()
  end
  return directory
end

local function run(directory, line, input)
  return command((input and "cat %s | " or "%s"):format(input or "") .. FLUX .. "run g.lua " .. line, { directory = directory })
end

local function rows(...) return "sum,who,price,updates\nsum," .. table.concat({ ... }, "\nsum,") .. "\n" end

describe("--policy", function()
  teardown(exported.remove)

  it("burst: rows of one time are one cycle, from a file and from a pipe, on every backend", function()
    local directory = place()
    local expected = rows("B,2,1", "A,4,2", "B,5,3")
    for _, backend in ipairs { "table", "luajit", "native" } do
      for _, case in ipairs { { "-i Tick=t.csv" }, { "-i Tick=t.csv --realtime" }, { "-i Tick=-", "t.csv" },
                              { "-i Tick=- --realtime", "t.csv" } } do
        local result = run(directory, case[1] .. " --policy Tick=burst -b " .. backend, case[2])
        assert.equal(expected, result.out)
        assert.matches("\nflux: 5 rows in 3 bursts\n$", result.err)
      end
    end
  end)

  it("burst: a recording replays", function()
    local directory = place()
    assert.equal(0, run(directory, "-q -i Tick=t.csv --policy Tick=burst --record b.journal").status)
    -- Five rows, three triggers, stop.
    assert.matches("^same: 9 entries, ", command(FLUX .. "replay b.journal g.lua", { directory = directory }).out)
  end)

  it("conflate: the newest row of each key, in the place of the oldest; the counts say what became of the others", function()
    local directory = place()
    for _, backend in ipairs { "table", "native" } do
      local result = run(directory, "-i Tick=- --realtime --policy Tick=conflate:who -b " .. backend, "t.csv")
      assert.equal(rows("A,4,1", "B,5,2"), result.out)
      assert.matches("\nflux: Tick %(conflate%): 5 rows taken, 2 delivered, 3 conflated, 0 dropped, 0 blocked\n$", result.err)
    end
    assert.equal(rows("B,5,1"), run(directory, "-q -i Tick=- --realtime --policy Tick=conflate", "t.csv").out)
  end)

  it("drop: what finds no room is gone, and counted", function()
    local result = run(place(), "-i Tick=- --realtime --policy Tick=drop --inbox 2", "t.csv")
    assert.equal(rows("A,1,1", "B,2,2"), result.out)
    assert.matches("\nflux: Tick %(drop%): 2 rows taken, 2 delivered, 0 conflated, 3 dropped, 0 blocked\n$", result.err)
  end)

  it("block: rows wait outside of a full inbox, and none is lost", function()
    local line = "-i Tick=- --realtime --policy Tick=block --policy Note=drop --inbox 2"
    local result = run(place(), line, "t.csv")
    assert.equal(rows("A,1,1", "B,2,2", "A,3,3", "A,4,4", "B,5,5"), result.out)
    assert.matches("\nflux: Tick %(block%): 5 rows taken, 5 delivered, 0 conflated, 0 dropped, 2 blocked\n", result.err)
  end)

  it("names the row of an event that waited and failed", function()
    local directory = place()
    local file = assert(io.open(directory .. "/bad.csv", "wb"))
    file:write("time,who,price\n1,A,1\n2,B,9\n")
    file:close()
    local result = run(directory, "-q -i Tick=- --realtime --policy Tick=drop", "bad.csv")
    assert.equal(1, result.status)
    assert.matches("index 9 is out of range: [^\n]* %(at standard input:3%)\n$", result.err)
  end)

  it("is refused where it says nothing", function()
    local directory = place()
    for line, message in pairs {
      ["--policy Tick=drop"] = "it needs --realtime",
      ["--realtime --policy Tick=conflate:who"] = "drop and conflate are for pipes and sockets",
      ["--realtime --policy Tick=conflate:whom"] = "event Tick has no field 'whom' (did you mean 'who'?)",
      ["--realtime --policy Note=conflate:wide"] = "a key has at most 16 bytes",
      ["--policy Tick=shed"] = "expected block, drop, conflate, conflate:FIELD or burst",
      ["--policy Tick=burst:who"] = "expected block, drop, conflate, conflate:FIELD or burst",
      ["--policy Note=burst"] = "event Note has no time",
      ["--policy Tack=burst"] = "--policy: graph 'policies' handles no event 'Tack'",
      ["--policy Tick=burst --policy Tick=block"] = "event Tick has a policy already",
      ["--policy Tick=burst --inbox 5"] = "--inbox needs --policy EVENT=drop or EVENT=conflate",
    } do
      local result = run(directory, "-q -i Tick=t.csv " .. line)
      assert.equal(2, result.status, line)
      assert.matches(message:gsub("%p", "%%%0"), result.err)
    end
  end)
end)
