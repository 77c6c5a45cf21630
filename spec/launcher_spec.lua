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
               "grep" }

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
end)
