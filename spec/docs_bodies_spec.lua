-- SPDX-License-Identifier: MIT
-- docs/bodies.md: its examples run on every backend, and the C that it shows is the exporter's.

local exported = require "spec.support.exported"
local flux = require "flux"
local messages = require "spec.support.c_messages"

local FILE = "docs/bodies.md"

local function read()
  local file = assert(io.open(FILE, "rb"))
  local text = file:read "*a"
  file:close()
  return text
end

local function lua_blocks(text)
  local list = {}
  for at, block in text:gmatch "\n```lua\n()(.-\n)```" do
    list[#list + 1] = { line = select(2, text:sub(1, at - 1):gsub("\n", "")), text = block }
  end
  return list
end

-- Rows of the table under a heading: the code of the first two cells.
local function rows(text, heading)
  local list = {}
  local section = text:match("\n### " .. heading .. "\n(.-)\n###")
  for lua, c in section:gmatch "\n| `([^`]*)`[^|`]* | `([^`]*)` |" do list[#list + 1] = { lua = lua, c = c } end
  return list
end

local function run(block, backend)
  local printed, expected = {}, {}
  for text in block.text:gmatch "%-%->%s*(.-)%s*\n" do expected[#expected + 1] = text end
  local environment = setmetatable({ flux = flux, backend = backend, print = function(value) printed[#printed + 1] = tostring(value) end },
    { __index = _G })
  local chunk = assert(loadstring(("\n"):rep(block.line) .. block.text, "@" .. FILE))
  setfenv(chunk, environment)()
  return printed, expected
end

-- The statements of an update as the export has them, on one line.
local function exported_body(lua)
  local Tick = flux.event("DocsTick", "double price;")
  local g = flux.graph("docs")
  local tick = g:node("tick", { state = "double price;", on = { [Tick] = function(self, event) self.price = event.price end } })
  g:node("n", { inputs = { x = tick.price }, state = "double v; int64_t n; int32_t k; double w[8];",
    update = flux.body(("function(self, x) %s end"):format(lua)) })
  local source = require("flux.export").text(require("flux.resolve").resolve(g), { prefix = "docs" }).source
  local body = source:match "\nstatic inline %w+ n_update%b() (%b{})"
  -- The line of an index error is where the text stands.
  return (body:sub(2, -2):gsub("%s+", " "):gsub("^ ", ""):gsub(" $", ""):gsub("index_error%(ctx, %d+,", "index_error(ctx, 1,"))
end

describe(FILE, function()
  local text = read()
  for _, block in ipairs(lua_blocks(text)) do
    for _, backend in ipairs { "table", "luajit", "native" } do
      it(("prints what it says, line %d, on %s"):format(block.line, backend), function()
        local printed, expected = run(block, backend)
        assert.is_true(#expected > 0)
        assert.same(expected, printed)
      end)
    end
  end

  it("shows a function of a file that is called, and exported, as it stands", function()
    local head = text:match "\n```c\n(static int kalman_update[^\n]*) { … }\n```"
    local path = messages.file("#include <math.h>\n" .. head .. " {\n  self->v = x + (double)flux_cycle(ctx);\n  return FLUX_DIRTY;\n}\n")
    finally(function() os.remove(path) end)
    local Tick = flux.event("DocsFileTick", "double price;")
    local g
    local function build()
      g = flux.graph("signals")
      local tick = g:node("tick", { state = "double price;", on = { [Tick] = function(self, event) self.price = event.price end } })
      g:node("kalman", { inputs = { x = tick.price }, state = "double v;", update = flux.cfile(path, "kalman_update") })
      return g
    end
    for _, backend in ipairs { "table", "luajit", "native" } do
      local rt = build():start { backend = backend }
      assert(rt:send(Tick, { price = 5 }))
      assert.equal(6, rt.state.kalman.v)
    end
    local dir = exported.directory()
    finally(exported.remove)
    require("flux.export").write(require("flux.resolve").resolve(build()), { dir = dir, prefix = "signals" })
    exported.run(("cc -std=c11 -Wall -Wextra -Wpedantic -Werror -c -o %s/x.o %s/signals.c"):format(dir, dir))
  end)

  it("shows the C that the exporter writes", function()
    local list = rows(text, "Lua you write, C you get")
    assert.is_true(#list >= 9)
    for _, row in ipairs(list) do assert.equal(row.c, exported_body(row.lua)) end
  end)
end)
