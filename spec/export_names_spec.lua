-- SPDX-License-Identifier: MIT
-- Names of a script that C has other uses for: they are given another name in the exported C, or refused where they are declared.
local flux = require "flux"
local exported = require "spec.support.exported"
local names = require "flux.names"

local FLAGS = "-std=c11 -O1 -Wall -Wextra -Wpedantic -Wshadow -Werror -ffp-contract=off"
local A = flux.symbol "A"
local T = flux.event("T", "int64_t time; double x; int32_t i;", { time = "time" })

-- The export of a graph compiles, and native gives what table gives.
local function agrees(build, event, node, field, expected)
  for _, backend in ipairs { "table", "luajit", "native" } do
    local rt = build():start { backend = backend }
    assert(rt:send(event, { time = 5, x = 3, i = 1 }))
    assert.equal(expected, rt.state[node][field])
  end
  local dir = exported.directory()
  finally(exported.remove)
  local g = build()
  require("flux.export").write(require("flux.resolve").resolve(g), { dir = dir, prefix = g.name })
  exported.run(("cc %s -c -o %s/x.o %s/%s.c"):format(FLAGS, dir, dir, g.name))
end

describe("a name that C has another use for", function()
  it("may be the graph's for a node", function()
    agrees(function()
      local g = flux.graph "ema"
      g:node("ema", { state = "double v;", on = { [T] = function(self, event) self.v = event.x + 1 end } })
      return g
    end, T, "ema", "v", 4)
  end)

  it("may be a node that is called as a member or a function of the instance", function()
    local dir = exported.directory()
    finally(exported.remove)
    local g, list = flux.graph("gg", { on_error = "rollback" }), {}
    for name in ([[t init start stop dispatch advance buffer trigger reset resume snapshot restore symbol send user now cycle flux node
      field nodes events callbacks graph audit error post state pending saved posts clock wall valid queue profile]])
      :gmatch "%S+" do
      list[#list + 1] = name
      local node = g:node(name, { state = "double v; double w[4];", every = 1000, on = { [T] = function(self, event)
        self.w[event.i] = event.x
        self.v = self.w[event.i] + 1
      end }, on_timer = function(self) self.v = 0 end })
      g:sink(name, node)
    end
    require("flux.export").write(require("flux.resolve").resolve(g), { dir = dir, main = true, snapshot = true })
    exported.run(("cd %s && cc %s -c gg.c main.c && c++ -std=c++17 -Wall -Werror -fsyntax-only -x c++ gg.h"):format(dir, FLAGS))
    for _, backend in ipairs { "table", "luajit", "native" } do
      local rt = g:start { backend = backend }
      assert(rt:send(T, { time = 5, x = 3, i = 1 }))
      for _, name in ipairs(list) do assert.equal(4, rt.state[name].v) end
    end
  end)

  -- What a failing cycle undoes stands in one struct: states, flags, deadlines of nodes.
  it("may be a node that is called as what another saves", function()
    local g = flux.graph("gg", { on_error = "rollback" })
    for _, name in ipairs { "a", "a_valid", "a_deadline" } do
      g:node(name, { state = "double v; double w[4];", on = { [T] = function(self, event, ctx)
        self.w[event.i] = event.x
        self.v = self.v + self.w[event.i]
        ctx.after(10)
      end }, on_timer = function(self) self.v = self.v + 100 end })
    end
    g:node("both", { inputs = { a = "a", b = "a_valid" }, when = "all", state = "double v; double w[4];", update = function(self, a, b)
      self.v = self.w[a.v == 7 and 9 or 0] + a.v + b.v
    end })
    local dir = exported.directory()
    finally(exported.remove)
    require("flux.export").write(require("flux.resolve").resolve(g), { dir = dir })
    exported.run(("cc %s -c -o %s/x.o %s/gg.c"):format(FLAGS, dir, dir))
    for _, backend in ipairs { "table", "luajit", "native" } do
      local rt = g:start { backend = backend }
      assert(rt:send(T, { time = 5, x = 3, i = 1 }))
      assert.is_nil((rt:send(T, { time = 7, x = 4, i = 1 }))) -- 3 + 4 is 7: nothing has been
      assert.same({ 3, 3, 6 }, { rt.state.a.v, rt.state.a_valid.v, rt.state.both.v })
      rt:advance(16) -- the deadline of the first event is 15, that of the one that failed would be 17
      assert.equal(103, rt.state.a.v)
    end
  end)

  it("may be a node", function()
    agrees(function()
      local g = flux.graph "gg"
      for _, name in ipairs { "site", "pending", "g", "events", "memcpy", "arm", "index_error" } do
        g:node(name, { state = "double v; double w[4];", on = { [T] = function(self, event)
          self.w[event.i] = event.x
          self.v = self.w[event.i] + 1
        end } })
      end
      return g
    end, T, "site", "v", 4)
  end)

  it("may be an event", function()
    local events = {}
    for i, name in ipairs { "H", "Events", "Nodes", "ELate", "EntryTimer", "GraphHash", "AuditOff", "SymbolA" } do
      events[i] = flux.event(name, "int64_t time; double x; int32_t i;", { time = "time" })
    end
    agrees(function()
      local g = flux.graph("gg", { late = "reject" })
      for i, event in ipairs(events) do
        g:node("n" .. i, { state = "double v; symbol a; int64_t n;", every = 1000, on_timer = function(self) self.n = self.n + 1 end,
          on = { [event] = function(self, e)
            self.v = e.x
            self.a = A
          end } })
      end
      return g
    end, events[1], "n1", "v", 3)
  end)

  -- ISO C11 §6.4.1, and what C++17 adds in [lex.key], as event types of one letter more: their names in C have no capital.
  it("may be an event that is called as a keyword", function()
    local events = {}
    for word in ([[auto break case char const continue default do double else enum extern float for goto if inline int long register
      restrict return short signed sizeof static struct switch typedef union unsigned void volatile while alignas asm bool catch class
      constexpr decltype delete explicit export false friend mutable namespace new noexcept nullptr operator private protected public
      template this throw true try typeid typename using virtual word int_event]]):gmatch "%S+" do
      events[#events + 1] = flux.event(word:gsub("^%l", string.upper), "int64_t time; double x = 2; int32_t i;", { time = "time" })
    end
    local dir = exported.directory()
    finally(exported.remove)
    local g = flux.graph("gg", { capacity = 100 })
    local first = table.remove(events, 1)
    local source = { "return function(events, first)", "return { state = 'double v;', on = { [first] = function(self, event, ctx)" }
    for i = 1, 50 do source[#source + 1] = ("ctx.post(events[%d], { time = event.time, x = event.x })"):format(i) end
    source[#source + 1] = "self.v = event.x end } } end"
    g:node("sender", loadstring(table.concat(source, "\n"))()(events, first))
    for i, event in ipairs(events) do
      g:node("n" .. i, { state = "double v;", on = { [event] = function(self, e) self.v = e.x end } })
    end
    require("flux.export").write(require("flux.resolve").resolve(g), { dir = dir, main = true })
    exported.run(("cd %s && cc %s -c gg.c main.c && c++ -std=c++17 -Wall -Werror -fsyntax-only -x c++ gg.h"):format(dir, FLAGS))
  end)

  it("may be a local or an input", function()
    agrees(function()
      local g = flux.graph "gg"
      local src = g:node("src", { state = "double v; double w[4];", on = { [T] = function(self, event, ctx)
        local NAN, HUGE_VAL, INT64_MAX, FLUX_X = event.x, event.x, event.x, event.x
        local gg_t, arm, read_wall, index_error = NAN + 1, HUGE_VAL + 1, INT64_MAX + 1, FLUX_X + 1
        self.w[event.i] = gg_t + arm + read_wall + index_error
        self.v = self.w[event.i]
        ctx.after(1)
      end }, on_timer = function(self) self.v = 0 end })
      g:node("out", { inputs = { gg_t = src.v, gg_src = src, gg_error = src }, state = "double v;",
        update = function(self, gg_t, gg_src, gg_error) self.v = gg_t + gg_src.v + gg_error.w[1] end })
      return g
    end, T, "out", "v", 48)
  end)

  for _, name in ipairs { "INT64_MAX", "HUGE_VAL", "UINT8_C", "FP_NAN", "COLD", "INLINED", "FLUX_DIRTY", "M_PI", "SIZE_MAX" } do
    it(("is refused as a macro: %s"):format(name), function()
      for _, what in ipairs { "node", "input", "field", "param", "event" } do
        assert.equal("reserved: a macro in C", names.refused(name, what))
      end
    end)
  end

  it("is refused as a field that LuaJIT reads as a type", function()
    local ok, message = pcall(flux.event, "C", "double complex;")
    assert.is_false(ok)
    assert.matches("field 'complex': reserved: a name of the C library", message)
  end)
end)
