-- SPDX-License-Identifier: MIT
-- Random graphs with random entries on every backend, compared with the oracle. `flux fuzz graphs` does the same for longer.
-- A failure names its seed, and the script that it was shrunk to.

local fuzz = require "flux.cli.fuzz"

local function run(options)
  options.directory = os.tmpname()
  os.remove(options.directory)
  options.most, options.shrink_seconds = 1, 30
  local result = fuzz.graphs(options)
  for _, failure in ipairs(result.failures) do
    local file = assert(io.open(failure.path, "rb"))
    local script = file:read("*a")
    file:close()
    error(("seed %d: %s\n%s"):format(failure.seed, failure.text, script), 0)
  end
  os.execute("rm -rf '" .. options.directory .. "'")
  assert.equal(options.count, result.cases)
end

describe("random graphs", function()
  it("run alike on the oracle, table and luajit", function()
    run { count = 200, seed = 1, backends = { "table", "luajit" }, nodes = 40, batch = 40 }
  end)

  it("of 200 nodes run alike on the oracle, table and luajit", function()
    run { count = 4, seed = 500001, backends = { "table", "luajit" }, size = 200, batch = 4 }
  end)

  it("of 2,000 nodes run alike on the oracle, table and luajit", function() -- flux fuzz graphs goes up to 5,000
    run { count = 1, seed = 600001, backends = { "table", "luajit" }, size = 2000, batch = 1 }
  end)

  it("run alike on the oracle and native", function()
    run { count = 60, seed = 1000001, backends = { "native" }, nodes = 8, batch = 20 }
  end)
end)

describe("a random graph", function()
  it("is the same for the same seed", function()
    local make, text = require("spec.support.random_graph").make, require("spec.support.random_text").text
    assert.equal(text(make(7)), text(make(7)))
    assert.are_not.equal(text(make(7)), text(make(8)))
  end)

  local RARE = {
    ["handles End"] = "%[End%]", ["posts End"] = "ctx%.post%(End", ["filters by an int64"] = "where { l = %-1 }",
    ["filters by a uint64"] = "where { q = 18446744073709551615ULL }", ["filters by two wide integers"] = "where { q = %w+, l = ",
    ["filters by a uint8 and a symbol"] = "where { u = %d+, s = ", ["filters by a bool and a symbol"] = "where { b = %a+, s = ",
    ["starts again"] = '{ "stop", clock[^\n]*\n  { "start"', ["sends after a stop"] = '{ "stop", clock[^\n]*\n  { "send"',
    ["resumes after a stop"] = '{ "stop", clock[^\n]*\n  { "resume"',
    ["has a scope in a scope"] = 'g:scope%("scope%d", function%(g%)\ng:scope%("inner"',
  }

  local function arms(callback)
    for _, statement in ipairs(callback.statements) do
      if (statement.text or ""):find("ctx.after", 1, true) then return true end
    end
    return false
  end

  it("has now and then what is rare", function()
    local make, text = require("spec.support.random_graph").make, require("spec.support.random_text").text
    local missing = { ["arms a timer in start"] = true }
    for what in pairs(RARE) do missing[what] = true end -- a set: in any order
    for seed = 1, 1500 do
      local case = make(seed, { nodes = 12 })
      for _, node in ipairs(case.nodes) do
        for _, callback in ipairs(node.callbacks) do
          if callback.role == "start" and arms(callback) then missing["arms a timer in start"] = nil end
        end
      end
      local script = text(case)
      for what, pattern in pairs(RARE) do -- likewise
        if missing[what] and script:find(pattern) then missing[what] = nil end
      end
    end
    assert.same({}, missing)
  end)

  it("is shrunk to what still fails", function()
    local random_graph, shrink = require "spec.support.random_graph", require "spec.support.shrink"
    local case = random_graph.make(7)
    local function fails(candidate) -- "fails" while it has a node with an update and a send
      local update, send = false, false
      for _, node in ipairs(candidate.nodes) do
        for _, callback in ipairs(node.callbacks) do update = update or callback.role == "update" end
      end
      for _, entry in ipairs(candidate.entries) do send = send or entry[1] == "send" end
      return update and send
    end
    assert.is_true(fails(case))
    local small = shrink.run(case, fails, { seconds = 20 })
    assert.is_true(fails(small))
    assert.equal(1, #small.nodes)
    assert.equal(1, #small.entries)
    assert.equal(1, #small.nodes[1].callbacks)
  end)
end)
