-- SPDX-License-Identifier: MIT
-- The shape of emitted code: what a reviewer of the export reads, and the lines of the Lua that runs.

local body = require "flux.body"
local both = require "spec.support.body_both"
local fake = require "spec.support.body_env"

local Out = fake.event("Out", "double value; int64_t t;")
local MSFT = fake.symbol "MSFT"

local hooks = {
  function_name = "g_node_update", self_type = "g_node", event_type = function(e) return "g_" .. e.name:lower() .. "_event" end,
  node_type = function(node) return "g_" .. node.name end, context = "g_t *",
  math = function(fn) return ({ abs = "fabs" })[fn] or fn end,
  symbol = function(symbol) return "G_" .. symbol.text end,
  helper = function(name) return "flux_" .. name end,
  fn = function(fn) return fn.name end,
  wall = function() return "g_wall(ctx)" end,
  cancel = function() return "g_cancel(ctx)" end,
  after = function(text) return ("g_after(ctx, %s)"):format(text) end,
  fail_index = function(site, index, count) return ("g_fail(ctx, %d, %s, %d)"):format(site.line, index, count) end,
  post = function(event, fields)
    local parts = {}
    for i, f in ipairs(fields) do parts[i] = (".%s = %s"):format(f.field.name, f.text) end
    return ("g_post_%s(ctx, &(g_out_event){%s})"):format(event.name, table.concat(parts, ", "))
  end,
}

local function clamp(x, lo, hi) -- keeps x inside
  if x < lo then return lo end
  return x > hi and hi or x
end

local function compile(text, options)
  local spec = { state = "double v, z; int64_t n; bool b; double w[8]; uint8_t head; float f; symbol s;", inputs = { x = fake.port "double",
    t = fake.input "double price, size; int32_t k;", legs = fake.list(3, "double value; int32_t n;") },
    params = { alpha = { type = "double", value = 0.25 } } }
  for key, value in pairs(options or {}) do spec[key] = value end
  return body.compile({ is_body = true, text = text, upvalues = { Out = Out, MSFT = MSFT, clamp = clamp, N = 8 } }, fake.env(spec))
end

local function c(text, options) return body.emit_c(compile(text, options), hooks) end
local function lua(text, options) return body.emit_lua(compile(text, options), fake.lua_names()) end

-- The lines between the head and the closing brace.
local function inside(text) return (text:gsub("^[^\n]*\n", ""):gsub("}\n$", "")) end

local function strip(text) return (text:gsub("^\n", ""):gsub("\n%s*$", "\n")) end

describe("emitted C", function()
  it("writes a choice of constants as doubles where a double is wanted, and as integers where an index is", function()
    assert.equal(strip [[
  self->v = x > 0.0 ? 1.0 : -1.0;
  self->z = self->v * (self->b ? 2.0 : 3.0);
  self->w[self->b ? 1 : 2] = 0.0;
]], inside(c [[function(self, t, legs, x)
      self.v = x > 0 and 1 or -1; self.z = self.v * (self.b and 2 or 3); self.w[self.b and 1 or 2] = 0
    end]]))
  end)

  it("has the user's names, shape and comments", function()
    assert.equal(strip [[
static bool g_node_update(g_node *self, const g_source *t, double x) { /* smooths */
  /* how far the mean is off */
  const double d = x - self->v;
  self->v += 0.25 * d; /* towards it */
  if (d > 0.0) { /* rising */
    self->z = t->price;
  } else if (d == 0.0) {
    return false;
  } else {
    self->z = -t->price;
    /* nothing else */
  }
  return true;
}
]], c [[function(self, x, t) -- smooths
  -- how far the mean is off
  local d = x - self.v
  self.v = self.v + self.alpha * d -- towards it
  if d > 0 then -- rising
    self.z = t.price
  elseif d == 0 then
    return false
  else
    self.z = -t.price
    -- nothing else
  end
end]])
  end)

  it("declares the result that the facts allow", function()
    assert.is_truthy(c("function(self, x) self.v = x end"):find("^static void g_node_update%(g_node %*self, double x%) {"))
    assert.is_truthy(c("function(self, x) return x > self.v end"):find("^static bool g_node_update%(const g_node %*self, double x%) {"))
    assert.is_truthy(c("function(self, x) self.w[x] = 1 end"):find("^static int g_node_update%(g_node %*self, double x, g_t %*ctx%) {"))
    assert.is_truthy(c("function(self) return false end"):find("^static bool g_node_update%(void%) {"))
  end)

  it("loops over ints where the bounds are integers", function()
    assert.equal("  for (int i = 0; i < 8; ++i) {\n    self->w[i] = x;\n  }\n",
      inside(c "function(self, x) for i = 0, N - 1 do self.w[i] = x end end"))
    assert.equal("  for (int i = 7; i >= 0; i -= 2) {\n    self->w[i] = i;\n  }\n",
      inside(c "function(self) for i = 7, 0, -2 do self.w[i] = i end end"))
    assert.equal("  for (int i = 0; i < 3; ++i) {\n    self->v += legs_value[i][0];\n  }\n",
      inside(c "function(self, legs) for i = 0, legs.n - 1 do self.v = self.v + legs[i].value end end"))
    assert.equal("  for (double i = 1.0; i <= x; i += 1.0) {\n    self->v += i;\n  }\n",
      inside(c "function(self, x) for i = 1, x do self.v = self.v + i end end"))
  end)

  it("takes a bound that the loop may change once", function()
    assert.equal("  for (double i = 1.0, i_last = self->z; i <= i_last; i += 1.0) {\n    self->z += i;\n  }\n",
      inside(c "function(self) for i = 1, self.z do self.z = self.z + i end end"))
  end)

  it("checks an index before the statement that uses it", function()
    assert.equal([[
  const int w_at = flux_at(x, 8);
  if (w_at < 0) return g_fail(ctx, 1, x, 8);
  self->w[w_at] += 1.0;
  return FLUX_DIRTY;
]], inside(c "function(self, x) self.w[x] = self.w[x] + 1 end"))
    assert.equal([[
  if (self->head >= 8) return g_fail(ctx, 1, self->head, 8);
  self->w[self->head] = x;
  self->head = (uint8_t)((self->head + 1) % 8);
  return FLUX_DIRTY;
]], inside(c "function(self, x) self.w[self.head] = x self.head = (self.head + 1) % 8 end"))
  end)

  it("names the checks of a loop's bounds apart from those that follow", function()
    local text = c "function(self, x) for i = self.w[x], 3 do self.v = i end self.z = self.w[x + 1] end"
    assert.is_truthy(text:find("const int w_at = flux_at(x, 8);", 1, true))
    assert.is_truthy(text:find("const int w_at_2 = flux_at(x + 1.0, 8);", 1, true))
  end)

  it("does not check what the left side of `and` keeps from running", function()
    assert.equal([[
  bool both = x < 8.0;
  if (both) {
    const int w_at = flux_at(x, 8);
    if (w_at < 0) return g_fail(ctx, 1, x, 8);
    both = self->w[w_at] > 0.0;
  }
  if (both) {
    return FLUX_ARREST;
  }
  return FLUX_DIRTY;
]], inside(c "function(self, x) if x < 8 and self.w[x] > 0 then return false end end"))
  end)

  it("computes multiple assignments from the old values", function()
    assert.equal("  const double v_new = self->z;\n  const double z_new = self->v;\n  self->z = z_new;\n  self->v = v_new;\n",
      inside(c "function(self) self.v, self.z = self.z, self.v end"))
    assert.equal("  self->v = x;\n  self->z = 1.0;\n", inside(c "function(self, x) self.v, self.z = x, 1 end"))
  end)

  it("uses few parentheses", function()
    assert.equal("  self->v = x - (t->price - t->size) * 2.0;\n",
      inside(c "function(self, x, t) self.v = (x - ((t.price - t.size) * 2)) end"))
    assert.equal("  self->b = (x > 1.0 && x < 2.0) || x == 0.0;\n", inside(c "function(self, x) self.b = (x > 1 and x < 2) or x == 0 end"))
    assert.equal("  self->v = x > 0.0 ? x : -x;\n", inside(c "function(self, x) self.v = x > 0 and x or -x end"))
    assert.equal("  self->b = !(x < 1.0);\n", inside(c "function(self, x) self.b = not (x < 1) end"))
  end)

  it("renames what C cannot have or would hide", function()
    assert.equal("  const double double_ = x;\n  const double double_2 = double_ + 1.0;\n  self->v = double_2;\n",
      inside(c "function(self, x) local double = x local double = double + 1 self.v = double end"))
  end)

  it("copies a field to one of its type", function()
    local copies = { state = "uint32_t u; int32_t i; uint8_t b; float f; symbol s;",
      inputs = { o = fake.input "uint32_t u; int32_t i; uint8_t b; float f; symbol s;" } }
    assert.equal("  self->u = o->u;\n  self->i = o->i;\n  self->b = o->b;\n  self->f = o->f;\n  self->s = o->s;\n",
      inside(c("function(self, o) self.u, self.i, self.b, self.f, self.s = o.u, o.i, o.b, o.f, o.s end", copies)))
    local _, text = fake.load_lua(compile("function(self, o) self.u = o.u end", copies))
    assert.truthy(text:find("self.u = o.u", 1, true), text)
  end)

  it("puts operators on bits into parentheses only inside of others", function()
    assert.equal("  self->v = self->head & 3;\n", inside(c "function(self) self.v = bit.band(self.head, 3) end"))
    assert.equal("  self->w[self->head & 7] = 1.0;\n", inside(c "function(self) self.w[bit.band(self.head, 7)] = 1 end"))
    assert.equal("  self->v = (self->head & 3) + 1;\n", inside(c "function(self) self.v = bit.band(self.head, 3) + 1 end"))
    assert.equal("  self->b = (self->head & 3) == 1;\n", inside(c "function(self) self.b = bit.band(self.head, 3) == 1 end"))
    assert.equal("  self->v = (self->head & 3) | 4;\n", inside(c "function(self) self.v = bit.bor(bit.band(self.head, 3), 4) end"))
  end)

  it("adds 0.0 to where a loop begins only if that may be -0, and says why", function()
    assert.truthy(c("function(self, x) for i = x, 9 do self.v = i end end"):find(
      "for (double i = x + 0.0; i <= 9.0; i += 1.0) { /* + 0.0: from -0 it counts as from 0 */", 1, true))
    for _, first in ipairs { "0.5", "9007199254740990", "t.k", "self.head" } do
      assert.is_nil(c(("function(self, x, t) for i = %s, x do self.v = i end end"):format(first)):find("+ 0.0", 1, true), first)
    end
  end)

  it("breaks the head of a loop that is too long for a line", function()
    assert.equal([[
  for (double position = t->price + 0.0, position_last = t->size, position_step = self->v;
       position_step > 0.0 ? position <= position_last : position_step < 0.0 && position >= position_last;
       position += position_step) { /* + 0.0: from -0 it counts as from 0 */
    self->z = position;
  }
]], inside(c "function(self, t) for position = t.price, t.size, self.v do self.z = position end end"))
  end)

  it("writes whole numbers without an exponent where that is no longer", function()
    assert.equal("  self->v = 9007199254740990.0;\n", inside(c "function(self) self.v = 9007199254740990 end"))
    assert.equal("  self->v = 1e15;\n", inside(c "function(self) self.v = 1e15 end"))
  end)

  it("leaves out locals that nothing reads, and what only they need", function()
    assert.equal("  self->v = x;\n", inside(c "function(self, x) local y = x local z, w = y, 2 self.v = x end"))
    assert.equal("", inside(c "function(self, x, t) local y = x * t.price end"))
    assert.same({}, compile("function(self, x, t) local y = x * t.price end").args)
  end)

  it("marks what is set and not read", function()
    assert.equal("  double y = x;\n  (void)y;\n  y = 2.0;\n", inside(c "function(self, x) local y = x y = 2 end"))
  end)

  it("keeps a local that nothing reads where its index may fail", function()
    assert.truthy(c("function(self, x) local y = self.w[x] end"):find("g_fail", 1, true))
  end)

  it("stores floats and integers explicitly", function()
    assert.equal("  self->f = (float)((double)self->f * 0.5);\n  self->head = flux_sat_u8(x);\n  self->n = flux_i64_add(self->n, 1);\n",
      inside(c "function(self, x) self.f = self.f * 0.5 self.head = x self.n = self.n + 1 end"))
  end)

  it("compares a complement as a double, for gcc warns of it as an int", function()
    for _, complement in ipairs { "bit.bnot(self.head)", "bit.bxor(self.head, -1)", "bit.bxor(-1, self.head)" } do
      local text = inside(c(("function(self, t) return %s >= t.k end"):format(complement)))
      assert.matches("^  return %(double%)%(?[~%-s][^\n]* >= %(double%)t%->k", text)
    end
  end)

  it("has no two constants side by side that clang would take for a power", function()
    assert.equal("  self->v = self->head ^ 2 ^ 3;\n", inside(c "function(self) self.v = bit.bxor(2, 3, self.head) end"))
    assert.equal("  self->v = 2 ^ self->head ^ 3;\n", inside(c "function(self) self.v = bit.bxor(2, self.head, 3) end"))
  end)

  it("posts, arms and compares symbols through the hooks", function()
    assert.equal([[
  const int rc = g_post_Out(ctx, &(g_out_event){.value = x, .t = now});
  if (rc < 0) return rc;
  const int rc_2 = g_after(ctx, 1000);
  if (rc_2 < 0) return rc_2;
  g_cancel(ctx);
  return self->s == G_MSFT ? FLUX_DIRTY : FLUX_ARREST;
]], inside(c "function(self, x, ctx) ctx.post(Out, { t = ctx.now, value = x }) ctx.after(1000) ctx.cancel() return self.s == MSFT end"))
  end)

  it("keeps repeat's condition inside of its body where that declares what it reads", function()
    assert.equal("  do {\n    self->v += 1.0;\n  } while (!(self->v > x));\n",
      inside(c "function(self, x) repeat self.v = self.v + 1 until self.v > x end"))
    assert.equal("  for (;;) {\n    const double d = self->v * 2.0;\n    self->v = d;\n    if (d > x) break;\n  }\n",
      inside(c "function(self, x) repeat local d = self.v * 2 self.v = d until d > x end"))
  end)

  it("gives helper functions of their own", function()
    local b = compile "function(self, x) self.v = clamp(x, -1, 1) end"
    assert.equal(strip [[
static double clamp(double x, double lo, double hi) { /* keeps x inside */
  if (x < lo) {
    return lo;
  }
  return x > hi ? hi : x;
}
]], body.emit_c_function(b.functions[1], hooks))
    assert.equal("  self->v = clamp(x, -1.0, 1.0);\n", inside(body.emit_c(b, hooks)))
  end)

  it("gives helper functions the node and its inputs", function()
    local function push(node, value, from) -- the oldest leaves
      for i = 7, 1, -1 do node.w[i] = node.w[i - 1] end
      node.w[0] = value - from.price
    end
    local function mean(node)
      local sum = 0
      for i = 0, 7 do sum = sum + node.w[i] end
      return sum / 8
    end
    local e = fake.env { state = "double v; double w[8];", inputs = { x = fake.port "double", t = fake.input "double price;" } }
    local b = body.compile({ is_body = true, text = "function(self, x, t) push(self, x, t) self.v = mean(self) end",
      upvalues = { push = push, mean = mean } }, e)
    assert.equal(strip [[
static void push(g_node *node, double value, const g_source *from) { /* the oldest leaves */
  for (int i = 7; i >= 1; --i) {
    node->w[i] = node->w[i - 1];
  }
  node->w[0] = value - from->price;
}
]], body.emit_c_function(b.functions[1], hooks))
    assert.equal("static double mean(const g_node *node) {", body.emit_c_function(b.functions[2], hooks):match "^[^\n]*")
    assert.equal("  push(self, x, t);\n  self->v = mean(self);\n", inside(body.emit_c(b, hooks)))
    assert.same({ "v", "w", v = true, w = true }, b.facts.writes)
    assert.same({ "price", price = true }, b.facts.reads.t)
  end)

  it("names the user's lines on request", function()
    local names = setmetatable({ line_directives = true }, { __index = hooks })
    local b = body.compile({ is_body = true, text = "function(self, x)\n  self.v = x\n  self.z = 1\nend", origin = { file = "g.lua",
      line = 7 } },
      fake.env { state = "double v, z;", inputs = { x = fake.port "double" } })
    assert.equal("#line 8 \"g.lua\"\n  self->v = x;\n#line 9 \"g.lua\"\n  self->z = 1.0;\n", inside(body.emit_c(b, names)))
  end)
end)

describe("emitted Lua", function()
  it("has the user's lines", function()
    assert.equal(strip [[
function(self, x)

  local d = x - self.v
  if d > 0 then
    self.v = d

  end
  for i = 0, 7 do self.w[i] = i end
end
]] , lua [[function(self, x)
  -- a comment
  local d = x - self.v
  if d > 0 then
    self.v = d
    -- another
  end
  for i = 0, 7 do self.w[i] = i end
end]] .. "\n")
  end)

  it("saturates and checks through helpers", function()
    assert.equal('function(self, x, ctx) self.head = flux_sat_u8(x) self.w[flux_at(x, 8, "self.w")] = 1 self.n = self.n + 1LL end',
      lua "function(self, x) self.head = x self.w[x] = 1 self.n = self.n + 1 end")
  end)

  it("bounds a sum of integers where it can be too large or too small", function()
    assert.equal("function(self) self.head = flux_imin(self.head + 1, 255) end", lua "function(self) self.head = self.head + 1 end")
    assert.equal("function(self, t) self.head = flux_imax(flux_imin(self.head - t.k, 255), 0) end",
      lua "function(self, t) self.head = self.head - t.k end")
  end)

  it("blames the user's line for an index", function()
    local e = fake.env { state = "double w[4];", inputs = { x = fake.port "double" } }
    local b = body.compile({ is_body = true, text = "function(self, x)\n  local y = x * 2\n  self.w[y] = 1\nend",
      origin = { file = "g.lua", line = 10 } }, e)
    local unit = both.unit(b, e)
    unit:input("x").value = 5
    assert.equal("index 10 at line 12", unit:run_lua())
    local ok, message = pcall(unit.call)
    assert.is_false(ok)
    assert.is_truthy(message:find("index 10 is out of range: self.w has elements 0 … 3", 1, true))
  end)

  it("keeps locals apart from the names of the runtime", function()
    assert.equal("function(self, x) local math_ = x self.v = math_ end", lua "function(self, x) local math = x self.v = math end")
    assert.equal("function(self, x) local flux_at_ = x self.v = flux_at_ end",
      lua "function(self, x) local flux_at = x self.v = flux_at end")
  end)
end)
