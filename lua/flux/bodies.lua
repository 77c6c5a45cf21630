-- SPDX-License-Identifier: MIT
-- flux.bodies: from the callbacks of a finished graph to Lua functions that a host can call.
--
-- Why: the table walker, the generated Lua and the oracle run the same re-emitted bodies; only what stands behind `ctx` and the
-- state differs. That difference is the host:
--
--   host.pointer(node)        → "T *" of the node's own state
--   host.address(input, i)    → "uint8_t *" of element i (from 1): a node's state, or a port's field; the copy for flux.prev
--   host.now() wall() cycle() → int64
--   host.ticked(node) valid(node) → bool
--   host.symbol(text)         → id of a symbol's text
--   host.event(event_type)    → a pointer to the pointer to the event of the current cycle; may be missing
--   host.post(event_type, event)  host.after(node, ns)  host.cancel(node)   -- may raise bodies.failure(status, text)
--   host.shared               → a table, or nil: functions of one text are closures of one prototype (flux.bodies.closures)
--
--   bodies.compile(graph)                        -- sets callback.body everywhere; raises all refusals at once
--   local list = bodies.refusals(graph)          -- the same, but gives them as texts
--   local fn = bodies.load(callback, host)       -- parameters as callback.body.args
--   local fn, reads, writes = bodies.numbers(callback, host)   -- of doubles alone: fn(…) → verdict, …
--   local run = bodies.bind(callback, fn, host, index)  -- run(event, index) → true (dirty) or false (arrest); raises
--
-- C bodies have no Lua function here: a host calls their compiled form (flux.cbodies).

local ffi = require "ffi"
local body = require "flux.body"
local ctext = require "flux.body.ctext"
local refuse = require "flux.body.refuse"
local sources = require "flux.body.source"
local walk = require "flux.body.walk"
local types = require "flux.types"
local core = require "flux.core"
local closures = require "flux.bodies.closures"
local context = require "flux.bodies.context"
local names = require "flux.bodies.names"
local of_numbers = require "flux.bodies.numbers"
local opaque = require "flux.bodies.opaque"
local shared = require "flux.bodies.shared"
local nodes = require "flux.node"
local origins = require "flux.origin"
local texts = require "flux.nodes.support.text"

local TIMER_NAMES = { "flux_after", "flux_cancel" }

local M = {}

local Failure = {}
Failure.__index = Failure
function Failure:__tostring() return self.text end

---The error value of a callback that fails for a reason of its own status.
---@param status integer
---@param text string
---@return table
function M.failure(status, text) return setmetatable({ status = status, text = text }, Failure) end

---Can a body have a status from a function of flux's that it calls? core/fx_fail.c decides alike.
---@param status integer
---@param facts table of the body
---@return boolean
function M.is_passed_on(status, facts)
  local posts, arms = #facts.posts > 0 or facts.may_post or false, facts.arms
  return status == core.FLUX_E_QUEUE and posts or status == core.FLUX_E_TIME and arms or status == core.FLUX_E_MISUSE and (posts or arms)
end

---The text for a C body that returned a negative status; core/fx_fail.c says the same.
---@param status integer
---@param facts table of the body
---@return string
function M.returned(status, facts)
  local meaning = M.is_passed_on(status, facts) and (" (%s)"):format(core.status_text[status]) or ""
  return ("returned status %d%s"):format(status, meaning)
end

---Splits what a callback raised into a status and a text.
---@param raised any
---@return integer status, string text
function M.reason(raised)
  if getmetatable(raised) == Failure then return raised.status, raised.text end
  return core.FLUX_E_CALLBACK, tostring(raised)
end

-- A refusal of a body that a node of the library wrote is of what the user gave it, in the node's line.
local function blamed(node, message)
  if not message:find("^flux%.nodes%.") then return message end
  return ("%s: node '%s': %s"):format(origins.text(node.origin), node.name, message)
end

local function environment(callback)
  local node, inputs = callback.node, {}
  for _, input in ipairs(node.inputs) do inputs[input.name] = input end
  local env = {
    role = callback.role, self = nodes.cell(node), event = callback.event, inputs = inputs, params = node.params_by_name,
    graph = node.graph, label = callback.label, indexed = callback.role == "input" and callback.input.list or false,
    node = node, callback = callback, full = type(callback.source) == "table" and texts.declared(callback.source.full, node.origin),
  }
  if node.is_keyed or node.is_view then require("flux.keyed.wiring").environment(callback, env) end
  return env
end

-- Constants get their ids here: after this, none moves.
local function note_symbols(graph, compiled)
  if compiled.language ~= "portable" then return end
  local function visit(node)
    if node.k == "symbol" then graph:use_symbol(node.symbol) end
  end
  walk.block(compiled.ast.block, visit)
  for _, fn in ipairs(compiled.functions) do walk.block(fn.block, visit) end
end

-- The line of a body that arms or cancels the node's timer.
local function line_of_timer(compiled)
  if compiled.language == "c" then
    for _, name in ipairs(TIMER_NAMES) do
      local at = ctext.find(compiled.text, name)
      if at then return compiled.place.file, compiled.place.line + ctext.line(compiled.text, at) - 1, name end
    end
  end
  local number = compiled.origin.line
  for line in (compiled.text .. "\n"):gmatch("([^\n]*)\n") do
    local word = line:gsub("%-%-.*$", ""):match("ctx%s*%.%s*(%l+)%s*%(")
    if word == "after" or word == "cancel" then return compiled.origin.file, number, "ctx." .. word end
    number = number + 1
  end
  return compiled.origin.file, compiled.origin.line, "ctx.after"
end

-- Only an on_timer can hear what was armed. Of an opaque body nobody knows whether it arms.
local function check_timer(callback)
  local node, compiled = callback.node, callback.body
  if not compiled.facts.arms or node.has_timer or compiled.language == "opaque" then return end
  local file, line, name = line_of_timer(compiled)
  return refuse.make(file, line, nil, nil, ("node '%s', %s: %s needs an on_timer on this node"):format(node.name, callback.label, name),
    "give the node `on_timer = function(self) … end`, which runs when the time has come")
end

-- What the refusals of nodes that share a body have in common: the place and the reason, but for the node's name and for numbers.
local function sameness(refusal)
  local calls = refusal.message:match("\n  called from .*$") or ""
  return ("%s:%d:%d: %s"):format(refusal.file, refusal.line, refusal.column,
    ((refusal.reason .. calls):gsub("^node '[^']*'", ""):gsub("%d+", "")))
end

-- A list of refusals that grows: of those alike the first one, with how many more nodes have it.
local function collector()
  local list, known = {}, {}
  local function add(refusal, node)
    local key = sameness(refusal)
    local it = known[key]
    if not it then
      it = { message = blamed(node, refusal.message), kind = node.kind, node = node, more = 0 }
      list[#list + 1], known[key] = it, it
    elseif it.node ~= node then
      it.node, it.more, it.kind = node, it.more + 1, it.kind == node.kind and it.kind or nil
    end
  end
  local function told()
    local out = {}
    for i, it in ipairs(list) do
      local more = ("\n  and %d more node%s%s"):format(it.more, it.more == 1 and "" or "s",
        it.kind and (" of kind '%s'"):format(it.kind.name) or "")
      out[i] = it.message .. (it.more > 0 and more or "")
    end
    return out
  end
  return add, told
end

---Compiles the body of every callback of a finished graph; a callback whose body is refused has none.
---@param graph flux.Graph
---@return string[] refusals each once, in the order of the callbacks
function M.refusals(graph)
  if graph.compiled then return {} end
  local share = shared.new()
  local add, told = collector()
  sources.keep(true)
  for _, node in ipairs(graph.nodes) do
    for _, callback in ipairs(node.callbacks) do
      local key = share:key(callback)
      local compiled, refusal = share:find(key, callback), nil
      if compiled then
        callback.body = compiled
      else
        compiled, refusal = body.try(callback.source, environment(callback))
      end
      if compiled and not callback.body then
        callback.body = compiled
        share:keep(key, compiled)
        note_symbols(graph, compiled)
        local problem = check_timer(callback)
        if problem then add(problem, node) end
      elseif not compiled then
        for _, each in ipairs(refusal.list or { refusal }) do add(each, node) end
      end
    end
  end
  sources.keep(false)
  local refusals = told()
  graph.compiled = #refusals == 0
  return refusals
end

---Compiles the body of every callback of a finished graph. Raises all refusals in one error, in the order of the callbacks.
---@param graph flux.Graph
function M.compile(graph)
  local refusals = M.refusals(graph)
  if #refusals > 0 then error(table.concat(refusals, "\n\n"), 0) end
end

local function load_portable(callback, host)
  local load_text = closures.loader(host)
  local hooks, bound = names.new(callback, host, M.failure, load_text)
  local text = body.emit_lua(callback.body, hooks)
  return load_text(text, callback.body.origin, bound)
end

---The Lua function of a callback. Its parameters follow callback.body.args; it returns `false` to arrest.
---@param callback flux.Callback
---@param host table
---@return function
function M.load(callback, host)
  if callback.body.language == "opaque" then return opaque.load(callback, host) end
  return load_portable(callback, host)
end

---A callback that computes with doubles alone as a function of numbers; see flux.bodies.numbers.
---@param callback flux.Callback
---@param host table
---@return function? fn
---@return ffi.cdata*[] reads addresses
---@return ffi.cdata*[] writes
function M.numbers(callback, host) return of_numbers(callback, host, M.failure, closures.loader(host)) end

-- 0-based pointers to one field of every element of a list input.
local function list_of(arg, host)
  local list = {}
  for i, element in ipairs(arg.input.elements) do
    local field = element.field or element.node.record.by_name[arg.field.name]
    local base = ffi.cast("uint8_t *", host.address(arg.input, i))
    list[i - 1] = ffi.cast(context.pointer_type(field), base + (element.field and 0 or field.offset))
  end
  return list
end

local function any(input, test)
  local list = {}
  for i, element in ipairs(input.elements) do list[i] = element.node end
  return function()
    for i = 1, #list do
      if test(list[i]) then return true end
    end
    return false
  end
end

-- How one argument is written in the caller, and the value that the name `a<i>` is bound to.
local ARG = {
  self = function(name, _, host, callback) return name, host.pointer(callback.node) end,
  event = function(name, _, host, callback)
    if not host.event then return "event" end
    return name .. "[0]", host.event(callback.event)
  end,
  index = function(name, _, _, _, index)
    if not index then return "index" end
    return name, index
  end,
  now = function(name, _, host) return name .. "()", host.now end,
  cycle = function(name, _, host) return name .. "()", host.cycle end,
  ctx = function() return "nil" end,
  wall = function() return "nil" end,
  ticked = function(name, arg, host) return name .. "()", any(arg.input, host.ticked) end,
  valid = function(name, arg, host) return name .. "()", any(arg.input, host.valid) end,
  list = function(name, arg, host)
    if not arg.field then return name, context.list(arg.input, host) end
    return name, list_of(arg, host)
  end,
  input = function(name, arg, host)
    if arg.input.list then return name, context.list(arg.input, host) end -- of an opaque body
    local element = arg.input.elements[1]
    local base = host.address(arg.input, 1)
    if not element.field then return name, ffi.cast(types.pointer(element.node.record), base) end
    local pointer = ffi.cast(context.pointer_type(element.field), base)
    return element.field.count and name or name .. "[0]", pointer
  end,
}

---Fixes every argument of a callback but the event, where the host has no place for it, and the index, where none is given.
---@param callback flux.Callback
---@param fn function from M.load
---@param host table
---@param index integer? of an on_input of a list
---@return fun(event: ffi.cdata*?, index: integer?): boolean
function M.bind(callback, fn, host, index)
  local words, given, values = {}, { "fn" }, { fn }
  for i, arg in ipairs(callback.body.args) do
    local word, value = ARG[arg.what]("a" .. i, arg, host, callback, index)
    words[i] = word
    if value ~= nil then given[#given + 1], values[#values + 1] = "a" .. i, value end
  end
  local text = ("local %s = ...\nreturn function(event, index) return fn(%s) ~= false end")
    :format(table.concat(given, ", "), table.concat(words, ", "))
  return closures.new(text, "=flux caller", host, unpack(values, 1, #values))
end

return M
