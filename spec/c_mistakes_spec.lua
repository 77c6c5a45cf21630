-- SPDX-License-Identifier: MIT
-- What C forgives and flux does not: mistakes in C bodies are errors or warnings at the user's line, before anything runs.

local exported = require "spec.support.exported"
local flux = require "flux"
local messages = require "spec.support.c_messages"

local Tick = flux.event("MistakeTick", "double x; int64_t n;")

-- A graph whose node n gets its update; what it raises when it starts, and what it prints.
local function start(update, backend)
  local g = flux.graph("mistakes", { on_error = "skip" })
  local tick = g:node("tick", { state = "double x; int64_t n;",
    on = { [Tick] = function(self, event) self.x, self.n = event.x, event.n end } })
  g:node("n", { inputs = { x = tick.x, n = tick.n, tick = tick }, state = "double v;", update = update })
  local stderr, printed = io.stderr, {}
  io.stderr = { write = function(_, ...) printed[#printed + 1] = table.concat { ... } end } -- luacheck: ignore
  local ok, rt = pcall(g.start, g, { backend = backend })
  io.stderr = stderr -- luacheck: ignore
  return ok, ok and rt or tostring(rt), table.concat(printed), g
end

local function in_file(text, name, backend)
  local path = messages.file(text)
  finally(function() os.remove(path) end)
  local ok, result, printed, g = start(flux.cfile(path, name), backend)
  local own = path:gsub("%p", "%%%0")
  return ok, ok and result or result:gsub(own, "x.c"), printed:gsub(own, "x.c"), g
end

local function here() return debug.getinfo(2, "l").currentline end

for _, backend in ipairs { "luajit", "native" } do
  describe("a C body on " .. backend, function()
    it("cannot call what nobody declared", function()
      local line = here() + 1
      local ok, message = start(flux.c [[ self->v = undeclared(x); ]], backend)
      assert.is_false(ok)
      assert.equal(1, (message:find(("spec/c_mistakes_spec.lua:%d: the C body does not compile: "):format(line), 1, true)), message)
      assert.matches("undeclared", message)
    end)

    it("cannot call what is declared and defined nowhere", function()
      local line = here() + 2
      local ok, message = start(flux.c [[
        extern double nowhere_at_all(double);
        self->v = nowhere_at_all(x);
      ]], backend)
      assert.is_false(ok)
      assert.equal(("spec/c_mistakes_spec.lua:%d: the C body calls 'nowhere_at_all', which is declared and defined nowhere"):format(line),
        message)
    end)

    it("returns a status, not nothing", function()
      local line = here() + 1
      local ok, message = start(flux.c [[ self->v = x; return; ]], backend)
      assert.is_false(ok)
      assert.equal(1, (message:find(("spec/c_mistakes_spec.lua:%d: the C body does not compile: "):format(line), 1, true)), message)
    end)

    it("is shown with a caret under the mistake, on a line with Lua before it", function()
      local ok, message = start(flux.c [[ self->v = not_there; ]], backend)
      assert.is_false(ok)
      local shown, caret = message:match "| ([^\n]*not_there[^\n]*)\n[^\n|]*| ([^\n]*)"
      assert.equal(shown:find("not_there", 1, true), (caret:find("^", 1, true)))
    end)

    it("may lack its last ';', and nobody speaks of a return that it has not", function()
      local ok, message = start(flux.c [[ self->v = x ]], backend)
      assert.is_false(ok)
      assert.matches("expected ';'", message)
      assert.falsy(message:find("return", 1, true), message)
    end)

    it("cannot move its own lines", function()
      local line = here() + 3
      local ok, message = start(flux.c [[
        self->v = x;
        #line 99 "foo"
        self->v = missing;
      ]], backend)
      assert.is_false(ok)
      assert.equal(1, (message:find(("spec/c_mistakes_spec.lua:%d: #line in a C body"):format(line), 1, true)), message)
    end)

    it("that compiles with a warning has it shown, at the user's line", function()
      -- Warnings are shown when a text is compiled, and it is compiled once: this one is new each time.
      local text = ("self->v = x; return x; /* %d %s %s */"):format(os.time(), backend, os.tmpname())
      -- What says the same words, with the same line of the script, is said once: each backend has its own.
      local body = backend == "luajit" and flux.c(text)
        or flux.c(text)
      local ok, _, printed = start(body, backend)
      assert.is_true(ok)
      assert.matches("^spec/c_mistakes_spec%.lua:%d+:%d+: warning: ", printed)
      assert.falsy(printed:find("flux wrappers", 1, true))
    end)
  end)

  describe("a function of a C file on " .. backend, function()
    it("cannot write an input", function()
      local ok, message = in_file("\nstatic int wr(mistakes_tick *tick, mistakes_n *self) { tick->x = 9; self->v = 1; return 1; }\n", "wr",
        backend)
      assert.is_false(ok)
      assert.equal(1, (message:find("x.c:2: the C body does not compile: ", 1, true)), message)
      assert.truthy(message:find("\n  expected: static int wr(const mistakes_tick *tick, mistakes_n *self)\n", 1, true), message)
    end)

    it("has the types of its ports", function()
      local ok, message = in_file("static int f(int x, mistakes_n *self) { self->v = x; return 1; }\n", "f", backend)
      assert.is_false(ok)
      assert.truthy(message:find("\n  expected: static int f(double x, mistakes_n *self)\n", 1, true), message)
    end)

    it("returns a status", function()
      local ok, message = in_file("static double f(double x, mistakes_n *self) { self->v = x; return 1; }\n", "f", backend)
      assert.is_false(ok)
      assert.truthy(message:find("\n  expected: static int f(double x, mistakes_n *self)\n", 1, true), message)
    end)

    it("may promise to write less, and need not be static", function()
      local ok, rt = in_file([[
int f(const double x, const mistakes_n *self, const flux_ctx *ctx) {
  return self->v < x && flux_cycle(ctx) > 0 ? FLUX_DIRTY : FLUX_ARREST;
}
]], "f", backend)
      assert.is_true(ok, rt)
      assert(rt:send(Tick, { x = 5 }))
    end)
  end)
end

describe("a C file", function()
  teardown(exported.remove)

  it("may define names that the exported file has", function()
    local text = [[
enum { PUBLISHING = 3, TICK_ON_MISTAKE_TICK = 4 };
static int failed(double x) { return x > 100 ? -3 : 0; }
static double arm(double x) { return x + PUBLISHING; }
static int n_update(mistakes_n *self, double x) {
  self->v = arm(x) + TICK_ON_MISTAKE_TICK;
  return failed(x) < 0 ? failed(x) : FLUX_DIRTY;
}
static int tick_cycle(void) { return 0; }
static int set_initial_state(double x) { return x > 0 ? tick_cycle() : 1; }
static int n_after_update(mistakes_n *self, double x) { return set_initial_state(x) + (self->v < 0); }
]]
    for _, backend in ipairs { "table", "luajit", "native" } do
      local ok, rt, _, g = in_file(text, "n_update", backend)
      assert.is_true(ok, rt)
      assert(rt:send(Tick, { x = 5 }))
      assert.equal(12, rt.state.n.v)
      local dir = exported.directory()
      require("flux.export").write(require("flux.resolve").resolve(g), { dir = dir, prefix = "mistakes" })
      exported.run(("cc -std=c11 -Wall -Wextra -Werror -Wno-unused-function -c -o %s/x.o %s/mistakes.c"):format(dir, dir))
    end
  end)
end)
