-- SPDX-License-Identifier: MIT
-- What each operator and each conversion gives, by values worked out by hand: in emitted Lua with the JIT off and on, and in emitted C
-- compiled by gcc and clang (DESIGN §5, S18).

local ffi = require "ffi"
local body = require "flux.body"
local both = require "spec.support.body_both"
local cases = require "spec.support.body_values"
local fake = require "spec.support.body_env"

local A = fake.symbol "A"

local function env()
  return fake.env {
    state = "double v; int64_t n; uint64_t m; bool t; float f; int8_t i8; uint8_t u8; int16_t i16; uint16_t u16; int32_t i32; "
      .. "uint32_t u32; symbol s; double w[4];",
    inputs = { a = fake.port "double", b = fake.port "double", i = fake.port "int64_t", j = fake.port "int64_t", u = fake.port "uint64_t",
      x = fake.port "uint64_t", p = fake.port "bool", q = fake.port "bool", k = fake.port "int32_t", y = fake.port "symbol",
      g = fake.port "float", h = fake.port "uint32_t" },
  }
end

local units = {}
for i, c in ipairs(cases) do
  local e = env()
  local text = ("function(self, a, b, i, j, u, x, p, q, k, y, g, h)\n  %s\nend"):format(c.text)
  units[i] = both.unit(body.compile({ is_body = true, text = text, upvalues = { A = A } }, e), e)
end

local function prepare(unit, inputs)
  unit:reset()
  for name, value in pairs(inputs) do unit:input(name).value = value end
end

local function same(expected, got)
  if type(expected) == "number" and expected ~= expected then return got ~= got end
  if type(expected) == "number" and expected == 0 and got == 0 then return 1 / expected == 1 / got end
  return expected == got
end

local function check(name, run)
  it(name, function()
    for i, c in ipairs(cases) do
      local unit = units[i]
      prepare(unit, c.inputs)
      local outcome = run(unit)
      local got = unit.self[c.field]
      if not (outcome == "dirty" and same(c.expected, got)) then
        local given = {}
        for key, value in pairs(c.inputs) do given[#given + 1] = key .. " = " .. tostring(value) end
        table.sort(given)
        error(("%s with %s: expected %s, got %s (%s)"):format(c.text, table.concat(given, ", "), tostring(c.expected), tostring(got),
          outcome), 0)
      end
    end
  end)
end

describe("the values of a body", function()
  check("are those worked out by hand in interpreted Lua", function(unit)
    jit.off()
    local outcome = unit:run_lua()
    jit.on()
    return outcome
  end)

  check("are the same when LuaJIT compiles", function(unit)
    jit.opt.start("hotloop=2", "hotexit=1")
    local outcome
    for _ = 1, 30 do
      ffi.fill(unit.self, ffi.sizeof(unit.self_type))
      outcome = unit:run_lua()
    end
    jit.opt.start("hotloop=56", "hotexit=10")
    return outcome
  end)

  for _, arm in ipairs { { "gcc", "-O0" }, { "gcc", "-O2" }, { "clang", "-O2" } } do
    local lib
    setup(function() lib = both.compile(units, arm[1], arm[2]) end)
    check(("are the same in C by %s %s"):format(arm[1], arm[2]), function(unit) return unit:run_c(lib) end)
  end
end)
