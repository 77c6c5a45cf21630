-- SPDX-License-Identifier: MIT
-- Random portable bodies for random graphs: statements as text, each with the inputs that it reads, so that a shrinker can
-- drop them one by one. Every callback multiplies into the node's hash `n`, so that a missing, doubled or misplaced call shows
-- in the bytes of its state.

local M = {}

---A small generator of our own: the same numbers everywhere (Park and Miller).
---@param seed integer
---@return table
function M.random(seed)
  local state = seed % 2147483646 + 1
  local R = {}
  local function next_value()
    state = state * 16807 % 2147483647
    return state
  end
  for _ = 1, 5 do next_value() end
  ---An integer in [low, high].
  function R.int(low, high) return low + math.floor(next_value() / 2147483647 * (high - low + 1)) end
  ---True once in `n`.
  function R.one_in(n) return R.int(1, n) == 1 end
  function R.chance(p) return next_value() / 2147483647 < p end
  function R.pick(list) return list[R.int(1, #list)] end
  return R
end

local function statement(text, uses) return { text = text, uses = uses or {} } end

-- A number that the body can read; returns its text and the inputs it uses.
local function number(c)
  local R, node = c.R, c.node
  local choices = {
    function() return tostring(R.int(-3, 9)) end,
    function() return ("%d.%d"):format(R.int(0, 4), R.int(1, 9)) end,
    function() return "self.v" end,
    function() return "self.k" end,
  }
  if node.has.w then choices[#choices + 1] = function() return ("self.w[%d]"):format(R.int(0, 3)) end end
  if node.has.f then choices[#choices + 1] = function() return R.pick { "self.f", "self.u" } end end
  local event = c.event and not c.event.is_end and c.event
  for _ = 1, event and 3 or 0 do
    choices[#choices + 1] = function() return R.pick { "event.x", "event.k", "event.k * 0.25" } end
  end
  if event and event.has.wide then
    choices[#choices + 1] = function() return R.pick { "event.u", "tonumber(event.l)", "tonumber(event.q)" } end
  end
  for _, input in ipairs(c.inputs) do
    for _ = 1, 3 do
      choices[#choices + 1] = function()
        local uses = { [input.name] = true }
        if input.form == "node" then return input.name .. "." .. R.pick { "v", "k" }, uses end
        if input.form == "port" then return input.name, uses end
        local at = ("%s[%d]"):format(input.name, R.int(0, #input.elements - 1))
        return input.form == "nodes" and at .. ".v" or at, uses, input
      end
    end
  end
  return R.pick(choices)()
end

local function condition(c)
  local R = c.R
  local text, uses, list = number(c)
  local choices = {
    ("%s > %d"):format(text, R.int(-2, 6)), ("%s < %d"):format(text, R.int(-2, 12)),
    ("self.n %% %d == %d"):format(R.int(2, 4), R.int(0, 1)), ("self.k %% %d ~= 0"):format(R.int(2, 3)),
  }
  local at = R.int(1, #choices)
  if at > 2 then uses, list = nil, nil end
  if c.event and c.event.has.b and R.one_in(3) then return R.pick { "event.b", "not event.b" } end
  if c.event and c.event.has.s and R.one_in(3) then return ("event.s %s %s"):format(R.pick { "==", "~=" }, R.pick(c.symbols)) end
  return choices[at], uses, list
end

local FUNCTIONS = { "math.abs(%s)", "math.floor(%s)", "math.sin(%s)", "math.atan(%s)", "math.sqrt(math.abs(%s))",
  "math.log(1 + math.abs(%s))", "math.max(%s, 1)", "math.fmod(%s, 3)" }

local make = {}

function make.value(c)
  local text, uses, list = number(c)
  if c.R.one_in(8) then text = c.R.pick(FUNCTIONS):format(text) end
  return statement(("self.v = self.v * 0.5 + %s"):format(text), uses), list
end

function make.loop(c)
  local lists = {}
  for _, input in ipairs(c.inputs) do
    if input.form == "nodes" or input.form == "ports" then lists[#lists + 1] = input end
  end
  if #lists == 0 then return make.value(c) end
  local input = c.R.pick(lists)
  local element = input.form == "nodes" and "[i].v" or "[i]"
  return statement(("for i = 0, %s.n - 1 do self.v = self.v * 0.5 + %s%s * (i + 1) end"):format(input.name, input.name, element),
    { [input.name] = true })
end

function make.index(c)
  if not c.indexed then return make.value(c) end
  return statement("self.v = self.v * 0.5 + index", {})
end

function make.branch(c)
  local test, uses, list = condition(c)
  return statement(("if %s then self.k = self.k + %d else self.v = self.v + %d end"):format(test, c.R.int(1, 3), c.R.int(1, 4)), uses),
    list
end

-- Any input may be asked: it need not be read.
local function asked(c, name, text)
  if #c.inputs == 0 then return make.value(c) end
  local input = c.R.pick(c.inputs)
  if name == "ticked" and input.mark == "prev" then name = "valid" end -- flux.prev is not ordered: ctx.ticked refuses it
  return statement(("if ctx.%s(%s) then %s end"):format(name, input.name, text), { [input.name] = true, ctx = true })
end

function make.ticked(c) return asked(c, "ticked", ("self.n = self.n * 5 + %d"):format(c.R.int(1, 9))) end
function make.valid(c) return asked(c, "valid", ("self.n = self.n * 7 + %d"):format(c.R.int(1, 9))) end

function make.now(c)
  if not c.node.has.at then return make.value(c) end
  return statement(c.R.pick { "self.at = ctx.now", "self.at = self.at * 3 + ctx.now", "self.at = self.at * 3 + ctx.wall" },
    { ctx = true })
end

function make.cycle(c)
  if not c.node.has.at then return make.value(c) end
  return statement("self.seen = self.seen * 3 + ctx.cycle", { ctx = true })
end

function make.fields(c)
  local R, has = c.R, c.node.has
  if has.f and R.one_in(2) then
    return statement(R.pick { "self.f = self.v", "self.u = self.v", "self.flag = self.v > 2", "self.flag = not self.flag",
      c.event and c.event.has.s and "self.s = event.s" or "self.u = self.u + 200" })
  end
  if has.w then return statement(("self.w[%d] = self.v"):format(R.int(0, 3))) end
  return make.value(c)
end

-- Fails now and then: an index that leaves the array.
function make.failure(c)
  if not c.node.has.w then return make.value(c) end
  if c.event and not c.event.is_end and c.R.one_in(2) then return statement("self.w[event.k] = self.v") end
  return statement("self.w[self.i] = self.v; self.i = (self.i + 1) % 6")
end

function make.post(c)
  local R = c.R
  local event = R.pick(c.events)
  local fields = { ("x = self.v"), ("k = self.k %% %d"):format(R.int(2, 5)) }
  if event.has.b then fields[#fields + 1] = "b = " .. R.pick { "true", "false", "self.v > 1" } end
  if event.has.s then fields[#fields + 1] = "s = " .. R.pick(c.symbols) end
  if event.has.wide then fields[#fields + 1] = R.pick { "l = 7", "q = 1", "u = 255", "l = self.n" } end
  if event.is_end then fields = { "" } end
  if R.one_in(4) then table.remove(fields, R.int(1, #fields)) end
  local made = statement(("if self.left > 0 then self.left = self.left - 1; ctx.post(%s, { %s }) end"):format(event.name,
    table.concat(fields, ", ")), { ctx = true })
  made.posts = event.name
  return made
end

function make.after(c)
  if not c.node.timer then return make.value(c) end
  return statement(c.R.pick { ("ctx.after(%d)"):format(c.R.int(1, 60)), "ctx.after(7 + self.k % 3)", "ctx.after(0)",
    "if self.k % 2 == 0 then ctx.after(15) end" }, { ctx = true })
end

function make.cancel(c)
  if not c.node.timer then return make.value(c) end
  return statement("ctx.cancel()", { ctx = true })
end

function make.nan(c)
  local text = "if self.k %% %d == 1 then self.v = (self.v - self.v) / 0 else self.v = %d end"
  return statement(text:format(c.R.int(2, 4), c.R.int(0, 3)))
end

-- Of the nodes of a loop each has its own number.
function make.by(c)
  local by = c.node.is_kind and "self.alpha" or "by"
  local sign = "if 1 / %s < 0 then self.k = self.k + 1 end" -- of a zero
  return statement(c.R.pick { "self.v = self.v * 0.5 + %s", sign, sign, "self.k = %s" }:format(by))
end

function make.param() return statement("self.v = self.v + self.alpha") end

-- Statement kinds by weight; posts, timers and failures only where the case wants them.
local function kinds(c)
  local R = c.R
  local list = { "value", "value", "value", "value", "loop", "branch", "fields", "ticked", "valid", "now", "cycle", "index" }
  if c.case.wants.failures then list[#list + 1] = "failure" end
  if c.case.wants.posts and c.role ~= "stop" and #c.events > 0 then list[#list + 1] = "post" end
  local early = c.role == "start" or c.role == "init" -- before the time is set in a graph with a stream clock: an error
  if c.case.wants.timers and (not early or R.one_in(c.case.timed and 8 or 2)) then list[#list + 1], list[#list + 2] = "after", "cancel" end
  if R.one_in(20) then list[#list + 1] = "nan" end
  if c.node.is_kind then list[#list + 1] = "param" end
  return list
end

local function needs_elements(made, list)
  if list then made.elements = { [list.name] = #list.elements } end
  return made
end

---The statements of one callback.
---@param c { R: table, case: table, node: table, role: string, event: table?, inputs: table[], events: table[],
---  symbols: string[], indexed: boolean }
---@return table[] statements { text, uses, posts }
function M.make(c)
  local R = c.R
  local hash = c.node.has.doubles and "self.n = (self.n * 31 + %d) %% 65521" or "self.n = self.n * 31 + %d" -- doubles do not wrap
  local body = { statement(hash:format(R.int(1, 29))), statement("self.k = self.k + 1") }
  if R.one_in(5) then table.remove(body, 2) end
  for _ = 1, R.int(1, 3) do
    local made, list = make[R.pick(kinds(c))](c)
    body[#body + 1] = needs_elements(made, list)
  end
  if c.node.each and R.one_in(2) then body[#body + 1] = make.by(c) end
  local verdict = R.int(1, 10)
  if verdict <= 3 then
    local test, uses, list = condition(c)
    body[#body + 1] = needs_elements(statement(("if %s then return false end"):format(test), uses), list)
    if R.one_in(2) then body[#body + 1] = statement("self.v = self.v + 1") end
  elseif verdict == 4 then
    body[#body + 1] = statement("return self.k % 2 == 0")
  elseif verdict == 5 and R.one_in(3) then
    body[#body + 1] = statement("return false")
  end
  return body
end

return M
