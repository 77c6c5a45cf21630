-- SPDX-License-Identifier: MIT
-- docs/failures.md names every status and every exit status, and its messages are those that come.

local command = require "spec.support.command"
local core = require "flux.core"
local exported = require "spec.support.exported"

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

describe("docs/failures.md", function()
  local page = read "docs/failures.md"
  teardown(exported.remove)

  it("has every status of flux.h with its value and text, and no other", function()
    local count = 0
    for name, value, text in read("core/flux.h"):gmatch('X%((FLUX_E_%u+), (%-%d+), "([^"]*)"%)') do
      assert.truthy(page:find(("| `%s` | %s | %s |"):format(name, value, text), 1, true), name)
      assert.equal(text, core.status_text[tonumber(value)])
      count = count + 1
    end
    local _, rows = page:gsub("\n| `FLUX_E_", "")
    assert.equal(count, rows)
  end)

  it("has every exit status", function()
    local seen = 0
    for path in command("ls lua/flux/cli/*.lua").out:gmatch "[^\n]+" do
      for status in read(path):gmatch "status = (%d+)" do
        assert.truthy(page:find(("\n| %s | "):format(status), 1, true), path .. ": " .. status)
        seen = seen + 1
      end
    end
    assert.is_true(seen >= 4)
  end)

  it("is led to from the README", function() assert.truthy(read("README.md"):find("docs/failures.md", 1, true)) end)

  -- What each command says, with the page's own names.
  it("shows messages as they come", function()
    local directory = exported.directory()
    local root = command("pwd").out:gsub("%s+$", "")
    write(directory .. "/shop.lua", [[
local flux = require "flux"
local Tick = flux.event("Tick", "int64_t time; double x;", { time = "time" })
local g = flux.graph "shop"
local sums = g:node("sums", { state = "double w[3];", on = { [Tick] = function(self, event)
  self.w[event.x] = 1
end } })
g:sink("sums", sums)
return g
]])
    local function run(line)
      local result = command(("FLUX_ROOT=%s %s/flux %s"):format(root, root, line), { directory = directory })
      return result.err .. result.out, result.status
    end
    local function says(pattern, line, status)
      local text, got = run(line)
      assert.truthy(text:find(pattern), text)
      assert.equal(status, got)
      return text
    end
    write(directory .. "/ticks.csv", "time,x\n1,0\n2,abc\n")
    local bad = says('column', "run shop.lua --quiet --input Tick=ticks.csv", 1)
    assert.truthy(page:find((bad:gsub("^sums.-\n", ""):match "ticks%.csv:[^\n]*"), 1, true), bad)
    write(directory .. "/ticks.csv", "time,x\n1,0\n2,1\n3,9\n")
    local failed = says("^flux: graph 'shop', cycle 3", "run shop.lua --quiet --input Tick=ticks.csv >/dev/null", 1)
    assert.truthy(page:find("\n" .. failed, 1, true), failed)
    write(directory .. "/ticks.csv", "time,x\n1,0\n2,1\n")
    assert.equal(0, select(2, run "run shop.lua --quiet --input Tick=ticks.csv --snapshot s --record j >/dev/null"))
    write(directory .. "/cut.flux", read(directory .. "/s"):sub(1, -9))
    says("^flux: cut%.flux: the snapshot is cut off: it has %d+ bytes and should have %d+\n",
      "run shop.lua --restore cut.flux --until 9", 1)
    write(directory .. "/none.flux", "time,x\n")
    assert.truthy(page:find(says("^flux: none%.flux: this is not a snapshot\n$", "run shop.lua --restore none.flux --until 9", 1), 1, true))
    local journal = read(directory .. "/j")
    write(directory .. "/torn.journal", journal:sub(1, -9))
    says("^flux: torn%.journal: the last frame is cut off at byte %d+; the 13 bytes from there on are not replayed: " ..
      "the recording was interrupted\n", "replay torn.journal shop.lua", 0)
    write(directory .. "/torn.journal", journal:sub(1, -36) .. "?" .. journal:sub(-34))
    says("the checksum of a frame is wrong at byte %d+; .*: the file is damaged\n", "replay torn.journal shop.lua", 1)
    says("^flux: .*cannot write .*No space left on device", "run shop.lua --quiet --input Tick=ticks.csv --output sums=/dev/full", 1)
    assert.equal(2, select(2, run "run shop.lua --no-such-option"))
  end)
end)
