-- SPDX-License-Identifier: MIT
-- Helper functions and variables of bodies called as anything that C or the exported file has already: the export compiles all the
-- same, and computes the same.
local flux = require "flux"
local exported = require "spec.support.exported"

local WARNINGS = "-O1 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -ffp-contract=off"
local A = flux.symbol "A"
local T = flux.event("HelperTick", "int64_t time; double x; int32_t i;", { time = "time" })
local P = flux.event("HelperPost", "double x;")

-- A graph for which the exported file has much of its own: posts, timers, checked indices, mathematics, lists, symbols, rollback.
local function rich()
  local g = flux.graph("rich", { on_error = "rollback", capacity = 4 })
  local a = g:node("a", { state = "double v; double w[4]; int32_t k; int64_t n; symbol s; float f;", every = 1000,
    on = { [T] = function(self, event, ctx)
      self.w[event.i] = math.log(event.x) + event.x ^ 2 + math.sin(event.x)
      self.k = event.x * 3
      self.n = self.n + 1
      self.v = math.max(event.x % 3, math.min(event.x, 2)) + math.floor(event.x)
      self.s = A
      self.f = event.x
      ctx.post(P, { x = event.x })
      ctx.after(5)
    end, [P] = function(self, event) self.v = self.v + event.x end },
    on_timer = function(self, ctx)
      self.v = self.v + tonumber(ctx.now) + tonumber(ctx.wall)
      ctx.cancel()
    end })
  local b = g:node("b", { inputs = { list = { a, a }, prev = flux.prev(a.v) }, state = "double v; bool t;",
    update = function(self, list, prev, ctx)
      for i = 0, list.n - 1 do self.v = self.v + list[i].v + prev end
      self.t = ctx.ticked(list) and ctx.valid(list)
    end, init = function(self) self.v = 0 end })
  g:sink("out", b)
  return g, a
end

-- Lua's words, and those that the bodies below use in Lua.
local LUA = {}
for word in ([[self x ctx math tonumber H and break do else elseif end false for function if in local nil not or repeat return then true
  until while goto]]):gmatch "%S+" do
  LUA[word] = true
end

-- Every identifier of a C text that is one of Lua, sorted.
local function identifiers(text, list, seen)
  for word in text:gsub("/%*.-%*/", " "):gsub('"[^"\n]*"', " "):gmatch "%f[%w_][%a_][%w_]*" do
    if not seen[word] and not LUA[word] then
      seen[word] = true
      list[#list + 1] = word
    end
  end
  return list
end

local function export_text(g)
  return require("flux.export").text(require("flux.resolve").resolve(g), { prefix = g.name, snapshot = true, faults = true })
end

-- All that the headers declare, also beyond ISO C, and macros without arguments; compilers' builtins; all that the export says.
local function taken()
  local list, seen = {}, {}
  local text = export_text(rich())
  identifiers(text.header .. text.source, list, seen)
  identifiers([[abs labs printf puts putchar malloc calloc exit abort isalpha toupper index rindex y0 j0 yn gamma ffs bcmp strdup alloca
    round trunc rint log exp fma strlen exp10 sincos log2 cbrt hypot fmaxf copysignl roundeven flux_max flux_log flux_math_fma
    publish_out TICK_ON_TICK __x _X _ _x main assert errno isnan signbit stdin EOF post_helper_post a_on_helper_tick]], list, seen)
  local includes = ("math string stdint stdbool stddef "):gsub("(%S+) ", "#include <%1.h>\\n")
  local out = exported.run(("printf '%s' | cc -std=gnu11 -E -dD -x c -"):format(includes))
  identifiers(out:gsub("%f[%w_]_[%w_]*", " "), list, seen)
  return list
end

-- The rich graph, and in it nodes whose helpers and variables have the names.
local function crowded(list)
  local g, a = rich()
  local lines = { "local H = ...", "local nodes = {}" }
  local function add(text, ...) lines[#lines + 1] = text:format(...) end
  for at = 1, #list, 40 do
    local last = math.min(at + 39, #list)
    for i = at, last do add("H.%s = function(%s) return %s + %d end", list[i], list[i], list[i], i) end
    add("nodes[#nodes + 1] = function(self, x)")
    for i = at, last do add("  self.v = self.v + H.%s(x)", list[i]) end
    add("  self.v = self.v + math.log(x)")
    add("end")
    add("nodes[#nodes + 1] = function(self, x, ctx)")
    for i = at, last do add("  local %s = x + %d", list[i], i) end
    for i = at, last do add("  self.w[x] = self.w[x] + %s * math.floor(%s)", list[i], list[i]) end
    add("  self.v = math.max(self.w[x], x) %% 1000 + math.log(x) + math.abs(x) + tonumber(ctx.now)")
    add("end")
  end
  add("return nodes")
  local bodies = assert(loadstring(table.concat(lines, "\n")))({})
  for i, body in ipairs(bodies) do
    g:node("crowd_" .. i, { inputs = { x = a.v }, state = "double v; double w[32];", update = body })
  end
  return g, #bodies
end

describe("a helper or a variable that is called as something else in C", function()
  teardown(exported.remove)

  it("compiles without a warning, and computes what Lua does", function()
    local list = taken()
    assert.is_true(#list > 600)
    local dir = exported.directory()
    local g, count = crowded(list), nil
    require("flux.export").write(require("flux.resolve").resolve(g), { dir = dir, prefix = "rich", snapshot = true, faults = true })
    for _, cc in ipairs { "gcc", "clang" } do
      if exported.has(cc) then
        for _, std in ipairs { "c11", "gnu11" } do
          exported.run(("cd %s && %s -std=%s %s -fsyntax-only rich.c"):format(dir, cc, std, WARNINGS))
        end
      end
    end
    -- The values of some: the optimiser's time is long.
    local some, states = { unpack(list, 1, 120) }, {}
    for _, backend in ipairs { "table", "native" } do
      local chosen
      chosen, count = crowded(some)
      local rt = chosen:start { backend = backend, wall = function() return 1 end }
      assert(rt:send(T, { time = 5, x = 3, i = 1 }))
      states[backend] = rt.state
    end
    for i = 1, count do assert.equal(states.table["crowd_" .. i].v, states.native["crowd_" .. i].v) end
  end)

  it("may hide the helper that gives its value", function()
    local function half(x) return x / 2 end
    for _, backend in ipairs { "table", "luajit", "native" } do
      local g = flux.graph "hidden"
      g:node("n", { state = "double v;", on = { [T] = function(self, event)
        local twice = half(event.x) * 4
        local half = half(twice) -- luacheck: ignore
        self.v = half + 1
      end } })
      local rt = g:start { backend = backend }
      assert(rt:send(T, { time = 1, x = 3 }))
      assert.equal(4, rt.state.n.v)
    end
  end)
end)
