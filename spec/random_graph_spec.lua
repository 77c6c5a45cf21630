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
    ["has nodes of a loop behind others' keys"] = ":where { key = more }", ["has an otherwise in a loop"] = "%[Keyed:otherwise%(%)%]",
    ["declares a loop backwards"] = "\nlike%d%(\"(%a)12\"[^\n]*\nlike%d%(\"%111\"",
    ["declares a loop by key"] = '\nlike2%("q1"[^\n]*\nlike%d%("[pr][12]"',
    ["has a loop of a kind"] = '{ key = flux%.param "key" }%] = ', ["keys at the end of an int64"] = "%(\"p1\", %-9223372036854775808LL,",
    ["keys at the end of a uint8"] = '%("p1", 255, ', ["keys that are symbols"] = '%("p1", flux%.symbol "S0",',
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

  it("has the nodes of a loop in one of four", function()
    local make, loops, lines = require("spec.support.random_graph").make, 0, {}
    for seed = 1, 400 do
      local case = make(seed, { nodes = 4 })
      if case.likes then loops = loops + 1 end
      for _, node in ipairs(case.nodes) do
        if node.like then lines[node.like] = (lines[node.like] or 0) + 1 end
      end
    end
    assert.is_true(loops >= 80 and loops <= 120, loops)
    for _, count in pairs(lines) do assert.is_true(count >= 4 and count <= 12) end -- of each alike: in any order
  end)

  it("of a loop is shrunk to nodes whose inputs are there", function()
    local random_graph, shrink = require "spec.support.random_graph", require "spec.support.shrink"
    local case
    for seed = 1, 1000 do
      case = random_graph.make(seed, { nodes = 1, entries = 1 })
      if case.likes and case.likes[2] and #case.likes[2].inputs > 0 then break end
    end
    local function fails(candidate) -- "fails" while two nodes of one line read
      local count = 0
      for _, node in ipairs(candidate.nodes) do
        if node.like and #node.inputs > 0 then count = count + 1 end
      end
      return count >= 2
    end
    local small = shrink.run(case, fails, { seconds = 20 })
    local present, count = {}, 0
    for _, node in ipairs(small.nodes) do present[node] = true end
    for _, node in ipairs(small.nodes) do
      count = count + (#node.inputs > 0 and 1 or 0)
      for _, input in ipairs(node.inputs) do
        for _, element in ipairs(input.elements) do assert.is_true(present[element.node]) end
      end
    end
    assert.equal(2, count)
    assert.is_true(#small.nodes < #case.nodes)
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
