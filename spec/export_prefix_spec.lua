-- SPDX-License-Identifier: MIT
-- Prefixes of an export: whatever a graph is called, its C compiles, or the export says which name is in the way. The compiler judges.

local flux = require "flux"
local exported = require "spec.support.exported"
local names = require "flux.names"

local FLAGS = "-std=gnu11 -fsyntax-only -Wall -Wextra -Werror"
local T = flux.event("T", "int64_t time; double x; symbol s;", { time = "time" })
local P = flux.event("Post", "double x;")

-- A graph of which the files have much of their own: posts, timers, checked indices, symbols, rollback, clocks.
local function rich(name)
  local g = flux.graph(name, { on_error = "rollback" })
  local a = g:node("a", { state = "double v; double w[4];", every = 1000, on = { [T] = function(self, event, ctx)
    self.w[event.x] = math.exp(event.x)
    self.v = self.w[1] % 3
    ctx.post(P, { x = self.v })
    ctx.after(5)
  end, [P] = function(self, event) self.v = event.x end }, on_timer = function(self) self.v = 0 end })
  g:sink("a", a)
  g:by(T.s, { capacity = 4 }, function(sub)
    sub:sink("kept", sub:node("kept", { state = "double v;", on = { [T] = function(self, event) self.v = event.x end } }))
  end)
  return require("flux.resolve").resolve(g)
end

-- Types of the C library, without "_t", that the program's headers bring in; words of the export's own templates.
local TYPES = {}
for word in ("div id key mode dev ino nlink uid gid pid off ssize fpos sigset clock time va NAME name PREFIX A_PREFIX UPPER CAPACITY")
  :gmatch "%S+" do TYPES[#TYPES + 1] = word end

local OPTIONS = { main = true, snapshot = true }

-- Exports under a prefix: the files, or what is said.
local function export(resolved, prefix, directory)
  local options = { dir = directory, prefix = prefix }
  for key, value in pairs(OPTIONS) do options[key] = value end -- a copy: the order does not matter
  return pcall(require("flux.export").write, resolved, options)
end

-- What names of the files begin with, where their rest is that of a public name: "write", of write_audit.
local function heads(text)
  local rests, list, done = {}, {}, {}
  for rest in text.header:gmatch "%f[%w_][Pp][Rr][Ee][Ff][Ii][Xx][Ee][Dd]_([%w_]+)" do rests[rest] = true end
  for name in (text.source .. text.main):gmatch "%f[%w_]%a[%w_]*" do
    for at in name:gmatch "()_" do
      local head = name:sub(1, at - 1)
      if rests[name:sub(at + 1)] and not done[head] and not names.refused(head, "prefix") then list[#list + 1] = head end
      done[head] = done[head] or rests[name:sub(at + 1)]
    end
  end
  return list
end

describe("an export under a prefix", function()
  teardown(exported.remove)

  it("compiles, or says which name is in the way: each that begins like a name of the files", function()
    local resolved = rich "prefixed"
    local text = require("flux.export").text(resolved, OPTIONS)
    local list, refused = heads(text), {}
    for _, type in ipairs(TYPES) do list[#list + 1] = type end
    local directory, sources = exported.directory(), {}
    for _, prefix in ipairs(list) do
      local ok, said = export(resolved, prefix, directory)
      if ok then
        os.rename(directory .. "/main.c", ("%s/%s_main.c"):format(directory, prefix))
        sources[#sources + 1] = ("%s.c %s_main.c"):format(prefix, prefix)
      else
        refused[prefix] = assert(said:match("the export has another use for '([%w_]+)'"), said)
      end
    end
    local file = assert(io.open(directory .. "/all", "w"))
    file:write(table.concat(sources, "\n"), "\n")
    file:close()
    exported.run(("cd %s && xargs -n 40 cc %s <all"):format(directory, FLAGS))
    assert.is_true(#list > 60 and #sources > 20)
    assert.same({ "write_audit", "step_audit", "read_snapshot" }, { refused.write, refused.step, refused.read })
  end)

  it("is no target of CMake's own, where the export is a package of it", function()
    local resolved, directory = rich "all", exported.directory()
    local write = require("flux.export").write
    write(resolved, { dir = directory })
    assert.same({ false, "graph 'all' cannot be exported under the prefix 'all': the export has another use for 'all'; choose another, " ..
      "such as --prefix all_graph" }, { pcall(write, resolved, { dir = directory, cmake = true }) })
    write(resolved, { dir = directory, cmake = true, prefix = "all_graph" })
    exported.run(("cmake -S %s -B %s/build"):format(directory, directory))
  end)

  for _, name in ipairs { "take", "write", "graph", "audit", "size", "NAME" } do
    it("is another one where nobody has asked for it: a graph that is called " .. name, function()
      local states = {}
      for _, backend in ipairs { "table", "native" } do
        local rt = rich(name).graph:start { backend = backend }
        assert(rt:send(T, { time = 1, x = 1, s = "A" }))
        states[backend] = rt:state_bytes "a"
      end
      assert.equal(states.table, states.native)
    end)
  end
end)
