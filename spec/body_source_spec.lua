-- SPDX-License-Identifier: MIT
-- How a function's text is found: the file, the line, which of several functions on a line, comments, bodies given as text.

local body = require "flux.body"
local bytecode = require "flux.body.bytecode"
local fake = require "spec.support.body_env"
local grammar = require "flux.body.grammar"
local source_of = require "flux.body.source"

local scale, shift = 2, 3

describe("the grammar", function()
  it("parses every Lua file of this repository", function()
    local pipe = assert(io.popen "ls lua/flux/body/*.lua spec/*.lua")
    for path in pipe:lines() do
      local file = assert(io.open(path))
      local text = "function()\n" .. file:read "*a" .. "\nend"
      file:close()
      assert.is_table(grammar.parse_text(text), path)
    end
    pipe:close()
  end)

  it("parses deeply nested expressions", function()
    local text = "function(x) return " .. ("("):rep(190) .. "x" .. (")"):rep(190) .. " end"
    assert.is_table(grammar.parse_text(text))
  end)

  it("gives operators Lua's precedence", function()
    local function shape(e)
      if e.tag == "Op" then return "(" .. shape(e.left) .. e.op .. shape(e.right) .. ")" end
      if e.tag == "Unop" then return "(" .. e.op .. shape(e.operand) .. ")" end
      return e.tag == "Paren" and shape(e.inner) or e.name or tostring(e.value)
    end
    local function of(text) return shape(grammar.parse_text("function() return " .. text .. " end").body[1].values[1]) end
    assert.equal("(a+(b*c))", of "a + b * c")
    assert.equal("((a-b)-c)", of "a - b - c")
    assert.equal("(a^(b^c))", of "a ^ b ^ c")
    assert.equal("(-(a^b))", of "-a ^ b")
    assert.equal("(a^(-b))", of "a ^ -b")
    assert.equal("((nota)==b)", of "not a == b")
    assert.equal("(aor(band(c<(d..e))))", of "a or b and c < d .. e")
    assert.equal("((a-b)<=c)", of "a-b<=c")
  end)

  it("finds functions outside of comments and strings only", function()
    local text = [==[
local a = function() end -- function
--[[ function ]] local b = "function" .. 'function' .. [[function]]
local function_name = 1]==]
    assert.same({ 11 }, grammar.functions(text))
  end)

  it("tells that a text is not one function", function()
    assert.is_nil(grammar.parse_text "function() x = end")
    assert.is_nil(grammar.parse_text "function() end + 1")
    assert.is_nil(grammar.parse_text "x")
  end)
end)

describe("the source of a function", function()
  it("is its own text", function()
    local f = function(x) return x * scale end
    assert.equal("function(x) return x * scale end", source_of.fn(f):body_text())
  end)

  it("is told apart from others on its line by bytecode", function()
    local list = { function(x) return x * scale end, function(x) return x * shift end, function(x) return x + 1 end } -- one line
    assert.equal("function(x) return x * scale end", source_of.fn(list[1]):body_text())
    assert.equal("function(x) return x * shift end", source_of.fn(list[2]):body_text())
    assert.equal("function(x) return x + 1 end", source_of.fn(list[3]):body_text())
  end)

  it("is found after the function has been compiled by the JIT", function()
    local function f(n)
      local sum = 0
      for i = 1, n do sum = sum + i end
      return sum
    end
    for _ = 1, 200 do f(100) end
    assert.is_truthy(source_of.fn(f):body_text():find("sum = sum + i", 1, true))
  end)

  it("knows lines and columns", function()
    local f = function(x) return x end
    local source = source_of.fn(f)
    local line, column = source:place(source.start)
    assert.equal(debug.getinfo(f, "S").linedefined, line)
    assert.equal(15, column)
    assert.equal("    local f = function(x) return x end", source:line_text(source.start))
  end)

  it("holds upvalues with their values", function()
    local f = function(x) return x * scale + shift end
    local source = source_of.fn(f)
    assert.same({ "scale", "shift" }, source.names)
    assert.equal(3, source.upvalues.shift.value)
  end)

  it("of a chunk loaded from a string is that string", function()
    local f = assert(loadstring "return function(x)\n  return x - 1\nend")()
    assert.equal("function(x)\n  return x - 1\nend", source_of.fn(f):body_text())
  end)

  it("is refused when the file has changed", function()
    local path = os.tmpname()
    local file = assert(io.open(path, "w"))
    file:write "return function(x) return x + 1 end\n"
    file:close()
    local f = assert(loadfile(path))()
    file = assert(io.open(path, "w"))
    file:write "return function(x) return x + 2 end\n"
    file:close()
    local ok, refusal = pcall(source_of.fn, f)
    os.remove(path)
    assert.is_false(ok)
    assert.is_truthy(refusal.message:find("is not that of the loaded function", 1, true))
  end)

  it("of a C function is refused", function()
    local ok, refusal = pcall(source_of.fn, math.sqrt)
    assert.is_false(ok)
    assert.is_truthy(refusal.message:find("a C function has no Lua text", 1, true))
  end)
end)

describe("bytecode", function()
  it("is the same for the same text, whatever the upvalues' places", function()
    local a, b, c = 1, 2, 3
    local f = function(x) return x + b - c end
    assert.is_true(bytecode.same(f, "function(x) return x + b - c end", { "b", "c" }))
    assert.is_false(bytecode.same(f, "function(x) return x + b + c end", { "b", "c" }))
    assert.is_false(bytecode.same(f, "function(x) return x + b - d end", { "b", "c" }))
    assert.equal(1, a)
  end)
end)

describe("a body given as text", function()
  local env = fake.env { state = "double v;", inputs = { x = fake.port "double" } }

  it("is compiled like a function", function()
    local b = body.compile({ is_body = true, text = "function(self, x) self.v = x end" }, env)
    assert.equal("portable", b.language)
    assert.equal("function(self, x) self.v = x end", b.text)
  end)

  it("has the place in its file where the text stands", function()
    local path = os.tmpname()
    local file = assert(io.open(path, "w"))
    file:write 'local flux = 1\n\nlocal u = flux.body[[function(self, x)\n  self.v = "no"\nend]]\n'
    file:close()
    local b, refusal = body.try({ is_body = true, text = 'function(self, x)\n  self.v = "no"\nend', origin = { file = path, line = 3 } },
      env)
    os.remove(path)
    assert.is_nil(b)
    assert.equal(4, refusal.line)
    assert.equal(12, refusal.column)
    assert.equal(("%s:4:12: a string is not portable"):format(path), refusal.message:match "^[^\n]*")
  end)

  it("reports a syntax error at its line", function()
    local _, refusal = body.try({ is_body = true, text = "function(self, x)\n  self.v = = 2\nend", origin = { file = "g.lua",
      line = 10 } }, env)
    assert.is_truthy(refusal.message:find("g.lua:11:12: unexpected symbol near '='", 1, true))
  end)
end)

describe("a refusal", function()
  it("shows the place, the line, a caret, the reason and what to write", function()
    local env = fake.env { state = "double v; int64_t n;", inputs = {} }
    local _, refusal = body.try({ is_body = true, text = "function(self)\n  self.v = self.n * 0.5\nend", origin = { file = "g.lua",
      line = 1 } }, env)
    assert.equal([[
g.lua:2:19: '*' on an int64 and a number
      self.v = self.n * 0.5
                      ^
  instead: make it a number: tonumber(self.n)]], refusal.message)
    assert.is_true(refusal.refusal)
    assert.equal(refusal.message, tostring(refusal))
  end)

  it("keeps tabs, so that the caret stands under the place", function()
    local env = fake.env { state = "double v;", inputs = {} }
    local _, refusal = body.try({ is_body = true, text = "function(self)\n\t\tself.v = nil\nend", origin = { file = "g.lua",
      line = 1 } }, env)
    assert.equal("    \t\t         ^", refusal.message:match "\n([^\n]*%^)")
  end)
end)
