-- SPDX-License-Identifier: MIT
-- Syntax that Lua 5.1 lacks is shown where it stands, with what to write instead.

local body = require "flux.body"
local command = require "spec.support.command"
local fake = require "spec.support.body_env"
local syntax = require "flux.body.syntax"

-- What is written, the text at which the caret points, a part of the advice.
local HABITS = {
  { "self.v = x // 3", "/ 3", "math.floor(a / b)" },
  { "self.v = x & 3", "& 3", "bit.band(a, b)" },
  { "self.v = x | 3", "| 3", "bit.bor(a, b)" },
  { "self.v = x << 3", "< 3", "bit.lshift(a, n)" },
  { "self.v = ~x", "~x", "bit.bnot(a)" },
  { "if x != 1 then self.v = x end", "!= 1", "~=" },
  { "if !x then self.v = x end", "!x", "`not`" },
  { "if x > 1 && x < 3 then self.v = x end", "&& x", "`and`" },
  { "if x > 1 || x < 3 then self.v = x end", "|| x", "`or`" },
  { "self.v += x", "+= x", "x = x + 1" },
  { "self.v++", "++", "x = x + 1" },
  { "self.v = x > 1 ? x : 2", "? x", "cond and a or b" },
  { "for i = 0, 3 do if i > x then continue end self.v = i end", "continue", "turn the condition around" },
  { "for i = 0, 3 do\n  if i > x then\n    continue\n  end\nend", "continue", "turn the condition around" },
  { "self.v = (x / 2 / 3 / / 4)", "/ 4", "" },
}

local function refusal_of(statement)
  local text = ("local f = 1\nreturn function(self, x)\n  %s\nend\n"):format(statement)
  local _, reason = loadstring(text, "@a.lua")
  return syntax.refusal("a.lua", text, reason), text
end

local function line_of(text, number)
  for line in text:gmatch "([^\n]*)\n" do
    number = number - 1
    if number == 0 then return line end
  end
end

describe("a syntax error", function()
  for _, case in ipairs(HABITS) do
    it("shows the place of " .. case[1]:gsub("\n%s*", " "), function()
      local refusal, text = refusal_of(case[1])
      local shown = line_of(text, refusal.line)
      assert.equal(case[2], shown:sub(refusal.column, refusal.column + #case[2] - 1))
      assert.truthy(refusal.message:find(("^a.lua:%d:%d: "):format(refusal.line, refusal.column)))
      assert.truthy(refusal.message:find("\n    " .. shown .. "\n    " .. (" "):rep(refusal.column - 1) .. "^", 1, true))
      assert.truthy((refusal.advice or ""):find(case[2] == "/ 4" and "" or case[3], 1, true), refusal.message)
    end)
  end

  it("that is only felt at the end shows the last line", function()
    local text = "return function(self, x)\n  self.v = (x\n"
    local _, reason = loadstring(text, "@a.lua")
    assert.truthy(syntax.refusal("a.lua", text, reason).message:find("^a.lua:%d:%d: "))
  end)

  it("in the text of a body blames its line and column", function()
    local source = { is_body = true, text = "function(self, x)\n  self.v = x & 3\nend", origin = { file = "b.lua", line = 7 } }
    local _, refusal = body.try(source, fake.env { state = "double v;", inputs = { x = fake.port "double" } })
    assert.equal("b.lua:8:14: unexpected symbol near '&'\n      self.v = x & 3\n                 ^",
      refusal.message:match "^(.-)\n  instead: ")
  end)

  it("in a script is shown by the command line", function()
    local path = os.tmpname()
    local file = assert(io.open(path, "w"))
    file:write("local flux = require 'flux'\nlocal a = 7 // 2\n")
    file:close()
    local result = command("luajit lua/flux/cli/launch.lua flux check " .. path)
    os.remove(path)
    assert.equal(1, result.status)
    local expected = ":2:14: unexpected symbol near '/'\n    local a = 7 // 2\n                 ^\n  instead: "
    assert.truthy(result.err:find(path .. expected, 1, true), result.err)
  end)
end)
