-- SPDX-License-Identifier: MIT
-- Live runs: rows that arrive on standard input or a socket, or are paced by their own times; how a signal ends them. Nothing here
-- asks how long something takes: a step waits for what the one before it has written.
local command = require "spec.support.command"
local exported = require "spec.support.exported"

local root = io.popen("pwd"):read("*l")
local FLUX = ("luajit %s flux "):format(command.quoted(root .. "/lua/flux/cli/launch.lua"))
local CLIENT = ("luajit %s "):format(command.quoted(root .. "/spec/support/socket_client.lua"))

local GRAPH = [[
local flux = require "flux"
local Tick = flux.event("Tick", "int64_t time; symbol who; double price;", { time = "time" })
local Fee = flux.event("Fee", "double fee;")
local g = flux.graph("live")
local fee = g:node("fee", { state = "double fee;", on = { [Fee] = function(self, event) self.fee = event.fee end } })
local tick = g:node("tick", { inputs = { fee = flux.passive(fee.fee) }, state = "int64_t time; symbol who; double price;",
  on = { [Tick] = function(self, event, fee)
    self.time, self.who, self.price = event.time, event.who, event.price + fee
  end } })
local clock = g:node("clock", { inputs = { price = flux.passive(tick.price) }, state = "int64_t at; double price;", every = "10ms",
  on_timer = function(self, ctx, price) self.at, self.price = ctx.now, price end })
local last = g:node("last", { state = "bool done;", on = { [flux.End] = function(self) self.done = true end } })
g:sink("tick", tick)
g:sink("clock", clock)
g:sink("last", last)
return g
]]
-- Times in ns: 1 ms, 2 ms, 25 ms, 31 ms.
local ROWS = { "1000000,A,1", '2000000,"B, ""b""",2', "25000000,A,3", "31000000,C,4" }
local CSV = "time,who,price\n" .. table.concat(ROWS, "\n") .. "\n"
local JSONL = '{"time":1000000,"who":"A","price":1}\n{"time":2000000,"who":"B, \\"b\\"","price":2}\n' ..
  '{"time":25000000,"who":"A","price":"3"}\n{"price":4,"who":"C","time":"31000000"}\n'
-- Worked by hand: the timer fires at 10, 20 and 30 ms.
local PRINTED = table.concat({ "tick,time,who,price", "tick,1000000,A,1", 'tick,2000000,"B, ""b""",2', "clock,at,price", "clock,10000000,2",
  "clock,20000000,2", "tick,25000000,A,3", "clock,30000000,3", "tick,31000000,C,4", "last,done", "last,true", "" }, "\n")

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

local function place(files)
  local directory = exported.directory()
  write(directory .. "/g.lua", GRAPH)
  write(directory .. "/t.csv", CSV)
  for name, text in pairs(files or {}) do write(directory .. "/" .. name, text) end
  return directory
end

-- Shell functions: RUN starts flux in the background; SEEN n: until the output has n lines; END: a signal, and the status.
local SHELL = ([[
RUN() { rm -f out err; %s run g.lua "$@" >out 2>err & pid=$!; }
WAIT() { tries=0; until "$@"; do kill -0 $pid && [ $((tries += 1)) -lt 1500 ] || { echo gave up; break; }; sleep 0.02
  done 2>/dev/null; }
HAS() { [ "$(cat out | wc -l)" -ge "$1" ]; }
SEEN() { WAIT HAS "$1"; }
THERE() { WAIT test -S "$1"; }
END() { kill -"$1" $pid; wait $pid; echo $?; }
SEND() { %s "$@"; }
]]):format(FLUX, CLIENT)

local function shell(directory, script)
  write(directory .. "/steps", SHELL .. script)
  return command("sh ./steps", { directory = directory })
end

local function output(directory, name)
  local file = assert(io.open(directory .. "/" .. (name or "out"), "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

describe("a live run", function()
  teardown(exported.remove)

  it("paces the rows of a file, and prints what a plain run prints", function()
    local directory = place()
    local plain = command(FLUX .. "run g.lua -q -i Tick=t.csv", { directory = directory })
    assert.same({ out = PRINTED, err = "", status = 0 }, plain)
    for _, backend in ipairs { "table", "luajit", "native" } do
      for _, more in ipairs { "", " --speed 1000", " --speed 0.5" } do
        local paced = command(FLUX .. "run g.lua -q -i Tick=t.csv --realtime -b " .. backend .. more, { directory = directory })
        assert.same(plain, paced)
      end
    end
  end)

  it("paces the timers up to --until", function()
    local result = command(FLUX .. "run g.lua -q -i Tick=t.csv --realtime --until 52000000", { directory = place() })
    assert.equal((PRINTED:gsub("last,done", "clock,40000000,4\nclock,50000000,4\nlast,done")), result.out)
  end)

  it("takes rows from a pipe however they are cut, as CSV and as JSON Lines", function()
    local directory = place()
    for _, case in ipairs { { CSV, "-" }, { CSV, "csv:-" }, { JSONL, "jsonl:-" } } do
      for _, flags in ipairs { "", "--realtime" } do
        local pieces = {}
        for i = 1, #case[1], 17 do pieces[#pieces + 1] = "printf %s " .. command.quoted(case[1]:sub(i, i + 16)) end
        -- $() takes away a newline at the end of a piece, %s does not.
        local line = ("{ %s; } | %s run g.lua -q %s -i Tick=%s"):format(table.concat(pieces, "; sleep 0.01; "), FLUX, flags, case[2])
        assert.same({ out = flags == "" and PRINTED or nil, err = "", status = 0 },
          (function(r)
            if flags ~= "" then r.out = nil end
            return r
          end)(command(line, { directory = directory })))
      end
    end
  end)

  it("gives what a file with the same rows gives, with its snapshot and a journal that replays", function()
    local directory = place { ["more.csv"] = 'who,price,time\n"B, ""b""",2,2000000\nA,3,250' }
    for _, signal in ipairs { "TERM", "INT" } do
      local result = shell(directory, ([[
        RUN -i Tick=unix:t.sock --snapshot state.flux --record t.journal
        THERE t.sock
        head -n 2 t.csv | SEND t.sock; SEEN 2
        SEND t.sock <more.csv; SEEN 3
        { printf 'time,who,price\n25000000'; sleep 0.05; printf ',A,3\n31000000,C,4\n'; } | SEND t.sock; SEEN 9
        END %s; ls t.sock 2>/dev/null
        %s run g.lua -q -i Tick=t.csv --snapshot plain.flux >plain
        cmp state.flux plain.flux && echo equal
        %s replay t.journal g.lua
      ]]):format(signal, FLUX, FLUX))
      assert.same({ "0\nequal\nsame: 6 entries, 8 cycles, 8 published, backend table\n", "" }, { result.out, result.err })
      assert.equal(PRINTED, output(directory))
      assert.matches("^flux: t.sock client 2: the last row has no end; its 7 bytes are not used\n" ..
        "flux: ended by a signal; what had arrived is done\nflux: 4 events %(4 rows read%), 8 cycles;", output(directory, "err"))
    end
  end)

  it("reads what has arrived before it ends, and nothing that is cut off", function()
    local directory = place()
    local result = shell(directory, [[
      mkfifo pipe
      RUN -q -i Tick=pipe
      exec 3>pipe; head -n 2 t.csv >&3; SEEN 2
      kill -STOP $pid; tail -n 3 t.csv >&3; printf '40000000,A,' >&3
      kill -TERM $pid; kill -CONT $pid; wait $pid; echo $?
    ]])
    assert.equal("0\n", result.out)
    assert.equal(PRINTED, output(directory))
    assert.equal("flux: pipe: the last row has no end; its 11 bytes are not used\n", output(directory, "err"))
  end)

  it("merges pipes by time, and ends with what it had of each", function()
    local directory = place()
    -- The second pipe holds the first one up until it has a row; its own row at 31 ms waits for the first one's next.
    local result = shell(directory, [[
      mkfifo one two
      RUN -q -i Tick=one -i Tick=two
      exec 3>one; exec 4>two
      sed -n 1p t.csv >&4; sed -n '1,2p' t.csv >&3; sed -n '4,5p' t.csv >&4; SEEN 2
      sed -n 3p t.csv >&3; SEEN 3
      END TERM
    ]])
    assert.same({ "0\n", "" }, { result.out, output(directory, "err") })
    assert.equal(PRINTED, output(directory))
  end)

  it("lets timers fire while nothing arrives", function()
    for _, backend in ipairs { "table", "native" } do
      local directory = place()
      local result = shell(directory, ([[
        mkfifo pipe
        RUN -q -i Tick=pipe --realtime --arrival -b %s
        exec 3>pipe; printf 'who,price\nA,1\n' >&3; SEEN 9
        printf 'B,2\n' >&3; SEEN 14
        END INT
      ]]):format(backend))
      assert.equal("0\n", result.out)
      local text = output(directory)
      local first = tonumber(text:match("^tick,time,who,price\ntick,(%d+),A,1\nclock,at,price\nclock,"))
      assert.is_true(math.abs(first / 1e9 - os.time()) < 60)
      local ticks, deadlines = select(2, text:gsub("\ntick,", "")), {}
      for at in text:gmatch("clock,(%d+),") do deadlines[#deadlines + 1] = at end
      assert.equal(2, ticks)
      assert.is_true(#deadlines >= 6)
      for i, at in ipairs(deadlines) do
        assert.equal("0000000", at:sub(-7))
        if i > 1 then assert.equal(10, tonumber(at:sub(1, -7)) - tonumber(deadlines[i - 1]:sub(1, -7))) end
      end
    end
  end)

  it("leaves the rows of a file whose time has not come, and goes on from its snapshot", function()
    local directory = place { ["far.csv"] = CSV:gsub("31000000", "9000000000000") }
    local result = shell(directory, ([[
      RUN -q -i Tick=far.csv --realtime --snapshot state.flux --print tick
      SEEN 4; END TERM
      { head -n 1 far.csv; tail -n 1 far.csv; } >rest.csv
      %s run g.lua -q -i Tick=rest.csv --restore state.flux --print tick
    ]]):format(FLUX))
    assert.equal("0\ntick,time,who,price\ntick,9000000000000,C,4\n", result.out)
    assert.equal('tick,time,who,price\ntick,1000000,A,1\ntick,2000000,"B, ""b""",2\ntick,25000000,A,3\n', output(directory))
  end)

  it("names the client and the row of a bad one, which ends the run or is skipped", function()
    local bad = "time,who,price\n1000000,A,1\n2000000,B,abc\n3000000,C,3\n"
    local directory = place { ["bad.csv"] = bad }
    local result = shell(directory, [[
      RUN -q -i Tick=unix:t.sock; THERE t.sock; SEND t.sock <bad.csv; wait $pid; echo $?; ls t.sock 2>/dev/null; cat out err
      RUN -q -i Tick=unix:t.sock --on-bad-row skip; THERE t.sock; SEND t.sock <bad.csv; SEEN 3; END TERM; cat out err
    ]])
    local message = "t.sock client 1:3:11: column 'price': expected a number, got \"abc\"\n"
    assert.equal("1\ntick,time,who,price\ntick,1000000,A,1\nflux: " .. message ..
      "0\ntick,time,who,price\ntick,1000000,A,1\ntick,3000000,C,3\nlast,done\nlast,true\nflux: " .. message ..
      "flux: t.sock client 1: 1 bad row skipped; the first: " .. message, result.out)
  end)

  it("refuses a path that is taken, and replaces a socket that its owner left behind", function()
    local directory = place { ["file.sock"] = "mine" }
    local result = shell(directory, ([[
      RUN -q -i Tick=unix:t.sock; THERE t.sock
      %s run g.lua -q -i Tick=unix:t.sock; echo $?
      %s run g.lua -q -i Tick=unix:file.sock; echo $?; cat file.sock; echo
      %s run g.lua -q -i Tick=unix:no/t.sock; echo $?
      kill -KILL $pid; wait $pid; ls t.sock
      RUN -q -i Tick=unix:t.sock; sleep 0.2; SEND t.sock <t.csv; SEEN 9; END TERM; cat out
    ]]):format(FLUX, FLUX, FLUX))
    assert.equal("1\n1\nmine\n1\nt.sock\n0\n" .. PRINTED, result.out)
    assert.matches("^flux: t.sock: cannot listen: another process listens on it\n" ..
      "flux: file.sock: cannot listen: the file is there and is no socket\n" ..
      "flux: no/t.sock: cannot listen: No such file or directory\n", result.err)
  end)

  it("refuses a speed that nothing has", function()
    local directory = place()
    for line, message in pairs {
      ["-i Tick=t.csv --speed 2"] = "--speed needs --realtime",
      ["-i Tick=t.csv --realtime --speed 0"] = "--speed: expected a number above 0, got '0'",
      ["-i Tick=- --realtime --speed 2"] = "--speed is for files: standard input is a live input",
    } do
      local result = command(FLUX .. "run g.lua -q " .. line .. " </dev/null", { directory = directory })
      assert.equal(2, result.status)
      assert.matches("^flux: [^\n]*" .. message:gsub("%p", "%%%0"), result.err)
    end
  end)
end)
