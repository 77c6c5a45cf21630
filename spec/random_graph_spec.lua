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
  assert.is_true(result.cases > 0)
end

describe("random graphs", function()
  it("run alike on the oracle, table and luajit", function()
    run { seconds = 25, seed = 1, backends = { "table", "luajit" }, nodes = 30, batch = 10 }
  end)

  it("run alike on the oracle and native", function()
    run { seconds = 20, seed = 1000001, backends = { "native" }, nodes = 8, batch = 4 }
  end)
end)

describe("a random graph", function()
  it("is the same for the same seed", function()
    local make, text = require("spec.support.random_graph").make, require("spec.support.random_text").text
    assert.equal(text(make(7)), text(make(7)))
    assert.are_not.equal(text(make(7)), text(make(8)))
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
