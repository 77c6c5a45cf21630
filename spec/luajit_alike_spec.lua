-- SPDX-License-Identifier: MIT
-- Keys whose nodes are alike are one function of the backend `luajit`: traces do not become more with keys, and what is left, recorded
-- and blamed is of the right key. Values are worked by hand, or the oracle's (more of it in export_alike_spec); traces are counted.

local command = require "spec.support.command"
local flux = require "flux"
local jit_text = require("flux.jit").text
local oracle = require "spec.oracle"

local Tick = flux.event("AlikeTick", "double x; int32_t key;")
local Wide = flux.event("AlikeWide", "double x; int64_t key;")

-- Prints how many traces there are after 60,000 events, how many more after as many again, how many of those were given up, and by how
-- much the counts of nodes differ from what they must be. "keyed": a chain of 4 for each key; "scattered": 4 nodes for each, and readers
-- of neighbours.
local SCRIPT = [==[
  package.path = "lua/?.lua;lua/?/init.lua;" .. package.path
  local flux = require "flux"
  local Tick = flux.event("Tick", "double x; int32_t key;")
  local keys, kind = %d, "%s"
  local g = flux.graph("keys")
  local Add = flux.kind("Add", { state = "double v; int64_t n;", update = flux.body[[function(self, up)
    self.v, self.n = up.v + 1, self.n + 1
    if self.v == 4 then return false end
  end]] })
  local Gap = flux.kind("Gap", { state = "double v; int64_t n;", update = flux.body[[function(self, a, b)
    self.v, self.n = a.v - b.v, self.n + 1
  end]] })
  local function first(name, key)
    return g:node(name, { state = "double v; int64_t n;", on = { [Tick:where { key = key }] = flux.body[[function(self, event)
      self.v, self.n = event.x, self.n + 1
    end]] } })
  end
  local last
  if kind == "keyed" then
    for k = 0, keys - 1 do
      last = first("k" .. k, k)
      for i = 1, 3 do last = g:node(("k%%d_%%d"):format(k, i), Add { up = last }) end
    end
  else
    for i = 0, 4 * keys - 1, 2 do
      local a, b = first("k" .. i, i %% keys), first("k" .. i + 1, (i + 1) %% keys)
      last = g:node("gap" .. i, Gap { a = a, b = b })
    end
  end
  local traces, given_up = 0, 0
  local rt = g:start { backend = "luajit" }
  local event = rt:new(Tick)
  local state, sum = 42, 0
  local function run(events)
    for i = 1, events do
      state = (state * 16807) %% 2147483647
      event.x, event.key = state %% 8, state %% keys
      rt:dispatch(event)
      -- All 4 of a chain but where the third arrests (x = 2) or the second (x = 3); or 4 and their 4 readers.
      sum = sum + (kind == "scattered" and 8 or event.x == 3 and 2 or event.x == 2 and 3 or 4)
    end
  end
  local attached = function(what)
    if what == "stop" then traces = traces + 1 end
    if what == "abort" then given_up = given_up + 1 end
  end
  rt:dispatch(event) -- compiles the cycle
  for _, node in ipairs(g.nodes) do sum = sum - tonumber(rt.state[node.name].n) end
  sum = -sum
  jit.flush()
  jit.attach(attached, "trace")
  run(60000)
  local learned = traces
  given_up = 0
  run(60000)
  local later = traces - learned
  for _, node in ipairs(g.nodes) do sum = sum - tonumber(rt.state[node.name].n) end
  print(learned, later, given_up, sum)
]==]

local function counted(keys, kind)
  local result = command("luajit -e " .. command.quoted(SCRIPT:format(keys, kind)))
  assert.equal("", result.err)
  local learned, later, given_up, sum = result.out:match("^(%d+)\t(%d+)\t(%d+)\t(%-?%d+)\n$")
  return tonumber(learned), tonumber(later), tonumber(given_up), tonumber(sum)
end

local function text_of(rt, event) return (jit_text(rt, rt.resolved.entry_of.event[event])) end

-- Two nodes for each key; the second fails where its number is not below 4.
local function failing(event, keys, key_of)
  local g = flux.graph("failing", { on_error = "skip" })
  for k = 1, keys do
    local up = g:node("a" .. k, { state = "double v;", on = { [event:where { key = key_of(k) }] = function(self, e) self.v = e.x end } })
    g:node("b" .. k, { inputs = { up = up }, state = "int32_t n; double w[4];", update = function(self, up)
      self.w[up.v] = 1
      self.n = self.n + 1
    end })
  end
  return g
end

local function plain_key(k) return k end

describe("keys that are alike, on luajit,", function()
  for _, kind in ipairs { "keyed", "scattered" } do
    it("have as many traces when there are many of them: " .. kind, function()
      local few, _, _, left = counted(8, kind)
      local many, later, given_up, left_of_many = counted(400, kind)
      assert.is_true(few >= 1 and many <= 20, ("%d traces for 8 keys, %d for 400"):format(few, many)) -- each way through a chain is one
      assert.equal(0, later)
      assert.equal(0, given_up)
      assert.same({ 0, 0 }, { left, left_of_many })
    end)
  end

  it("are run by one function, with the places of the first and steps", function()
    local text = text_of(failing(Tick, 30, plain_key):start { backend = "luajit" }, Tick)
    assert.truthy(text:find("b1_update(s_48.b1, s_48.a1)", 1, true), text) -- 8 bytes, 4 + 4 for alignment + 32
    assert.truthy(text:find("local at = numbers[event.key - 1]", 1, true), text)
    assert.truthy(text:find("elseif at < 30 then\n      part_1(event, state, at)", 1, true), text)
    assert.falsy(text:find("b2_update", 1, true))
  end)

  it("stay apart where they are few, and where their bodies differ", function()
    assert.truthy(text_of(failing(Tick, 3, plain_key):start { backend = "luajit" }, Tick):find("b3_update", 1, true))
    local g = flux.graph("different")
    for k = 1, 8 do
      local factor = k <= 4 and 2 or k
      g:node("a" .. k, { state = "double v;", on = { [Tick:where { key = k }] = function(self, e) self.v = e.x * factor end } })
    end
    local rt = g:start { backend = "luajit" }
    local text = text_of(rt, Tick)
    assert.truthy(text:find("a8_on", 1, true))
    assert.falsy(text:find("a4_on", 1, true))
    for k = 1, 9 do assert(rt:send(Tick, { x = 10, key = k })) end
    for k = 1, 8 do assert.equal(k <= 4 and 20 or 10 * k, rt.state["a" .. k].v) end
  end)

  for _, audited in ipairs { false, true } do
    it("fail by the name of their own callback" .. (audited and ", audited" or ""), function()
      local rt = failing(Tick, 30, plain_key):start { backend = "luajit" }
      if audited then rt:audit { level = "values" } end
      local event = rt:new(Tick)
      for k = 30, 1, -7 do
        for _, x in ipairs { 2, 4, 3 } do
          event.x, event.key = x, k
          local ok, message = rt:dispatch(event)
          if x == 4 then
            assert.is_nil(ok)
            assert.truthy(message:find(("node 'b%d'"):format(k), 1, true), message)
          else
            assert.is_true(ok)
          end
        end
        assert.equal(2, rt.state["b" .. k].n)
      end
    end)
  end

  -- Numbers of 64 bits that a double does not hold, next to each other; and those next to the ends.
  it("are found by exact numbers", function()
    local function far(k) return 9007199254740993LL + k end
    local rt = failing(Wide, 30, far):start { backend = "luajit" }
    assert.truthy(text_of(rt, Wide):find("numbers[tonumber(event.key - 9007199254740994LL)]", 1, true))
    for k = -1, 32 do
      for _ = 1, k + 2 do assert(rt:send(Wide, { x = 1, key = far(k) })) end
    end
    for _, key in ipairs { 9223372036854775807LL, -9223372036854775807LL - 1LL, 0LL, 1LL, 30LL, -9007199254740994LL } do
      assert(rt:send(Wide, { x = 1, key = key }))
    end
    for k = 1, 30 do assert.equal(k + 2, rt.state["b" .. k].n) end
  end)

  it("stay as they are where no double tells their numbers apart", function()
    local function spread(k) return k < 4 and k - 9223372036854775807LL or 9223372036854775000LL + k end
    local rt = failing(Wide, 8, spread):start { backend = "luajit" }
    assert.falsy(text_of(rt, Wide):find("numbers", 1, true))
    for k = 1, 8 do
      for _ = 1, k do assert(rt:send(Wide, { x = 1, key = spread(k) })) end
    end
    for k = 1, 8 do assert.equal(k, rt.state["b" .. k].n) end
  end)

  -- Handlers of any key and `otherwise`, stamps of `when = "all"`, and what asks who ticked, behind nodes of keys.
  it("leave what the oracle says beside nodes of any key", function()
    local function graph()
      local g = flux.graph("beside")
      local any = g:node("any", { state = "double v;", on = { [Tick] = function(self, e)
        self.v = self.v + e.x
        if e.x == 5 then return false end
      end } })
      local other = g:node("other", { state = "double v;", on = {
        [Tick:where { key = 2 }] = function(self, e) self.v = e.x end, [Tick:otherwise()] = function(self) self.v = self.v - 1 end } })
      for k = 0, 20 do
        local a = g:node("a" .. k, { state = "double v;", on = { [Tick:where { key = 5 * k }] = function(self, e)
          self.v = e.x
          if e.x == 1 then return false end
        end } })
        local b = g:node("b" .. k, { inputs = { a = a, any = any }, state = "double v; bool both;", update = function(self, a, any, ctx)
          self.v, self.both = a.v + any.v, ctx.ticked(a)
        end })
        g:node("c" .. k, { inputs = { b = b, other = other }, when = "all", state = "double v;", update = function(self, b, other)
          self.v = self.v + b.v * other.v
        end })
      end
      return g
    end
    local function run(start)
      local g = graph()
      local rt, seen = start(g), {}
      for i = 1, 400 do
        assert(rt[i % 11 == 0 and "buffer" or "send"](rt, Tick, { x = i % 7, key = i * 13 % 110 }))
        if i % 33 == 0 then rt:trigger() end
        for _, node in ipairs(g.nodes) do seen[#seen + 1] = ("%d %s %.17g"):format(i, node.name, rt.state[node.name].v) end
      end
      return seen
    end
    local expected = run(function(g) return oracle.start(g, {}) end)
    assert.same(expected, run(function(g) return g:start { backend = "luajit" } end))
  end)
end)
