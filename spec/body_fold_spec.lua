-- SPDX-License-Identifier: MIT
-- What params and other constants decide does not appear in the code of an instance, in C or in Lua.

local body = require "flux.body"
local fake = require "spec.support.body_env"

local A, B = fake.symbol "A", fake.symbol "B"
local function twice(node) node.v = 2 * node.v end

local PARAMS = { on = { type = "bool", value = true }, off = { type = "bool", value = false }, a = { type = "double", value = 2 },
  n = { type = "int32_t", value = 3 }, big = { type = "int64_t", value = 7LL }, s = { type = "symbol", value = A },
  nan = { type = "double", value = 0 / 0 }, zero = { type = "double", value = -0.0 } }

local hooks = {
  function_name = "update", self_type = "node", node_type = function() return "other" end, context = "g_t *",
  event_type = function() return "event" end,
  symbol = function(symbol) return symbol.text end, helper = function(name) return "flux_" .. name end,
  fn = function(fn) return fn.name end, math = function(fn) return fn end, cancel = function() return "cancel()" end,
  fail_index = function() return "FAIL" end,
}

local function compile(text)
  local env = fake.env { state = "double v; bool q; int64_t k; double w[4];", params = PARAMS,
    inputs = { x = fake.port "double", t = fake.input "double price;" } }
  local source = ("function(self, x, t)\n%s\nend"):format(text)
  return body.compile({ is_body = true, text = source, upvalues = { A = A, B = B, twice = twice } }, env)
end

-- The C between the braces, its white space single.
local function c(text)
  return (body.emit_c(compile(text), hooks):match "{(.*)}":gsub("%s+", " "):gsub("^ ", ""):gsub(" $", ""))
end

-- The same of the Lua.
local function lua(text)
  return (body.emit_lua(compile(text), fake.lua_names()):match "%)(.*)end$":gsub("%s+", " "):gsub("^ ", ""):gsub(" $", ""))
end

local function folds(text, in_c, in_lua)
  assert.equal(in_c, c(text))
  assert.equal(in_lua, lua(text))
end

describe("a constant condition", function()
  it("leaves the branch that is taken, without braces", function()
    folds("if self.on then self.v = x end", "self->v = x;", "self.v = x")
    folds("if self.off then self.v = x end", "", "")
    folds("if self.off then self.v = 1 else self.v = x end", "self->v = x;", "self.v = x")
    folds("if x > 1 then self.v = 1 elseif self.on then self.v = x else self.v = 3 end",
      "if (x > 1.0) { self->v = 1.0; } else { self->v = x; }", "if x > 1 then self.v = 1 else self.v = x end")
    folds("if self.off then self.v = 1 elseif x > 1 then self.v = x end", "if (x > 1.0) { self->v = x; }",
      "if x > 1 then self.v = x end")
    folds("if x > 1 then self.v = 1 elseif self.off then self.v = x end", "if (x > 1.0) { self->v = 1.0; }",
      "if x > 1 then self.v = 1 end")
  end)

  it("keeps the braces of a block that has locals", function()
    assert.equal("{ const double y = x + 1.0; self->v = y * y; }", c "if self.on then local y = x + 1 self.v = y * y end")
  end)

  it("comes of comparing constants of every type", function()
    for _, text in ipairs { "self.a > 1", "self.a >= 2", "self.n == 3", "self.n ~= 4", "self.big < 8", "self.big == 7LL", "self.s == A",
      "self.s ~= B", "self.on == true", "self.on ~= self.off", "self.nan ~= self.nan", "self.zero == 0", "1 / self.zero < 0",
      "self.n * 2 == 6", "not self.off", "self.a > 1 and self.on", "self.off or self.n == 3", "not (self.nan < 1)" } do
      assert.equal("self->v = x;", c(("if %s then self.v = x else self.v = 0 end"):format(text)), text)
      assert.equal("self->v = 0.0;", c(("if not (%s) then self.v = x else self.v = 0 end"):format(text)), text)
    end
  end)

  it("leaves the other side of and, or, not", function()
    folds("self.q = self.on and x > self.a or self.off", "self->q = x > 2.0;", "self.q = x > 2")
    folds("self.q = self.off or x > 1", "self->q = x > 1.0;", "self.q = x > 1")
    folds("self.q = x > 1 and self.on", "self->q = x > 1.0;", "self.q = x > 1")
    folds("self.q = x > 1 and self.off", "self->q = false;", "self.q = false")
    folds("self.q = x > 1 or self.on", "self->q = true;", "self.q = true")
  end)

  it("leaves the cases of a selection that can be taken", function()
    folds("self.v = self.on and x or 2", "self->v = x;", "self.v = x")
    folds("self.v = self.off and x or 2", "self->v = 2.0;", "self.v = 2")
    folds("self.v = x > 1 and 1 or self.on and x or 3", "self->v = x > 1.0 ? 1.0 : x;", "self.v = x > 1 and 1 or x")
    folds("self.v = self.off and 1 or x > 1 and x or 3", "self->v = x > 1.0 ? x : 3.0;", "self.v = x > 1 and x or 3")
  end)

  it("still evaluates what can fail", function()
    assert.truthy(c("self.q = self.w[x] > 1 and self.off"):find("FAIL", 1, true))
    assert.truthy(lua("self.q = self.w[x] > 1 or self.on"):find("flux_at", 1, true))
    assert.is_nil(c("self.q = self.off and self.w[x] > 1"):find("FAIL", 1, true))
  end)

  it("comes of the ranges of small integers", function()
    local function decided(cond) return c(("for i = 2, 5 do if %s then self.v = x else self.v = 0 end end"):format(cond)) end
    for _, cond in ipairs { "i < 6", "i <= 5", "i > 1", "i >= 2", "i ~= 6", "6 > i", "not (i == 1)", "i + 1 < 7", "math.min(i, 1) == 1" } do
      assert.equal("for (int i = 2; i < 6; ++i) { self->v = x; }", decided(cond), cond)
    end
    for _, cond in ipairs { "i > 5", "i >= 6", "i < 2", "i <= 1", "i == 6", "6 < i", "i == 1", "math.max(0, math.min(i, 0)) > 0" } do
      assert.equal("for (int i = 2; i < 6; ++i) { self->v = 0.0; }", decided(cond), cond)
    end
    for _, cond in ipairs { "i < 5", "i <= 4", "i > 2", "i >= 3", "i == 2", "i == 5", "i ~= 5", "i < 3" } do
      assert.truthy(decided(cond):find("if (i", 1, true), cond)
    end
  end)

  it("does not change arithmetic, which knows a negative zero", function()
    folds("self.v = x + self.zero", "self->v = x + -0.0;", "self.v = x + (0 / -1)")
  end)
end)

describe("a loop", function()
  it("that never runs is not there", function()
    folds("for i = 0, -1 do self.v = i end", "", "")
    folds("for i = 1, self.n, -1 do self.v = i end", "", "")
    folds("for i = 0, self.nan do self.v = i end", "", "")
    folds("while self.off do self.v = 1 end", "", "")
    folds("for i = 4, self.n do self.w[i] = 1 end", "", "")
  end)

  it("that runs once is a block", function()
    folds("repeat self.v = x until self.on", "self->v = x;", "self.v = x")
  end)

  it("that can be left early stays a loop", function()
    assert.equal("do { if (x > 1.0) { break; } self->v = x; } while (false);",
      c "repeat if x > 1 then break end self.v = x until self.on")
  end)
end)

describe("what is never reached", function()
  it("is not there", function()
    folds("do return end self.v = x", "", "return")
    folds("while true do if x > 1 then return end end self.v = 1", "while (true) { if (x > 1.0) { return; } }",
      "while true do if x > 1 then return end end")
    folds("if x > 1 then return else return end", "if (x > 1.0) { return; } else { return; }",
      "if x > 1 then return else return end")
  end)

  it("gives the body no arguments, effects or helpers", function()
    local b = compile "if self.off then self.v = t.price twice(self) end self.q = x > 1"
    assert.equal(2, #b.args)
    assert.same({ "q", q = true }, b.facts.writes)
    assert.same({}, b.functions)
  end)

  it("is checked for its types all the same", function()
    assert.has_error(function() compile "if self.off then self.v = self.q end" end)
  end)

  it("may index beyond an array: the range is what the condition is for", function()
    folds("if self.n < 3 then self.w[self.n + 1] = x end self.v = x", "self->v = x;", "self.v = x")
  end)

  it("never arrests", function()
    local b = compile "if self.off then return false end self.v = x"
    assert.is_true(b.facts.always_dirty)
  end)
end)

describe("a node's state", function()
  it("is constant for a helper whose writes are never reached", function()
    local function maybe(node, on) if on == 1 and false then node.v = 1 end end
    local env = fake.env { state = "double v;", params = PARAMS }
    local b = body.compile({ is_body = true, text = "function(self) maybe(self, 2) end", upvalues = { maybe = maybe } }, env)
    assert.same({}, b.facts.writes)
    assert.truthy(body.emit_c_function(b.functions[1], hooks):find("const node *node", 1, true))
  end)
end)
