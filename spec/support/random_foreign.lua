-- SPDX-License-Identifier: MIT
-- Bodies of random graphs that are not portable Lua: C (flux.c) and opaque Lua (flux.lua). Each is one line, so that it can be
-- written beside the portable body that does the same: the oracle runs that one in the place of C.
--
--   foreign.make(c, "c")        → { kind = "c", lua = "self.n = …", c = "self->n = …", uses = { a = true } }
--   foreign.text(made, event)   → "use_c and flux.c[[ … ]] or function(self, event) … end"

local M = {}

local ROLES = { handler = true, update = true, on_arrest = true, on_timer = true, on_input = true }

---May this callback have such a body? An update in C has no parameters, which would order the node's inputs otherwise.
---@param callback table
---@param node table
---@param kind "c"|"opaque"
---@return boolean
function M.fits(callback, node, kind)
  if kind == "c" and callback.role == "update" and #node.inputs > 1 then return false end
  return ROLES[callback.role] and not node.is_kind and not callback.quiet and not callback.ran and not callback.plain or false
end

-- A number that both languages read: { lua, c, input }.
local function number(c)
  local R, list = c.R, { { "self.v", "self->v" } }
  if c.event and not c.event.is_end then list[#list + 1] = { "event.x", "event->x" } end
  for _, input in ipairs(c.inputs) do
    local name = input.name
    if input.form == "node" then list[#list + 1] = { name .. ".v", name .. "->v", name } end
    if input.form == "port" then list[#list + 1] = { name, name, name } end
  end
  return R.pick(list)
end

---A body: counts its calls in `n`, reads a number, and arrests now and then.
---@param c table as for random_body.make
---@param kind "c"|"opaque"
---@return table
function M.make(c, kind)
  local R, factor, seen = c.R, c.R.int(1, 29), number(c)
  local made = { kind = kind, uses = {} }
  local lua = { ("self.n = self.n * 31 + %d"):format(factor), ("self.v = self.v * 0.5 + %s"):format(seen[1]) }
  local text = { ("self->n = (int64_t)((uint64_t)self->n * 31u + %du);"):format(factor), ("self->v = self->v * 0.5 + %s;"):format(seen[2]) }
  if seen[3] then made.uses[seen[3]] = true end
  local function add(lua_text, c_text) lua[#lua + 1], text[#text + 1] = lua_text, c_text end
  local asked = made.uses[seen[3]] and seen[3]
  if asked and R.one_in(2) then
    local input = c.node.by_input[asked]
    local name = input.mark == "prev" and "valid" or "ticked"
    made.uses.ctx = true
    local subject = kind == "c" and asked or ("%q"):format(asked)
    add(("if ctx.%s(%s) then self.v = self.v + 2 end"):format(name, subject), ("if (flux_%s_%s(ctx)) self->v += 2;"):format(name, asked))
  end
  if c.node.has.at and R.one_in(2) then
    made.uses.ctx = true
    add("self.at = ctx.now", "self->at = flux_now(ctx);")
  end
  if kind == "opaque" then
    if c.case.wants.posts and #c.events > 0 and R.one_in(2) then
      local event = R.pick(c.events)
      made.posts, made.uses.ctx = event.name, true
      lua[#lua + 1] = ("if self.left > 0 then self.left = self.left - 1; ctx.post(%s, { %s }) end"):format(event.name,
        event.is_end and "" or "x = self.v, k = 1")
    end
    if c.case.wants.failures and R.one_in(2) then lua[#lua + 1] = 'if self.n % 5 == 3 then error("the opaque body failed") end' end
  end
  if c.node.timer and c.role ~= "on_timer" and R.one_in(3) then
    local after = R.int(1, 60)
    made.uses.ctx = true
    if kind == "opaque" then lua[#lua + 1] = ("ctx.after(%d)"):format(after) end
  end
  if R.one_in(2) then add("if self.n % 3 == 0 then return false end", "if (self->n % 3 == 0) return FLUX_ARREST;") end
  made.lua, made.c = table.concat(lua, "; "), table.concat(text, " ")
  return made
end

---Its text in a script, where `use_c` says which of two bodies that do the same is meant.
---@param made table
---@param parameters string
---@return string
function M.text(made, parameters)
  local fn = ("function(%s) %s end"):format(parameters, made.lua)
  if made.kind == "opaque" then return ("flux.lua(%s)"):format(fn) end
  return ("use_c and flux.c[[ %s ]] or %s"):format(made.c, fn)
end

return M
