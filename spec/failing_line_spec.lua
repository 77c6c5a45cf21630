-- SPDX-License-Identifier: MIT
-- luacheck: ignore 212 (a callback names its parameters, used or not)
-- The message of a failed callback names the line that failed, not only the callback's own (S16), on every backend.

local flux = require "flux"
local backends = require "spec.support.backends"
local command = require "spec.support.command"
local exported = require "spec.support.exported"

local FILE = debug.getinfo(1, "S").source:match("^@(.*)$")

-- The line on which a comment `fails: WORD` stands in this file.
local function line_of(word)
  local number = 0
  for line in io.lines(FILE) do
    number = number + 1
    if line:match("%-%- fails: (%w+)$") == word then return number end
  end
end

local E, P = flux.event("E", "int32_t what; double index;"), flux.event("P", "int32_t id;")

-- E.what chooses what fails.
local function graph()
  local g = flux.graph("lines", { clock = "stream", capacity = 1, on_error = "skip" })
  g:node("n", { state = "double w[4]; int32_t runs;", on_timer = function() end, on = { [E] = function(self, e, ctx)
    self.runs = self.runs + 1
    if e.what == 1 then
      self.w[e.index] = 1 -- fails: index
    elseif e.what == 2 then
      ctx.post(P, { id = 1 })
      ctx.post(P, { -- fails: post
        id = 2,
      })
    elseif e.what == 3 then
      ctx.after(5) -- fails: after
    end
  end } })
  g:node("log", { on = { [P] = function() end } })
  return g
end

local function opaque()
  local g = flux.graph("lines", { clock = "stream", capacity = 1, on_error = "skip" })
  g:node("n", { state = "int32_t runs;", on_timer = function() end, on = { [E] = flux.lua(function(self, e, ctx)
    self.runs = self.runs + 1
    if e.what == 2 then
      for i = 1, 2 do
        ctx.post(P, { id = i }) -- fails: opaquepost
      end
    elseif e.what == 3 then
      ctx.after(5) -- fails: opaqueafter
    elseif e.what == 4 then
      error("no luck") -- fails: opaqueerror
    end
  end) } })
  g:node("log", { on = { [P] = function() end } })
  return g
end

local CASES = {
  { graph, "index", { what = 1, index = 9 }, "index 9 is out of range" },
  { graph, "post", { what = 2 }, "the queue of posted events is full" },
  { graph, "after", { what = 3 }, "time has not been set" },
  { opaque, "opaquepost", { what = 2 }, "the queue of posted events is full" },
  { opaque, "opaqueafter", { what = 3 }, "time has not been set" },
  { opaque, "opaqueerror", { what = 4 }, "no luck" },
}

describe("the message of a failed callback names the failing line", function()
  backends.each(function(start, name)
    for _, case in ipairs(CASES) do
      if not (case[1] == opaque and name == "native") then -- native has no opaque bodies
        it(("of %s on %s"):format(case[2], name), function()
          local rt = start(case[1](), {})
          local ok, message = rt:send(E, case[3])
          assert.is_nil(ok)
          local place = ("%s:%d: "):format(FILE:gsub("^%./", ""), line_of(case[2]))
          local head = ("graph 'lines', cycle 1, event E, node 'n', on E (%s:"):format((FILE:gsub("^%./", "")))
          message = message:gsub("([ (])%./", "%1")
          assert.equal(head, message:sub(1, #head))
          assert.truthy(message:find("): " .. place .. case[4], 1, true), message)
          assert.is_true(rt:send(E, { what = 0 }))
          rt:stop()
        end)
      end
    end
  end)
end)

local SCRIPT = [[
local flux = require "flux"
local E, P = flux.event("E", "int32_t count;"), flux.event("P", "int32_t id;")
local g = flux.graph("lines", { capacity = 1 })
g:node("n", { on = { [E] = function(self, e, ctx)
  for i = 1, e.count do
    ctx.post(P, { id = i })
  end
end } })
g:node("log", { on = { [P] = function() end } })
return g
]]

describe("the exported program's message", function()
  teardown(exported.remove)

  it("names the failing line", function()
    local directory = exported.directory()
    for name, text in pairs { ["lines.lua"] = SCRIPT, ["e.csv"] = "count\n1\n2\n" } do -- two files: in any order
      local file = assert(io.open(directory .. "/" .. name, "wb"))
      file:write(text)
      file:close()
    end
    exported.write(directory .. "/lines.lua", directory, { main = true })
    exported.run(("cd '%s' && cc -std=c11 -O0 -o program lines.c main.c -lm"):format(directory))
    local got = command(("cd '%s' && ./program --input E=e.csv"):format(directory))
    assert.equal(1, got.status)
    local message = "graph 'lines', cycle 3, event E, node 'n', on E (lines.lua:4): lines.lua:6: the queue of posted events is full"
    assert.truthy(got.err:find(message, 1, true), got.err)
  end)
end)
