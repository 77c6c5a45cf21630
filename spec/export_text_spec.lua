-- SPDX-License-Identifier: MIT
-- What an export's text owes its reader: the same bytes from every directory, the graph's own code first, honest comments.
local command = require "spec.support.command"
local exported = require "spec.support.exported"

local root = io.popen("pwd"):read("*l")
local FLUX = ("luajit %s flux "):format(command.quoted(root .. "/lua/flux/cli/launch.lua"))

local GRAPH = [[
local flux = require "flux"
local Tick = flux.event("Tick", "double price;")
local g = flux.graph("join")
local a = g:node("a", { state = "double x;", on = { [Tick] = function(self, event) self.x = math.log(event.price) end } })
local b = g:node("b", { state = "double x[3];", on = { [Tick] = function(self, event) self.x[event.price] = 1 end } })
g:sink("s", g:node("s", { inputs = { a = a, b = b }, when = "all", state = "double x;",
  update = function(self, a, b) self.x = a.x + b.x[0] end }))
return g
]]

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

local function script(text)
  local directory = exported.directory()
  local file = assert(io.open(directory .. "/join.lua", "wb"))
  file:write(text)
  file:close()
  return directory
end

describe("an exported text", function()
  teardown(exported.remove)

  it("has the same bytes from every directory", function()
    local directory, first = script(GRAPH), nil
    for i, from in ipairs { { "/", directory .. "/join.lua" }, { directory, "join.lua" }, { directory, "./join.lua" } } do
      local out = ("%s/%d"):format(directory, i)
      exported.run(("%s export %s -o %s --main --cmake --snapshot"):format(FLUX, from[2], out), { directory = from[1] })
      local text = {}
      for _, name in ipairs { "join.h", "join.c", "main.c", "CMakeLists.txt" } do text[#text + 1] = read(out .. "/" .. name) end
      text = table.concat(text)
      first = first or text
      assert.is_true(first == text)
    end
    assert.truthy(first:find('{ "b", "on Tick", "join.lua:5" }', 1, true))
  end)

  it("names a node of the library by its kind, not by a folder of this checkout", function()
    local directory = script [[
local flux, nodes = require "flux", require "flux.nodes"
local Tick = flux.event("Tick", "double price; symbol key;")
local g = flux.graph("join")
g:sink("s", g:node("m", nodes.mean { x = g:node("tick", nodes.latest(Tick)).price, window = 4 }))
g:sink("t", g:by(Tick.key, { capacity = 4 }, function(sub)
  return sub:node("k", nodes.median { x = sub:node("own", nodes.latest(Tick)).price, window = 4 })
end))
return g
]]
    exported.run(("%s export %s/join.lua -o %s --line"):format(FLUX, directory, directory))
    local text = read(directory .. "/join.c")
    assert.truthy(text:find('{ "m", "update", "flux.nodes.mean:1" }', 1, true))
    assert.falsy(text:find('/flux.nodes.', 1, true))
  end)

  it("has the vendored mathematics at its end, and says what it is linked with", function()
    local directory = script(GRAPH)
    exported.run(("%s export %s/join.lua -o %s --cmake"):format(FLUX, directory, directory))
    local text = read(directory .. "/join.c")
    local declared, called = text:find("static double flux_log(double x);", 1, true), text:find("join_on_tick(", 1, true)
    local defined = text:find("static double flux_log(double x) {", 1, true)
    assert.is_true(declared < called and called < defined)
    assert.truthy(read(directory .. "/join.h"):find("Link with -lm: fma of the C library is called.", 1, true))
    assert.truthy(read(directory .. "/CMakeLists.txt"):find("target_link_libraries(join PUBLIC m)", 1, true))
  end)

  it("runs `otherwise` as the default of the switch over its node's filters, and only there", function()
    local directory = script [[
local flux = require "flux"
local Tick = flux.event("Tick", "int32_t leg; double price;")
local function keep(self, event) self.x = event.price end
local g = flux.graph("join")
local function node(name, ...)
  local on = { [Tick:otherwise()] = keep }
  for _, leg in ipairs { ... } do on[Tick:where { leg = leg }] = keep end
  g:node(name, { state = "double x;", on = on })
end
node("both", 1, 2)
node("one", 3)
return g
]]
    exported.run(("%s export %s/join.lua -o %s"):format(FLUX, directory, directory))
    local cycle = read(directory .. "/join.c"):match "\nstatic %w+ tick_cycle(.-)\n}\n"
    assert.truthy(cycle:find("default:\n    both_on_tick_otherwise(&g->both, event);", 1, true))
    assert.truthy(cycle:find("if %(event%->leg == 3%) {\n[^\n]+\n  } else {\n    one_on_tick_otherwise%(&g%->one, event%);\n  }"))
  end)

  it("says what waits for all its inputs", function()
    local directory = script(GRAPH)
    exported.run(("%s export %s/join.lua -o %s"):format(FLUX, directory, directory))
    assert.truthy(read(directory .. "/join.c"):find("s  update   once all its inputs have been dirty\n", 1, true))
  end)

  it("that is refused leaves nothing behind", function()
    local directory = script((GRAPH:gsub("function%(self, event%) self.x = .- end }", "flux.lua(function() end) }")))
    local result = command(("%s export %s/join.lua -o %s/out"):format(FLUX, directory, directory))
    assert.equal(1, result.status)
    assert.equal(1, command(("test -e %s/out"):format(directory)).status)
  end)
end)
