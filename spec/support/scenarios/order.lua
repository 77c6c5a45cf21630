-- SPDX-License-Identifier: MIT
-- Scenarios about order and reach (S3, S10): 1, 2, 3, 15, 19. See spec/support/scenario.lua for the notation.

local flux = require "flux"
local part = require "spec.support.parts"

local list = {}
local function scenario(s) list[#list + 1] = s end

scenario {
  name = "1a declaration order among ready nodes",
  graph = function()
    local E = flux.event("E", "double x;")
    local g = flux.graph("s1a")
    local root = part.source(g, "root", E)
    for _, name in ipairs { "X", "A2", "Y", "A1" } do part.follow(g, name, { root = root }) end
    return g, { E = E }
  end,
  steps = { { "send", "E", { x = 1 }, calls = "root(E), X, A2, Y, A1" } },
}

scenario {
  name = "1b a source declared after a reader of another runs after it",
  graph = function()
    local E = flux.event("E", "double x;")
    local g = flux.graph("s1b")
    local s1 = part.source(g, "s1", E)
    part.follow(g, "a", { root = s1 })
    part.source(g, "s2", E)
    return g, { E = E }
  end,
  steps = { { "send", "E", { x = 1 }, calls = "s1(E), a, s2(E)" } },
}

scenario {
  name = "1c a node named as a string runs before its reader",
  graph = function()
    local E = flux.event("E", "double x;")
    local g = flux.graph("s1c")
    part.follow(g, "b", { root = "late" })
    part.source(g, "late", E)
    return g, { E = E }
  end,
  steps = { { "send", "E", { x = 1 }, calls = "late(E), b" } },
}

scenario {
  name = "2 diamond",
  graph = function()
    local A, B = flux.event("A", "double x;"), flux.event("B", "double x;")
    local g = flux.graph("s2")
    local hA = part.source(g, "hA", A)
    local A1 = part.follow(g, "A1", { root = hA })
    local A2 = part.follow(g, "A2", { root = A1 })
    local hB = part.source(g, "hB", B)
    local AB = part.join(g, "AB", { a = A1, b = hB })
    part.join(g, "End", { a = A2, b = AB })
    return g, { A = A, B = B }
  end,
  steps = {
    { "send", "A", { x = 1 }, calls = "hA(A), A1, A2, AB, End" },
    { "send", "B", { x = 1 }, calls = "hB(B), AB, End" },
  },
}

scenario {
  name = "3 two filters, two paths",
  graph = function()
    local A, B = flux.event("A", "double x;"), flux.event("B", "double x;")
    local g = flux.graph("s3")
    local function filter(name, root)
      return g:node(name, { inputs = { root = root }, state = "double x;", update = function(self, root)
        self.x = root.x
        if root.x < 0 then return false end
      end })
    end
    local hA = part.source(g, "hA", A)
    local fA = filter("fA", hA)
    local hB = part.source(g, "hB", B)
    local fB = filter("fB", hB)
    local n1 = part.follow(g, "n1", { root = hB })
    local n2 = part.follow(g, "n2", { root = fA })
    local n3 = part.join(g, "n3", { a = fA, b = fB })
    part.join(g, "n4", { a = n1, b = n3 })
    part.follow(g, "n5", { root = n2 })
    part.follow(g, "n6", { root = n3 })
    return g, { A = A, B = B }
  end,
  steps = {
    { "send", "A", { x = 1 }, calls = "hA(A), fA, n2, n3, n4, n5, n6" },
    { "send", "A", { x = -1 }, calls = "hA(A), fA-" },
    { "send", "B", { x = 1 }, calls = "hB(B), fB, n1, n3, n4, n6" },
    { "send", "B", { x = -1 }, calls = "hB(B), fB-, n1, n4" },
  },
}

scenario {
  name = "15 filter on a path that joins",
  graph = function()
    local S, T = flux.event("S", "int32_t key; double x;"), flux.event("T", "double x;")
    local g = flux.graph("s15")
    local s = part.source(g, "hS", S:where { key = 2 })
    local t = part.source(g, "hT", T)
    local j = part.join(g, "j", { a = s, b = t })
    part.follow(g, "k", { root = j })
    return g, { S = S, T = T }
  end,
  steps = {
    { "send", "S", { key = 1, x = 1 }, calls = "" },
    { "send", "S", { key = 2, x = 2 }, calls = "hS(S where key=2), j, k", state = { k = { x = 2 } } },
    { "send", "T", { x = 3 }, calls = "hT(T), j, k", state = { k = { x = 5 } } },
  },
}

scenario {
  name = "19 rank, not distance",
  graph = function()
    local E = flux.event("E", "double x;")
    local g = flux.graph("s19")
    part.join(g, "join", { a = "c", b = "source" })
    local source = part.source(g, "source", E)
    local a = part.follow(g, "a", { root = source })
    local b = part.follow(g, "b", { root = a })
    part.follow(g, "c", { root = b })
    return g, { E = E }
  end,
  steps = { { "send", "E", { x = 4 }, calls = "source(E), a, b, c, join", state = { join = { x = 8, runs = 1 } } } },
}

return list
