-- SPDX-License-Identifier: MIT
-- Files of C bodies: what names them in a graph's hash, and the names that they find in an export.

local digest = require "flux.export.digest"
local exported = require "spec.support.exported"
local flux = require "flux"
local messages = require "spec.support.c_messages"
local resolve = require("flux.resolve").resolve

local Tick = flux.event("FileTick", "double price;")

describe("a file of C bodies", function()
  local path
  after_each(function() os.remove(path) end)
  teardown(exported.remove)

  it("counts in the graph's hash with the name of the function that is called", function()
    path = messages.file "static void one(void) {}\nstatic void two(void) {}\n"
    local function hash(name)
      local g = flux.graph("hashed")
      g:node("a", { state = "double v;", on = { [Tick] = flux.cfile(path, name) } })
      return digest.graph(resolve(g))
    end
    assert.equal(hash "one", hash "one")
    assert.are_not.equal(hash "one", hash "two")
  end)

  it("finds the types of its graph in an export under any prefix, and those only that it mentions", function()
    path = messages.file [[
static double price_of(const aliased_file_tick_event *event) { return event->price; }
static void seen(aliased_a *self, const aliased_file_tick_event *event) { self->v = price_of(event); }
]]
    local g = flux.graph("aliased")
    g:node("a", { state = "double v;", on = { [Tick] = flux.cfile(path, "seen") } })
    g:node("b", { state = "double v;", on = { [Tick] = function(self, event) self.v = event.price end } })
    local directory = exported.directory()
    require("flux.export").write(resolve(g), { dir = directory, prefix = "other" })
    for _, cc in ipairs { "gcc", "clang" } do
      exported.run(("cd %s && %s -std=c11 -O1 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -c other.c"):format(directory, cc))
    end
    assert.equal("2\n", exported.run(("grep -c '^typedef.* aliased_' %s/other.c"):format(directory)))
  end)
end)
