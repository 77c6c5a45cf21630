-- SPDX-License-Identifier: MIT
-- flux run from the outside: what it prints, where, and its exit status.
local command = require "spec.support.command"

local root = io.popen("pwd"):read("*l")
local RUN = ("luajit %s "):format(command.quoted(root .. "/run"))

-- A directory with the given files; removed after the spec.
local function directory(files)
  local path = os.tmpname()
  os.remove(path)
  assert(os.execute("mkdir " .. path))
  for name, text in pairs(files) do
    local file = assert(io.open(path .. "/" .. name, "wb"))
    file:write(text)
    file:close()
  end
  finally(function() os.execute("rm -rf " .. path) end)
  return path
end

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

-- Two event types, a settings event without a time, a timer, a parameter, flux.End.
local GRAPH = [[
local flux = require "flux"
local Tick = flux.event("Tick", "int64_t time; symbol who; double price;", { time = "time" })
local Fee = flux.event("Fee", "int64_t at; double fee;", { time = "at" })
local Setup = flux.event("Setup", "double base;")
local Scale = flux.kind("Scale", { params = "double by = 2;", state = "double value;",
  update = function(self, x) self.value = x * self.by end })
local g = flux.graph("shop")
local setup = g:node("setup", { state = "double base;", on = { [Setup] = function(self, event) self.base = event.base end } })
local tick = g:node("tick", { inputs = { base = flux.passive(setup.base) }, state = "int64_t time; symbol who; double price;",
  on = { [Tick] = function(self, event, base)
    self.time, self.who, self.price = event.time, event.who, event.price + base
  end } })
local fee = g:node("fee", { state = "double fee;", on = { [Fee] = function(self, event) self.fee = event.fee end } })
local scale = g:node("scale", Scale { x = tick.price })
local clock = g:node("clock", { state = "int64_t at;", every = "100ns", on_timer = function(self, ctx) self.at = ctx.now end })
local last = g:node("last", { state = "bool done;", on = { [flux.End] = function(self, event) self.done = true end } })
g:sink("tick", tick)
g:sink("fee", fee)
g:sink("clock", clock)
g:sink("last", last)
return g
]]
local TICKS = "time,who,price\n10,MSFT,1\n20,\"A, \"\"B\"\"\",2.5\n150,MSFT,0.1\n"
local FEES = "at,fee\n20,7\n5,8\n"

local function shop() return directory { ["shop.lua"] = GRAPH, ["t.csv"] = TICKS, ["f.csv"] = FEES, ["s.csv"] = "base\n1\n" } end

describe("flux run", function()
  it("runs a graph on its default inputs, from any directory", function()
    for _, place in ipairs { root, "/", "/tmp" } do
      local result = command(RUN .. root .. "/graphs/hello.lua --quiet", { directory = place })
      assert.same({ out = "jump,above\njump,2\njump,1.8125\n", err = "", status = 0 }, result)
    end
  end)

  it("prints a summary on stderr", function()
    local result = command(RUN .. "graphs/hello.lua")
    assert.matches("^flux: 8 events %(8 rows read%), 8 cycles; published 2 jump; %d+%.%d%d%d s, [%d,]+ events/s, backend table\n$",
      result.err)
  end)

  it("prints each sink's rows behind its name, merged by time, then the timers up to --until, then End", function()
    local result = command(RUN .. "shop.lua -q -i Tick=t.csv -i Fee=f.csv -i Setup=s.csv --until 300", { directory = shop() })
    assert.equal("", (result.err:gsub("^flux: f.csv:3: time goes back [^\n]*\n", "")))
    assert.equal(table.concat({ "tick,time,who,price", "tick,10,MSFT,2", 'tick,20,"A, ""B""",3.5', "fee,fee", "fee,7", "fee,8",
      "clock,at", "clock,100", "tick,150,MSFT,1.1", "clock,200", "clock,300", "last,done", "last,true", "" }, "\n"), result.out)
    assert.equal(0, result.status)
  end)

  it("gives ties to the input that was given first", function()
    local result = command(RUN .. "shop.lua -q -i Fee=f.csv -i Tick=t.csv", { directory = shop() })
    assert.matches('^tick,time,who,price\ntick,10,MSFT,1\nfee,fee\nfee,7\nfee,8\ntick,20,"A, ""B""",2.5\n', result.out)
  end)

  it("says where an input is not in order", function()
    local result = command(RUN .. "shop.lua -i Fee=f.csv", { directory = shop() })
    assert.matches("flux: f.csv:3: time goes back from 1970%-01%-01T00:00:00.00000002Z to 1970%-01%-01T00:00:00.000000005Z", result.err)
    assert.matches("1 late events accepted", result.err)
  end)

  it("gives the same output on every backend", function()
    local place = shop()
    local outputs = {}
    for _, backend in ipairs { "table", "luajit", "native" } do
      local result = command(RUN .. "shop.lua -q -i Tick=t.csv -i Fee=f.csv --until 1000 -b " .. backend, { directory = place })
      assert.equal(0, result.status, result.err)
      outputs[#outputs + 1] = result.out
    end
    assert.equal(outputs[1], outputs[2])
    assert.equal(outputs[1], outputs[3])
  end)

  it("stops at --limit and --until", function()
    local place = shop()
    assert.equal("tick,time,who,price\ntick,10,MSFT,1\nlast,done\nlast,true\n",
      command(RUN .. "shop.lua -q -i Tick=t.csv -n 1", { directory = place }).out)
    assert.equal("tick,time,who,price\ntick,10,MSFT,1\nlast,done\nlast,true\n",
      command(RUN .. "shop.lua -q -i Tick=t.csv --until 19", { directory = place }).out)
    -- Timers run strictly after the time that is set first (S14): here 10, or 100 itself.
    assert.equal("tick,time,who,price\ntick,10,MSFT,1\nclock,at\nclock,100\nlast,done\nlast,true\n",
      command(RUN .. "shop.lua -q -i Tick=t.csv -n 1 --until 100", { directory = place }).out)
    assert.equal("last,done\nlast,true\n", command(RUN .. "shop.lua -q --until 100", { directory = place }).out)
  end)

  it("prints nodes whenever they are dirty, with the parameters that --set gave", function()
    local place = shop()
    local result = command(RUN .. "shop.lua -q -i Tick=t.csv --print scale --set scale.by=10 --now", { directory = place })
    assert.same({ out = "scale,now,value\nscale,10,10\nscale,20,25\nscale,150,1\n", err = "", status = 0 }, result)
  end)

  it("writes sinks to files that can be read back", function()
    local place = shop()
    assert.same({ out = "", err = "", status = 0 }, command(RUN .. "shop.lua -q -i Tick=t.csv -o tick=o.csv", { directory = place }))
    assert.equal('time,who,price\n10,MSFT,1\n20,"A, ""B""",2.5\n150,MSFT,0.1\n', read(place .. "/o.csv"))
    assert.equal(0, command(RUN .. "shop.lua -q -i Tick=o.csv -o tick=again.csv", { directory = place }).status)
    assert.equal(read(place .. "/o.csv"), read(place .. "/again.csv"))
    assert.equal("at\n100\n", command(RUN .. "shop.lua -q -i Tick=t.csv -o clock=-", { directory = place }).out)
  end)

  it("never writes over what it reads", function()
    local place = shop()
    os.execute(("cd %s && mkdir d && ln -s ../t.csv d/link.csv && ln t.csv hard.csv"):format(place))
    for _, options in ipairs { "-o tick=t.csv", "-o tick=./t.csv", "-o tick=d/link.csv", "-o tick=hard.csv", "-o tick=shop.lua",
                               "--record t.csv", "--snapshot t.csv", "-o tick=x.csv --record x.csv", "-o fee=" .. place .. "/t.csv" } do
      local result = command(RUN .. "shop.lua -q -i Tick=t.csv " .. options, { directory = place })
      assert.same({ 2, "" }, { result.status, result.out }, options)
      assert.matches("^flux: %-%-[%a]+ .*write ", result.err)
    end
    assert.equal(TICKS, read(place .. "/t.csv"))
    assert.equal(GRAPH, read(place .. "/shop.lua"))
    local default = directory { ["g.lua"] = GRAPH:gsub("return g\n", 'g:default_input(Tick, "t.csv")\nreturn g\n'), ["t.csv"] = TICKS }
    local result = command(RUN .. "g.lua -q -o tick=t.csv", { directory = default })
    assert.equal(2, result.status)
    assert.matches("would write over [^\n]*t.csv, which the default input reads", result.err)
    assert.equal(TICKS, read(default .. "/t.csv"))
  end)

  it("reads standard input and JSON Lines", function()
    local place = directory { ["shop.lua"] = GRAPH, ["t.jsonl"] = '{"time":3,"who":"x","price":2}\n' }
    assert.equal("tick,time,who,price\ntick,10,MSFT,1\nlast,done\nlast,true\n",
      command(RUN .. "shop.lua -q -i Tick=- -n 1", { directory = place, input = TICKS }).out)
    assert.equal("tick,time,who,price\ntick,3,x,2\nlast,done\nlast,true\n",
      command(RUN .. "shop.lua -q -i Tick=t.jsonl", { directory = place }).out)
  end)

  it("shows what came of a live stream before it waits for more", function()
    local place = shop()
    local out = place .. "/out"
    os.execute(("mkfifo %s/pipe; cd %s; %s shop.lua -q -i Tick=- <pipe >out & exec 3>%s/pipe; printf 'time,who,price\\n10,a,1\\n' >&3; " ..
      "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do test -s %s && break; sleep 0.2; done; cp %s %s/seen; exec 3>&-; wait"):format(
      place, place, RUN, place, out, out, place))
    assert.equal("tick,time,who,price\ntick,10,a,1\n", read(place .. "/seen"))
    assert.equal("tick,time,who,price\ntick,10,a,1\nlast,done\nlast,true\n", read(out))
  end)

  it("counts late events that the graph refuses", function()
    local place = directory { ["shop.lua"] = GRAPH:gsub('graph%("shop"%)', 'graph("shop", { late = "reject" })'), ["f.csv"] = FEES }
    local result = command(RUN .. "shop.lua -i Fee=f.csv", { directory = place })
    assert.equal(0, result.status)
    assert.equal("fee,fee\nfee,7\nlast,done\nlast,true\n", result.out)
    assert.matches("1 late events refused", result.err)
  end)

  it("fails with status 1 and the reason when a row is bad, or skips it on request", function()
    local place = directory { ["shop.lua"] = GRAPH, ["t.csv"] = "time,who,price\n1,a,1\n2,a,abc\n3,a,3\n" }
    local result = command(RUN .. "shop.lua -q -i Tick=t.csv", { directory = place })
    assert.same({ out = "tick,time,who,price\ntick,1,a,1\n", status = 1,
      err = 'flux: t.csv:3:5: column \'price\': expected a number, got "abc"\n' }, result)
    local summary = command(RUN .. "shop.lua -i Tick=t.csv", { directory = place }).err
    assert.matches("^flux: 1 events %(1 rows read%), 1 cycles; published 1 tick,", summary)
    result = command(RUN .. "shop.lua -i Tick=t.csv --on-bad-row skip -o tick=-", { directory = place })
    assert.equal("time,who,price\n1,a,1\n3,a,3\n", result.out)
    assert.equal(0, result.status)
    assert.matches("^flux: t.csv: 1 bad row skipped; the first: t.csv:3:5: column 'price'", result.err)
    assert.matches("3 rows read, 1 skipped", result.err)
  end)

  it("reports a callback's error with graph, node, line and row", function()
    local graph = [[
local flux = require "flux"
local E = flux.event("E", "double x;")
local g = flux.graph("bad", { on_error = "POLICY" })
local n = g:node("n", { state = "double v; double w[2];", on = { [E] = function(self, event)
  self.v = event.x
  self.w[self.v] = 1
end } })
g:sink("n", n)
return g
]]
    local data = "x\n0\n2\n1\n"
    local stop, skip = graph:gsub("POLICY", "stop"), graph:gsub("POLICY", "skip")
    local place = directory { ["bad.lua"] = stop, ["skip.lua"] = skip, ["e.csv"] = data }
    local result = command(RUN .. "bad.lua -q -i E=e.csv", { directory = place })
    assert.equal(1, result.status)
    assert.equal("n,v,w[0],w[1]\nn,0,1,0\n", result.out)
    assert.matches("^flux: graph 'bad', cycle 2, event E, node 'n', on E .*bad.lua:6.* %(at e.csv:3%)\n$", result.err)
    result = command(RUN .. "skip.lua -i E=e.csv", { directory = place })
    assert.equal(0, result.status)
    assert.equal("n,v,w[0],w[1]\nn,0,1,0\nn,1,1,1\n", result.out)
    assert.matches("1 cycle ended in an error", result.err)
  end)

  it("fails with status 1 for files that are not there or are no graph", function()
    local place = directory { ["no.lua"] = "return 5", ["syntax.lua"] = "return return",
                              ["raise.lua"] = "\nerror({ 1 })", ["module.lua"] = 'require "flux.foo"',
                              ["other.lua"] = 'require "foo"', ["known.lua"] = 'require "cjson.nothing"',
                              ["wrong.lua"] = 'require("flux").event("E", "dbl x;")' }
    assert.same({ out = "", err = "flux: cannot open the graph nowhere.lua: no such file\n", status = 1 },
      command(RUN .. "nowhere.lua", { directory = place }))
    assert.same({ out = "", status = 1,
      err = "flux: no.lua: a graph script ends with `return g`, the graph that flux.graph made; this one returns a number\n" },
      command(RUN .. "no.lua", { directory = place }))
    assert.matches("^flux: syntax.lua:1:8: ", command(RUN .. "syntax.lua", { directory = place }).err)
    assert.matches("^flux: wrong.lua:1: ", command(RUN .. "wrong.lua", { directory = place }).err)
    assert.equal("flux: raise.lua:2: the script raised a table without a message; raise a text\n",
      command(RUN .. "raise.lua", { directory = place }).err)
    assert.equal("flux: module.lua:1: module 'flux.foo' not found (flux has no such module, or this checkout is not complete)\n",
      command(RUN .. "module.lua", { directory = place }).err)
    assert.equal("flux: other.lua:1: module 'foo' not found\n", command(RUN .. "other.lua", { directory = place }).err)
    assert.equal("flux: known.lua:1: module 'cjson.nothing' not found (./flux installs what is missing)\n",
      command(RUN .. "known.lua", { directory = place }).err)
    local result = command(RUN .. "graphs/hello.lua -i Tick=/nowhere.csv")
    assert.same({ out = "", err = "flux: /nowhere.csv: cannot open: No such file or directory\n", status = 1 }, result)
  end)

  it("ends with status 2 and what to write instead when the command line is wrong", function()
    local function usage(arguments)
      local result = command(RUN .. arguments)
      assert.equal(2, result.status, arguments .. result.err)
      assert.equal("", result.out)
      return result.err
    end
    assert.matches("missing argument 'graph'\nflux: try `flux run %-%-help`", usage "")
    assert.matches("unknown option '%-%-nope'", usage "graphs/hello.lua --nope")
    assert.matches("graph 'hello' handles no event 'Trade'; it handles: Tick", usage "graphs/hello.lua -i Trade=x.csv")
    assert.matches("expected NAME=VALUE", usage "graphs/hello.lua -i Tick")
    assert.matches("has no node 'nope'; it has: tick, mean, jump", usage "graphs/hello.lua --print nope")
    assert.matches("has no sink 'nope'; it has: jump", usage "graphs/hello.lua --output nope=-")
    assert.matches("%-%-set mean.alpha=2: .*no param 'alpha'", usage "graphs/hello.lua --set mean.alpha=2")
    assert.matches("not a time: neither ISO 8601 nor an integer", usage "graphs/hello.lua --until soon")
    for _, count in ipairs { "-1", "1.5", "x" } do
      local shown = count:gsub("%p", "%%%0")
      assert.matches("%-%-limit: expected a count %(0, 1, 2 …%), got '" .. shown .. "'", usage("graphs/hello.lua --limit " .. count))
    end
    assert.matches("%-%-print mean,mean: node 'mean' is named twice\n", usage "graphs/hello.lua --print mean,mean")
    assert.matches("must be one of 'table', 'luajit', 'native'", usage "graphs/hello.lua -b java")
  end)
end)

describe("flux", function()
  local FLUX = ("luajit %s flux "):format(command.quoted(root .. "/lua/flux/cli/launch.lua"))

  it("lists its commands, and explains each", function()
    local result = command(FLUX .. "--help")
    assert.equal(0, result.status)
    for _, name in ipairs { "run", "check", "verify", "test", "bench", "fuzz" } do
      assert.matches("\n  " .. name .. " +%a", result.out)
      local help = command(FLUX .. name .. " --help")
      assert.equal(0, help.status, help.err)
      assert.matches("^Usage: flux " .. name, help.out)
    end
    assert.matches("^flux %d+%.%d+%.%d+\n$", command(FLUX .. "--version").out)
  end)

  it("does not know other commands, and says which it has", function()
    local result = command(FLUX .. "rnu graphs/hello.lua")
    assert.equal(2, result.status)
    assert.matches("^flux: unknown command 'rnu' %(did you mean 'run'%?%)\nflux: commands: run, check", result.err)
    assert.equal(2, command(FLUX).status)
  end)
end)
