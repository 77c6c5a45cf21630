-- SPDX-License-Identifier: MIT
-- What the commands do to files that are there already: what is read is never written over, what is not flux's is left alone.
local command = require "spec.support.command"

local root = io.popen("pwd"):read("*l")
local FLUX = ("luajit %s flux "):format(command.quoted(root .. "/lua/flux/cli/launch.lua"))

local GRAPH = [[
local flux = require "flux"
local Tick = flux.event("Tick", "int64_t time; double price;", { time = "time" })
local g = flux.graph("gain")
local a = g:node("a", { state = "double price;", on = { [Tick] = flux.cfile("gain.c", "gain_up") } })
g:sink("near", a)
g:sink("far", g:node("b", { inputs = { x = a.price }, state = "double value;", update = function(self, x) self.value = 2 * x end }))
return g
]]
local SOURCE = "static int gain_up(gain_a *self, const gain_tick_event *event) {\n  self->price = event->price;\n  return FLUX_DIRTY;\n}\n"
local TICKS = "time,price\n1,2\n2,3\n"

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

local function directory()
  local path = os.tmpname()
  os.remove(path)
  assert(os.execute("mkdir " .. path))
  finally(function() os.execute("rm -rf " .. path) end)
  for name, text in pairs { ["gain.lua"] = GRAPH, ["gain_src.lua"] = GRAPH:gsub("gain%.c", "src.c"), ["gain.c"] = SOURCE,
                            ["src.c"] = SOURCE, ["t.csv"] = TICKS } do
    write(path .. "/" .. name, text)
  end
  return path
end

-- Runs a command; its status, after all files are found to be as they were.
local function refused(place, line, message)
  local result = command(FLUX .. line, { directory = place })
  assert.same({ "", message }, { result.out, (result.err:gsub("^flux: ", "")) })
  assert.same({ TICKS, SOURCE, GRAPH }, { read(place .. "/t.csv"), read(place .. "/gain.c"), read(place .. "/gain.lua") })
  return result.status
end

describe("flux run", function()
  it("does not write over a C file that the graph reads, nor the file on standard input", function()
    local place = directory()
    assert.equal(2, refused(place, "run gain.lua -i Tick=t.csv -o near=./gain.c",
      ("--output near=./gain.c would write over %s/gain.c, which flux run reads; name another file\n"):format(place)))
    assert.equal(2, refused(place, "run gain.lua -i Tick=- -o far=t.csv <t.csv",
      "--output far=t.csv would write over the file on standard input, which --input reads; name another file\n"))
  end)

  it("does not write two sinks to one file, nor one sink to two", function()
    local place = directory()
    for _, other in ipairs { "x", "./x", "../" .. place:match("[^/]+$") .. "/x" } do
      assert.equal(2, refused(place, "run gain.lua -i Tick=t.csv -o far=x -o near=" .. other,
        ("--output far=x and --output near=%s would both write to one file\n"):format(other)))
    end
    assert.equal(2, refused(place, "run gain.lua -i Tick=t.csv -o far=x -o far=y", "--output far=y: sink 'far' is named twice\n"))
    local result = command(FLUX .. "run gain.lua -q -i Tick=t.csv -o far=/dev/null -o near=/dev/null", { directory = place })
    assert.same({ out = "", err = "", status = 0 }, result)
  end)

  it("wants names from --print", function()
    assert.equal(2, refused(directory(), "run gain.lua -i Tick=t.csv --print ''", "--print: expected the names of nodes (a,b,…)\n"))
  end)

  it("says before it runs that a snapshot cannot be written", function()
    local place = directory()
    assert.equal(1, refused(place, "run gain.lua -i Tick=t.csv --snapshot no/s",
      "cannot write the snapshot no/s: No such file or directory\n"))
    assert.equal(1, refused(place, "run gain.lua -i Tick=t.csv --snapshot .", "cannot write the snapshot .: it is a directory\n"))
  end)

  it("leaves what earlier runs wrote until nothing is left that could be wrong", function()
    local place = directory()
    local run = "run gain.lua -q -i Tick=t.csv -o far=far.csv --record j --audit a --snapshot s "
    assert.equal(0, command(FLUX .. run, { directory = place }).status)
    local function bytes() return { read(place .. "/far.csv"), read(place .. "/j"), read(place .. "/a"), read(place .. "/s") } end
    local before = bytes()
    local function leaves(options, status, message)
      local result = command(FLUX .. run:gsub("%-i Tick=t.csv", options:match "%-i %S+" or "%0") .. options:gsub("%-i %S+", ""),
        { directory = place })
      assert.same({ out = "", err = "flux: " .. message .. "\n", status = status }, result)
      assert.same(before, bytes())
    end
    leaves("--inbox 50", 2, "--inbox needs --policy EVENT=drop or EVENT=conflate")
    leaves("--policy Tick=drop --realtime", 2,
      "--policy Tick=drop: the rows of a file do not hurry; drop and conflate are for pipes and sockets")
    leaves("--migrate", 2, "--migrate needs --restore FILE")
    leaves("--profile p", 2, "--profile: on the backends table and luajit, and without --record")
    leaves("-i Tick=none.csv", 1, "none.csv: cannot open: No such file or directory")
    leaves("-i Tick=gain.c", 1, "gain.c:1: no column 'time' for event Tick, and the field has no default. The file has: " ..
      SOURCE:match "^[^\n]*")
    leaves("--restore t.csv", 1, "t.csv: this is not a snapshot")
    leaves("-o near=no/near.csv", 1, "cannot write no/near.csv: No such file or directory")
  end)

  it("refuses options that have nothing to belong to, and inputs that cannot be read", function()
    local place = directory()
    for options, message in pairs {
      ["--check 3"] = "--check needs --record FILE",
      ["-i Tick=unix:"] = "--input Tick=unix:: expected the path of a socket: unix:PATH",
      ["-i Tick=- -i Tick=csv:-"] = "--input Tick=csv:-: standard input can be read only once",
      ["--migrate"] = "--migrate needs --restore FILE",
      ["--audit a --audit-level ''"] = "--audit-level: expected LEVEL[,NODE=LEVEL…]",
    } do
      assert.equal(2, refused(place, "run gain.lua -i Tick=t.csv " .. options, message .. "\n"))
    end
  end)

  it("completes journal and audit when its output cannot be written, and ends with 1", function()
    local place, lines = directory(), { "time,price" }
    for i = 1, 3000 do lines[i + 1] = ("%d,%d"):format(i, i) end
    write(place .. "/long.csv", table.concat(lines, "\n") .. "\n")
    for file, rows in pairs { ["t.csv"] = 2, ["long.csv"] = 3000 } do
      for target, reason in pairs { ["| true"] = "Broken pipe", [">/dev/full"] = "No space left on device" } do
        local line = ("{ { %srun gain.lua -i Tick=%s -o far=- --record j --audit a --snapshot s; echo status $? >&2; } %s; }"):format(
          target == "| true" and "sleep 0.2; " .. FLUX or FLUX, file, target)
        local said = command(line, { directory = place }).err
        assert.truthy(said:find("cannot write to standard output: " .. reason, 1, true), said)
        assert.truthy(said:find("status 1\n", 1, true), said)
        assert.equal(nil, io.open(place .. "/s"))
        assert.truthy(said:find("flux: %d[%d,]* events %(%d[%d,]* rows read"), said) -- the summary
        local again = command(FLUX .. "replay j gain.lua --audit a", { directory = place })
        assert.same({ "", 0 }, { again.err, again.status })
        local entries = tonumber((again.out:match("^same: ([%d,]+) entries"):gsub(",", "")))
        assert.is_true(entries <= rows and (rows == 3000 or entries == rows), again.out) -- a long one ends at the first rows that fail
      end
    end
  end)

  it("says in the system's words that a journal cannot be written", function()
    local result = command(FLUX .. "run gain.lua -i Tick=t.csv -o far=far.csv --record /dev/full", { directory = directory() })
    assert.same({ out = "", err = "flux: cannot write the journal /dev/full: No space left on device\n", status = 1 }, result)
  end)

  it("says before it runs that a profile cannot be written", function()
    assert.equal(1, refused(directory(), "run gain.lua -i Tick=t.csv --profile no/p",
      "cannot write the profile no/p: No such file or directory\n"))
  end)

  it("says that a profile cannot be written, behind what was published", function()
    local result = command(FLUX .. "run gain.lua -q -i Tick=t.csv -o far=- --profile /dev/full", { directory = directory() })
    assert.same({ out = "value\n4\n6\n", err = "flux: cannot write the profile /dev/full: No space left on device\n", status = 1 }, result)
  end)

  it("replaces the file behind a link with a snapshot, and writes to pipes and devices", function()
    local place = directory()
    local snapshot = FLUX .. "run gain.lua -q -i Tick=t.csv -o near=/dev/null --snapshot "
    os.execute(("cd %s && mkdir d && : >d/old && ln -s d/old link && ln -s d/new ahead && mkfifo pipe"):format(place))
    for _, name in ipairs { "s", "link", "ahead" } do assert.equal(0, command(snapshot .. name, { directory = place }).status) end
    assert.equal("FLUXSNAP", read(place .. "/s"):sub(1, 8))
    for _, name in ipairs { "old", "new" } do assert.equal(read(place .. "/s"), read(place .. "/d/" .. name)) end
    local result = command(("cat pipe >got & %s pipe; wait; ls -ld link ahead pipe | cut -c1"):format(snapshot), { directory = place })
    assert.equal("l\nl\np\n", result.out) -- ahead, link, pipe: as ls sorts them
    assert.equal(read(place .. "/s"), read(place .. "/got"))
    result = command(snapshot .. "/dev/full", { directory = place })
    assert.same({ "flux: cannot write /dev/full: No space left on device\n", 1 }, { result.err, result.status })
    assert.equal("c\n", command("ls -l /dev/full | cut -c1").out)
    assert.equal("", command("ls *.part d/*.part 2>/dev/null", { directory = place }).out)
  end)
end)

describe("flux export", function()
  it("does not write over what the graph is read from", function()
    local place = directory()
    assert.equal(2, refused(place, "export gain.lua -o .",
      ("--out ./gain.c would write over %s/gain.c, which flux export reads; name another file\n"):format(place)))
    assert.is_nil(io.open(place .. "/gain.h"))
  end)

  it("replaces its own files only", function()
    local place = directory()
    for _ = 1, 2 do
      assert.equal("./g.h\n./g.c\n./main.c\n./CMakeLists.txt\n",
        command(FLUX .. "export gain_src.lua -o . --prefix g --main --cmake", { directory = place }).out)
    end
    for _, name in ipairs { "main.c", "CMakeLists.txt", "g.h" } do
      local own = read(place .. "/" .. name)
      write(place .. "/" .. name, "mine\n")
      assert.equal(1, refused(place, "export gain_src.lua -o . --prefix g --main --cmake",
        ("./%s is there, and flux did not write it: name another directory, or remove it\n"):format(name)))
      assert.equal("mine\n", read(place .. "/" .. name))
      write(place .. "/" .. name, own)
    end
  end)

  it("takes no prefix whose files would hide or replace others", function()
    local place = directory()
    local reasons = { main = "the export has a file of that name", string = "the C library has a header of that name",
      stdint = "the C library has a header of that name", size = "the C library has a type 'size_t'", class = "a C++ keyword" }
    for name, reason in pairs(reasons) do -- each stands alone: the order does not matter
      assert.equal(2, refused(place, "export gain.lua -o x --main --cmake --prefix " .. name,
        ("--prefix %s: reserved: %s\n"):format(name, reason)))
    end
    write(place .. "/math.lua", (GRAPH:gsub('graph%("gain"', 'graph("math"'):gsub("flux.cfile%b()", "function() end")))
    assert.equal(1, refused(place, "export math.lua -o x",
      "graph 'math' cannot be exported under its name: reserved: the C library has a header of that name; choose another with --prefix\n"))
    assert.is_nil(io.open(place .. "/x"))
    assert.truthy(command(FLUX .. "check math.lua", { directory = place }).out:find(
      "export: possible with another --prefix (math: reserved: the C library has a header of that name)\n", 1, true))
  end)

  it("says why it cannot make the directory, and when a file cannot be written", function()
    local place = directory()
    assert.equal(1, refused(place, "export gain.lua -o t.csv/x", "cannot make the directory t.csv/x: Not a directory\n"))
    local result = command("trap '' XFSZ; ulimit -f 1; " .. FLUX .. "export " .. root .. "/graphs/hello.lua -o full", { directory = place })
    assert.same({ "flux: cannot write full/hello.h: File too large\n", 1 }, { result.err, result.status })
  end)
end)
