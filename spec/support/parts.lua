-- SPDX-License-Identifier: MIT
-- Nodes that many graphs of the specs are made of. Each counts its calls in `runs`, so that a missing or doubled call shows
-- in the state too.

local M = {}

---A node with one handler; it copies the event's x.
function M.source(g, name, event)
  return g:node(name, { state = "double x; int64_t runs;",
    on = { [event] = function(self, e)
      self.x = e.x
      self.runs = self.runs + 1
    end } })
end

---A node that counts the events of a type.
function M.count(g, name, event)
  return g:node(name, { state = "int64_t runs;", on = { [event] = function(self) self.runs = self.runs + 1 end } })
end

---A node with a handler that arrests unless the event's x is above 10.
function M.gate(g, name, event)
  return g:node(name, { state = "double x; int64_t runs;",
    on = { [event] = function(self, e)
      self.x = e.x
      self.runs = self.runs + 1
      return e.x > 10
    end } })
end

---A node that copies x of its one input `root`.
function M.follow(g, name, inputs)
  return g:node(name, { inputs = inputs, state = "double x; int64_t runs;",
    update = function(self, root)
      self.x = root.x
      self.runs = self.runs + 1
    end })
end

---A node that adds x of its inputs `a` and `b`.
function M.join(g, name, inputs)
  return g:node(name, { inputs = inputs, state = "double x; int64_t runs;",
    update = function(self, a, b)
      self.x = a.x + b.x
      self.runs = self.runs + 1
    end })
end

return M
