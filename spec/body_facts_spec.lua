-- SPDX-License-Identifier: MIT
-- What is known of a body without running it: facts and arguments, which the resolver and the emitters rely on.

local body = require "flux.body"
local fake = require "spec.support.body_env"

local Out = fake.event("Out", "double value; int64_t t;")
local helper = function(x, y)
  if x > y then return x end
  return y
end
local rate, LIMIT = 0.5, 3

local function compile(text, options)
  local spec = { state = "double v, z; int64_t n; bool b; double w[4];", inputs = { x = fake.port "double",
    t = fake.input "double price, size;",
    legs = fake.list(3, "double value; int32_t n;"), ports = fake.list(2, "double") }, params = { flag = { type = "bool",
      value = false } } }
  for key, value in pairs(options or {}) do spec[key] = value end
  return body.compile({ is_body = true, text = text, upvalues = { Out = Out, helper = helper, rate = rate, LIMIT = LIMIT, OFF = false,
    ON = true } },
    fake.env(spec))
end

local function facts(text, options) return compile(text, options).facts end

local function arguments(text, options)
  local parts = {}
  for i, arg in ipairs(compile(text, options).args) do
    parts[i] = arg.what .. (arg.input and ":" .. arg.input.name or "") .. (arg.field and "." .. arg.field.name or "")
  end
  return table.concat(parts, " ")
end

describe("the verdict of a body", function()
  local function verdict(text, options)
    local f = facts(text, options)
    return f.always_dirty and "always" or f.never_dirty and "never" or "depends"
  end

  it("is always dirty without `return false`", function()
    assert.equal("always", verdict "function(self, x) self.v = x end")
    assert.equal("always", verdict "function(self, x) if x > 1 then return end self.v = x end")
    assert.equal("always", verdict "function(self, x) if x > 1 then return true end return true end")
  end)

  it("depends where a path arrests", function()
    assert.equal("depends", verdict "function(self, x) if x > 1 then return false end self.v = x end")
    assert.equal("depends", verdict "function(self, x) return x > 1 end")
  end)

  it("is never dirty where every path arrests", function()
    assert.equal("never", verdict "function(self, x) self.v = x return false end")
    assert.equal("never", verdict "function(self, x) if x > 1 then return false else self.v = x return false end end")
    assert.equal("never", verdict "function(self, x) repeat if x > 1 then return false end until false end")
    assert.equal("never", verdict "function(self, x) do return false end end")
    assert.equal("never", verdict "function(self, x) while true do if x > 1 then return false end end end")
    assert.equal("depends", verdict "function(self, x) for i = 1, 3 do return false end end")
    assert.equal("depends", verdict "function(self, x) while x > 1 do return false end end")
  end)

  it("knows branches that constants decide", function()
    assert.equal("always", verdict "function(self, x) if OFF then return false end self.v = x end")
    assert.equal("always", verdict "function(self, x) if self.flag then return false end self.v = x end")
    assert.equal("never", verdict "function(self, x) if ON then return false end self.v = x end")
    assert.equal("always", verdict "function(self, x) if ON then self.v = x else return false end end")
    assert.equal("depends", verdict "function(self, x) if x > 0 then return false elseif ON then self.v = x else return false end end")
  end)

  it("is always dirty in roles that have none", function()
    assert.equal("always", verdict("function(self, x) return false end", { role = "after_update" }))
    assert.equal("always", verdict("function(self) return false end", { role = "init" }))
  end)
end)

describe("a body may fail", function()
  local function may_fail(text, options) return facts(text, options).may_fail end

  it("at an index that is not proved in range", function()
    assert.is_true(may_fail "function(self, x) self.v = self.w[x] end")
    assert.is_true(may_fail "function(self, x) self.w[self.n] = x end")
    assert.is_true(may_fail "function(self, x) for i = 0, 4 do self.w[i] = x end end")
    assert.is_true(may_fail "function(self, x, legs) self.v = legs[x].value end")
    assert.is_true(may_fail "function(self, x) local i = 0 while i < 4 do self.w[i] = x i = i + 1 end end")
  end)

  it("not at one that is", function()
    assert.is_false(may_fail "function(self, x) self.w[3] = x end")
    assert.is_false(may_fail "function(self, x) for i = 0, 3 do self.w[i] = x end end")
    assert.is_false(may_fail "function(self, x) for i = 3, 0, -1 do self.w[i] = x end end")
    assert.is_false(may_fail "function(self, x) for i = 0, LIMIT do self.w[i] = x end end")
    assert.is_false(may_fail "function(self, x) for i = 0, 2 do self.w[i + 1] = self.w[i] end end")
    assert.is_false(may_fail "function(self, legs) for i = 0, legs.n - 1 do self.w[i] = legs[i].value end end")
    assert.is_false(may_fail "function(self, x) self.w[bit.band(x, 3)] = x end")
    assert.is_false(may_fail "function(self, x) local i = bit.band(x, 3) self.w[i] = x end")
    assert.is_false(may_fail("function(self, legs, index) self.v = legs[index].value end", { indexed = true,
      input = { elements = { 1, 2, 3 } } }))
  end)

  it("at a post or a timer", function()
    assert.is_true(may_fail "function(self, x, ctx) ctx.post(Out, { value = x }) end")
    assert.is_true(may_fail "function(self, x, ctx) ctx.after(1000) end")
    assert.is_false(may_fail "function(self, x, ctx) ctx.cancel() self.n = ctx.now end")
  end)
end)

describe("the arguments of a body", function()
  it("are what it uses, in a fixed order", function()
    assert.equal("self input:x", arguments "function(self, x) self.v = x end")
    assert.equal("self input:x", arguments "function(self, x, t) self.v = x end")
    assert.equal("", arguments "function(self, x) return false end")
    assert.equal("input:x", arguments "function(self, x) return x > 1 end")
    assert.equal("self list:legs.value list:legs.n input:t now cycle ctx",
      arguments "function(self, t, legs, ctx) self.v = t.price + legs[0].n + legs[1].value self.n = ctx.now + ctx.cycle + ctx.wall end")
    assert.equal("self list:ports.value", arguments "function(self, ports) self.v = ports[1] end")
    assert.equal("self ticked:x valid:legs", arguments "function(self, x, legs, ctx) self.b = ctx.ticked(x) and ctx.valid(legs) end")
    assert.equal("self event", arguments("function(self, e, x) self.v = e.value end", { role = "handler", event = Out }))
    assert.equal("self index", arguments("function(self, index) self.v = index end", { indexed = true }))
    assert.equal("self input:x ctx", arguments "function(self, x) self.w[x] = 1 end")
    assert.equal("", arguments "function(self, legs) return legs.n > 2 end")
  end)

  it("do not name params, which are constants", function()
    assert.equal("", arguments "function(self) return self.flag end")
  end)
end)

describe("what a body touches", function()
  it("is listed in declaration order", function()
    local f = facts "function(self, t, legs) self.z = t.size + t.price self.v = legs[0].value self.w[0] = 1 end"
    assert.same({ "v", "z", "w", v = true, z = true, w = true }, f.writes)
    assert.same({ "price", "size", price = true, size = true }, f.reads.t)
    assert.same({ "value", value = true }, f.reads.legs)
    assert.is_nil(f.reads.x)
  end)

  it("includes the context", function()
    local f = facts [[function(self, x, ctx)
      ctx.post(Out, { value = x })
      ctx.cancel()
      self.n = ctx.now
      if ctx.ticked(x) then self.n = ctx.wall end
    end]]
    assert.same({ Out }, f.posts)
    assert.is_true(f.arms and f.reads_now and f.reads_wall)
    assert.is_false(f.reads_cycle)
    assert.equal("x", f.ticked[1].name)
    assert.same({}, f.valid)
  end)

  it("is a pure tail only if it is straight-line arithmetic", function()
    assert.is_true(facts("function(self, x) self.v = self.v + rate * (x - self.v) end").pure_tail)
    assert.is_true(facts("function(self, x) local d = x - self.v self.v = math.max(d, 0) return d > 1 end").pure_tail)
    assert.is_false(facts("function(self, x) if x > 1 then self.v = x end end").pure_tail)
    assert.is_false(facts("function(self, x) self.v = math.exp(x) end").pure_tail)
    assert.is_false(facts("function(self, x) self.v = helper(x, 1) end").pure_tail)
    assert.is_false(facts("function(self, x) self.v = self.w[x] end").pure_tail)
    assert.is_false(facts("function(self, x) self.n = self.n / 3 end").pure_tail)
  end)
end)

describe("helper functions", function()
  it("are listed once per signature, callees first", function()
    local b = compile "function(self, x) self.v = helper(x, 1) + helper(2, self.z) self.n = helper(self.n, 3LL) end"
    local names = {}
    for i, fn in ipairs(b.functions) do names[i] = fn.name .. "/" .. fn.result end
    assert.same({ "helper/number", "helper/int64" }, names)
    assert.not_equal(b.functions[1].key, b.functions[2].key)
  end)
end)

describe("a C body", function()
  local function c(text, options)
    local spec = { state = "double v;", inputs = { x = fake.port "double", t = fake.input "double price;" }, events = { Out } }
    for key, value in pairs(options or {}) do spec[key] = value end
    return body.compile({ is_c = true, text = text, origin = { file = "g.lua", line = 3 } }, fake.env(spec))
  end

  it("gets the arguments that its tokens name", function()
    local b = c "/* t */ self->v = x + strlen(\"t ctx\");"
    assert.equal(2, #b.args)
    assert.equal("self", b.args[1].what)
    assert.equal("x", b.args[2].input.name)
    assert.equal("input:t ctx", (function()
      local parts = {}
      for i,
        arg in ipairs(c("flux_cancel(ctx); (void)t->price;").args) do parts[i] = arg.what .. (arg.input and ":" .. arg.input.name or "") end
      return table.concat(parts, " ")
    end)())
  end)

  it("is always dirty only when it never returns", function()
    assert.is_true(c("self->v = x;").facts.always_dirty)
    assert.is_false(c("if (x > 1) return FLUX_ARREST;").facts.always_dirty)
    assert.is_false(c("if (x > 1) return 1;").facts.always_dirty)
    assert.is_true(c("self->v = x; /* return */").facts.always_dirty)
  end)

  it("posts, arms and reads what its tokens say", function()
    local f = c("flux_post_Out(ctx, &e); flux_after(ctx, 5); self->v = (double)flux_now(ctx) + flux_ticked_x(ctx);").facts
    assert.same({ Out }, f.posts)
    assert.is_true(f.arms and f.reads_now)
    assert.is_false(f.may_post) -- all that it posts is known
    assert.equal("x", f.ticked[1].name)
    assert.is_false(f.reads_wall)
  end)

  it("is emitted under a #line, and is dirty at its end", function()
    local text = body.emit_c(c "  self->v = x;\n", { function_name = "g_update", self_type = "g_node" })
    assert.equal('static int g_update(g_node *self, double x) {\n#line 3 "g.lua"\n  self->v = x;\n  return FLUX_DIRTY;\n}\n', text)
  end)
end)

describe("an opaque body", function()
  it("is assumed to do everything", function()
    local b = body.compile({ is_opaque = true, fn = function(self, x, ctx) self.v = tostring(x) .. tostring(ctx) end },
      fake.env { state = "double v;", inputs = { x = fake.port "double" } })
    assert.equal("opaque", b.language)
    assert.is_true(b.facts.may_fail and b.facts.may_post and b.facts.arms and b.facts.reads_now)
    assert.is_false(b.facts.always_dirty)
    assert.equal(3, #b.args)
  end)
end)
