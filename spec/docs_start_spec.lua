-- SPDX-License-Identifier: MIT
-- docs/start.md and README.md say what really happens: their scripts are run, and their output is compared.
local command = require "spec.support.command"

local root = io.popen("pwd"):read("*l")
local RUN = ("luajit %s "):format(command.quoted(root .. "/run"))

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

-- The fenced blocks of a page, in order: { language, text }.
local function blocks(path)
  local list = {}
  for language, text in read(path):gmatch("\n```(%w*)\n(.-)\n```") do list[#list + 1] = { language = language, text = text .. "\n" } end
  return list
end

local function of_language(list, language)
  local found = {}
  for _, block in ipairs(list) do
    if block.language == language then found[#found + 1] = block.text end
  end
  return found
end

local function directory(files)
  local path = os.tmpname()
  os.remove(path)
  os.execute("mkdir " .. path)
  for name, text in pairs(files) do
    local file = assert(io.open(path .. "/" .. name, "wb"))
    file:write(text)
    file:close()
  end
  finally(function() os.execute("rm -rf " .. path) end)
  return path
end

describe("docs/start.md", function()
  it("builds a graph that prints what the page says", function()
    local list = blocks("docs/start.md")
    local lua, plain = of_language(list, "lua"), of_language(list, "")
    local hello, data, ticks, far = plain[1], plain[2], plain[3], plain[4]
    assert.equal(hello, command(RUN .. "graphs/hello.lua -q").out)
    local first = lua[1]
    local place = directory { ["first.lua"] = first, ["ticks.csv"] = data,
                              ["all.lua"] = first:gsub("return g\n$", "") .. lua[2] .. lua[3] .. "return g\n" }
    assert.same({ out = ticks, err = "", status = 0 }, command(RUN .. "first.lua -q --input Tick=ticks.csv", { directory = place }))
    for _, backend in ipairs { "table", "luajit", "native" } do
      local result = command(RUN .. "all.lua -q -i Tick=ticks.csv -o far=- -b " .. backend, { directory = place })
      assert.same({ out = far:gsub("far,", ""), err = "", status = 0 }, result)
    end
  end)
end)

describe("docs/embedding.md", function()
  it("has examples that run, in Lua and as exported C", function()
    local list = blocks("docs/embedding.md")
    local lua, c = of_language(list, "lua"), of_language(list, "c")
    local place = directory { ["host.lua"] = lua[1]:gsub("rt:stop%(%)\n", "") .. lua[2] .. "rt:stop()\n", ["main.c"] = c[1] }
    local result = command(("LUA_PATH='lua/?.lua;lua/?/init.lua;;' luajit %s/host.lua"):format(place))
    -- By hand: the mean is 102, 104.5, then 102.25, 101.125, 102.5625 (104 is 1.4375 above), … 104.22265625 (106 is 1.77734375 above).
    assert.same({ out = "2\n2.5\n104.5\n0\n1.4375\n1.77734375\n", err = "", status = 0 }, result)
    local flux = ("luajit %s/lua/flux/cli/launch.lua flux "):format(command.quoted(root))
    assert.equal(0, command(("%s export graphs/hello.lua -o %s"):format(flux, place)).status)
    local build = "cc -std=c11 -Wall -Wextra -Werror -ffp-contract=off -o %s/hello %s/main.c %s/hello.c -lm && %s/hello"
    assert.same({ out = "2\n", err = "", status = 0 }, command(build:format(place, place, place, place)))
  end)

  it("names options that flux export has", function()
    local page, help, count = read("docs/embedding.md"), command("./flux export --help").out, 0
    for option in page:gsub("`flux export ", "`"):gmatch("`(%-%-[%a-]+)") do
      assert.truthy(help:find("[ \n]" .. option:gsub("%-", "%%-") .. "%f[^%w-]"), option)
      count = count + 1
    end
    assert.is_true(count >= 5)
  end)
end)

describe("README.md", function()
  it("shows graphs/hello.lua as it is, and its output", function()
    local list = blocks("README.md")
    local script = read("graphs/hello.lua"):gsub("^%-%-[^\n]*\n", ""):gsub("^%-%-[^\n]*\n", ""):gsub("^%-%-[^\n]*\n", "")
    assert.equal(script, of_language(list, "lua")[1])
    local shown = of_language(list, "console")[1]
    assert.equal((shown:gsub("^[^\n]*\n", "")), command(RUN .. "graphs/hello.lua -q").out)
  end)

  it("links to pages that exist", function()
    for _, page in ipairs { "README.md", "CONTRIBUTING.md", "docs/start.md", "docs/tools.md", "docs/dependencies.md" } do
      local base = page:match("^(.*/)") or ""
      for target in read(page):gmatch("%]%(([%w_/%.%-]+)%)") do
        local file = io.open(base .. target, "rb")
        assert.is_truthy(file, page .. " links to " .. target)
        file:close()
      end
    end
  end)
end)
