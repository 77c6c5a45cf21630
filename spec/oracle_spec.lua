-- SPDX-License-Identifier: MIT
-- The oracle sorts by itself: with the lists of a graph in another order it calls the same, in the order that S3 and S10 say.

local flux = require "flux"
local oracle = require "spec.oracle"
local scenario = require "spec.support.scenario"

local E = flux.event("OracleE", "int32_t k; bool b; symbol s; uint64_t u;")
local AA, BB = flux.symbol "ORACLE_AA", flux.symbol "ORACLE_BB"

local function reversed(list)
  local out = {}
  for i = #list, 1, -1 do out[#out + 1] = list[i] end
  return out
end

describe("the oracle", function()
  it("orders filtered handlers by the positions of their fields, then by values, and inputs as they are listed", function()
    local g = flux.graph("sorted", { symbols = 4 })
    local function note() return function(self) self.runs = self.runs + 1 end end
    local n = g:node("n", { state = "int32_t runs;", on = {
      [E] = note(), [E:otherwise()] = note(), [E:where { u = 18446744073709551615ULL }] = note(), [E:where { s = BB }] = note(),
      [E:where { s = AA }] = note(), [E:where { b = true }] = note(), [E:where { b = false }] = note(),
      [E:where { k = 2, s = BB }] = note(), [E:where { k = 2, b = true }] = note(), [E:where { k = 2 }] = note(),
      [E:where { k = -1 }] = note(), [E:where { k = 1 }] = note(),
    } })
    g:node("reader", { inputs = { zed = n, alpha = n }, state = "int32_t runs;",
      on_input = { alpha = function(self) self.runs = 1 end, zed = function(self) self.runs = 2 end },
      update = function(self, zed, alpha) self.runs = zed.runs + alpha.runs end })
    g:finish()
    for _, node in ipairs(g.nodes) do
      node.callbacks = reversed(node.callbacks)
      for _, role in ipairs { "handler", "input" } do node.by_role[role] = reversed(node.by_role[role]) end
    end
    local rt = oracle.start(g, { trace = true })
    local function calls(fields)
      assert(rt:send(E, fields))
      return scenario.calls(rt:trace())
    end
    local read = ", reader.on_input(zed), reader.on_input(alpha), reader"
    assert.equal("n(OracleE where k=2), n(OracleE where k=2, b=true), n(OracleE where k=2, s=ORACLE_BB), n(OracleE where b=true), " ..
      "n(OracleE where s=ORACLE_BB), n(OracleE where u=18446744073709551615), n(OracleE)" .. read,
      calls { k = 2, b = true, s = "ORACLE_BB", u = 18446744073709551615ULL })
    assert.equal("n(OracleE where b=false), n(OracleE)" .. read, calls { k = 7 })
    assert.equal("n(OracleE where k=-1), n(OracleE where b=false), n(OracleE where s=ORACLE_AA), n(OracleE)" .. read,
      calls { k = -1, s = "ORACLE_AA" })
  end)
end)
