-- SPDX-License-Identifier: MIT
-- The launcher: it finds its checkout, and says in one line what it would install. (Installing itself is tried by CI machines
-- that have nothing; a spec does not change the system.)
local command = require "spec.support.command"

local root = io.popen("pwd"):read("*l")

-- A directory whose `bin` has only the given tools, as links; removed after the spec.
local function tools(names)
  local path = os.tmpname()
  os.remove(path)
  os.execute("mkdir -p '" .. path .. "/bin' '" .. path .. "/with space'")
  for _, name in ipairs(names) do os.execute(("ln -s $(command -v %s) '%s/bin/%s'"):format(name, path, name)) end
  finally(function() os.execute("rm -rf '" .. path .. "'") end)
  return path
end

-- The tools that the script itself uses.
local BASE = { "sh", "readlink", "dirname", "find", "mkdir", "cat", "rm", "tr", "sort", "head", "tail", "sed", "id", "mktemp", "env",
               "grep", "uname" }

local function with(extra)
  local all = {}
  for _, list in ipairs { BASE, extra } do
    for _, name in ipairs(list) do all[#all + 1] = name end
  end
  return tools(all)
end

describe("the launcher", function()
  it("works through symbolic links, from any directory, in paths with blanks", function()
    local place = tools {}
    os.execute(("cd '%s' && ln -s '%s' 'with space/checkout' && ln -s '../with space/checkout/flux' bin/link && ln -s link bin/fl"):format(
      place, root))
    for _, line in ipairs { place .. "/bin/fl", "'" .. place .. "/with space/checkout/flux'", "PATH=" .. place .. "/bin:$PATH; fl" } do
      local result = command(line .. " --version", { directory = "/" })
      assert.matches("^flux %d", result.out)
      assert.equal(0, result.status)
    end
  end)

  it("says what is missing and the command that installs it", function()
    local place = with { "apt-get" }
    local copy = place .. "/with space"
    os.execute(("cp '%s/flux' '%s/flux'"):format(root, copy))
    local result = command(("'%s/flux' run x.lua"):format(copy), { environment = ("PATH=%s/bin FLUX_NO_INSTALL=1"):format(place) })
    assert.equal(1, result.status)
    assert.equal("", result.out)
    local packages = "luajit lua%-lpeg lua%-argparse lua%-cjson lua%-dkjson gcc libc6%-dev cmake make"
    assert.matches("^flux: missing: " .. packages .. ". Install it with: apt%-get install %-y %-%-no%-install%-recommends " ..
      packages .. "\n$", result.err)
  end)

  it("prints the command of other package managers, or what to look for", function()
    for manager, expected in pairs { dnf = "dnf install %-y ", pacman = "pacman %-S %-%-needed ", none = "your package manager: " } do
      local place = with {}
      if manager ~= "none" then os.execute(("ln -s /bin/true '%s/bin/%s'"):format(place, manager)) end
      local copy = place .. "/with space"
      os.execute(("cp '%s/flux' '%s/flux'"):format(root, copy))
      local result = command(("'%s/flux' test"):format(copy), { environment = ("PATH=%s/bin"):format(place) })
      assert.equal(1, result.status)
      assert.matches("Install it with: " .. expected .. ".*luajit.*luarocks %-%-lua%-version 5%.1 ", result.err)
      assert.matches(" lpeg argparse lua%-cjson dkjson busted luacheck\n$", result.err)
      assert.equal(1, select(2, result.err:gsub("\n", "")))
    end
  end)

  -- A checkout of the launcher, a libflux older than its sources, and a luajit that only says what it was given.
  local function stale(files)
    local place = with { "kill", "sleep" }
    local copy = place .. "/with space"
    os.execute(("cd '%s' && cp '%s/flux' . && mkdir -p build core && touch core/fx.c && %s"):format(copy, root, files))
    os.execute(("printf '#!/bin/sh\necho luajit \"$2\"\n' >'%s/bin/luajit' && chmod +x '%s/bin/luajit'"):format(place, place))
    return place, copy
  end

  -- mkdir that makes nothing: a directory that cannot be written, for root too.
  local function read_only(place)
    os.execute(("rm '%s/bin/mkdir' && ln -s \"$(command -v false)\" '%s/bin/mkdir'"):format(place, place))
  end

  local function run(place, copy)
    return command(("timeout 20 env PATH='%s/bin' FLUX_NO_INSTALL=1 '%s/flux' run x.lua"):format(place, copy))
  end

  it("runs the libflux that is there where nothing can be written", function()
    local place, copy = stale "touch build/libflux.so"
    read_only(place)
    local result = run(place, copy)
    assert.equal(0, result.status, result.err)
    assert.equal("luajit flux:\n", result.out)
    assert.matches("/build cannot be written: running the libflux that is there", result.err)
  end)

  it("says what to do where nothing can be written and nothing is built", function()
    local place, copy = stale "true"
    read_only(place)
    local result = run(place, copy)
    assert.same({ 1, "" }, { result.status, result.out })
    assert.matches("^flux: [^\n]*/build cannot be written, and libflux is built there: make it writable, or copy [^\n]*\n$", result.err)
  end)

  it("takes over the lock of a launcher that is gone", function()
    local place, copy = stale "mkdir build/.lock && sh -c 'echo $$' >build/.lock/pid"
    local result = run(place, copy)
    assert.equal(1, result.status)
    assert.matches("^flux: missing: ", result.err)
    assert.is_nil(io.open(copy .. "/build/.lock/pid"))
  end)

  -- A checkout of its own with the libflux of this one.
  local function checkout()
    local place = tools {}
    local copy = place .. "/with space"
    os.execute(("cd '%s' && cp -R '%s/flux' '%s/lua' . && mkdir build core && ln -s '%s'/build/libflux.* build/"):format(
      copy, root, root, root))
    os.execute(("cd '%s' && touch CMakeLists.txt && touch build/.ready"):format(copy))
    return place, copy
  end

  local function version(copy)
    local result = command(("'%s/flux' --version"):format(copy))
    assert.same({ 0, "" }, { result.status, result.err })
    return result.out
  end

  it("keeps the modules as bytecode until one of them changes or the checkout moves", function()
    local place, copy = checkout()
    local function first_bytes()
      local file = assert(io.open(copy .. "/build/.bundle", "rb"))
      local _, path = file:read "*l", file:read "*l"
      file:close()
      return path
    end
    assert.equal("flux 0.1.0\n", version(copy))
    assert.equal(copy, first_bytes())
    local main = copy .. "/lua/flux/cli/main.lua"
    os.execute(("sed -i.old 's/^M.version = .*/M.version = \"9.9\"/' '%s'"):format(main))
    assert.equal("flux 9.9\n", version(copy))
    os.execute(("mv '%s' '%s/moved'"):format(copy, place))
    copy = place .. "/moved"
    assert.equal("flux 9.9\n", version(copy))
    assert.equal(copy, first_bytes())
  end)

  it("runs the sources where the bytecode cannot be written", function()
    local _, copy = checkout()
    os.execute(("chmod -R a+rX '%s' && chmod a-w '%s/build'"):format(copy, copy))
    local line = ("'%s/flux' --version"):format(copy)
    if io.popen("id -u"):read "*n" == 0 then line = "su -s /bin/sh nobody -c " .. command.quoted(line) end
    assert.same({ out = "flux 0.1.0\n", err = "", status = 0 }, command(line))
    assert.is_nil(io.open(copy .. "/build/.bundle"))
  end)

  it("runs from the bytecode, and from the sources when it is another LuaJIT's", function()
    local _, copy = checkout()
    version(copy)
    -- The module is gone and nothing is newer: only the bytecode has it.
    local function change(file, how)
      os.execute(("cd '%s' && touch -r %s keep && %s && touch -r keep %s"):format(copy, file, how, file))
    end
    change("lua/flux/cli/main.lua", "echo 'error \"the source\"' >lua/flux/cli/main.lua")
    assert.equal("flux 0.1.0\n", version(copy))
    change("build/.bundle", "sed -i.old '1s/.*/LuaJIT 1/' build/.bundle")
    local result = command(("'%s/flux' --version"):format(copy))
    assert.equal(1, result.status)
    assert.matches("main.lua:1: the source", result.err)
  end)
end)
