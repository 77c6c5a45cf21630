-- SPDX-License-Identifier: MIT
-- What an audit of the oracle records: around each thing that happens, the record that says so, in the plainest way. Its bytes are
-- what every backend must write; docs/tools.md says what they mean.
--
--   local ring = rt:audit { level = "values", nodes = { a = "nodes" } }
--   rt:send(Tick, { price = 1 })
--   ring:read()                                -- the records since the last call, 32 bytes each

local bit = require "bit"
local ffi = require "ffi"
local bodies = require "flux.bodies"
local core = require "flux.core"
local host = require "spec.support.oracle_host"

jit.off(true, true)

local M = {}

local LEVEL = { off = 0, cycles = 1, nodes = 2, values = 3 }
local ENTRY = { event = 0, buffer = 1, trigger = 2, timer = 3, init = 4, start = 5, stop = 6 }
local NO_EVENT = { trigger = -1, timer = -2, init = -3, start = -3, stop = -4 }
local POLICY = { stop = 0, skip = 1, rollback = 2 }
local VERDICT = { handler = true, timer = true, update = true, on_arrest = true }
local TYPE, WIDTH = {}, {}
for i, text in ipairs { "double 8", "float 4", "bool 1", "int8_t 1", "uint8_t 1", "int16_t 2", "uint16_t 2", "int32_t 4", "uint32_t 4",
  "int64_t 8", "uint64_t 8", "symbol 4" } do
  local name, width = text:match("(%S+) (%d)")
  TYPE[name], WIDTH[name] = i - 1, tonumber(width)
end
local SINK, UNKNOWN_EVENT = 2 ^ 30, -1

-- Little-endian bytes of an integer.
local function bytes(value, width)
  local out = {}
  value = ffi.cast("uint64_t", ffi.cast("int64_t", value))
  for i = 1, width do
    out[i] = string.char(tonumber(bit.band(value, 255)))
    value = bit.rshift(value, 8)
  end
  return table.concat(out)
end

local function keeps_time(self)
  local timed = false
  for event in pairs(self.handled) do timed = timed or event.time ~= nil end -- any: the order does not matter
  return timed or self.needs_time or self.stream_clock and self.capacity > 0
end

local function add(self, kind, outcome, subject, value, cycle)
  local audit = self.audit
  audit.list[#audit.list + 1] = bytes(cycle or self.cycle_number, 8) .. bytes(audit.keeps_time and self.time or 0, 8) .. bytes(kind, 1) ..
    bytes(outcome, 1) .. bytes(audit.event, 2) .. bytes(subject, 4) .. bytes(value, 8)
end

-- The values of a node's state: type and bits each, in the order of their declaration; there is one NaN.
local function values(self, node)
  local list = {}
  for _, field in ipairs(node.record.fields) do
    local from = ffi.cast("uint8_t *", self.pointers[node]) + field.offset
    for i = 0, (field.count or 1) - 1 do
      local width = WIDTH[field.type]
      local bits = ffi.cast(("uint%d_t *"):format(8 * width), from + i * width)[0] + 0ULL
      local value = field.type == "double" and ffi.cast("double *", from)[i] or field.type == "float" and ffi.cast("float *", from)[i] or 0
      if value ~= value then bits = field.type == "double" and 0x7ff8000000000000ULL or 0x7fc00000ULL end
      list[#list + 1] = { TYPE[field.type], bits }
    end
  end
  return list
end

local function add_values(self, node, before)
  local number = self.audit.first_value[node]
  for i, value in ipairs(values(self, node)) do
    if value[2] ~= before[i][2] then add(self, 3, value[1], number + i - 1, value[2]) end
  end
end

local function add_posts(self, node, poster, waited)
  for i = waited + 1, #self.queue do
    if self.audit.level[node] >= LEVEL.nodes then
      add(self, 4, 0, poster, self.graph.event_position[self.queue[i].event_type] - 1)
    end
  end
end

-- -- around the oracle's methods: M.name(self, original, …) ------------------------------------------------------------

local around = {}

function around.call(self, original, callback, event, index)
  local node, level = callback.node, self.audit.level[callback.node]
  local before, waited = values(self, node), #self.queue
  local ok, raised = pcall(original, self, callback, event, index)
  local verdict = VERDICT[callback.role] and not callback.quiet
  local outcome = not ok and 3 or not verdict and 2 or self.records[#self.records].outcome
  if level >= LEVEL.nodes then add(self, 2, outcome, callback.index, index or -1) end
  if level >= LEVEL.values then add_values(self, node, before) end
  if ok then return add_posts(self, node, callback.index, waited) end
  self.audit.failed = { callback.index, (bodies.reason(raised)) }
  error(raised, 0)
end

function around.publish_sink(self, original, sink)
  local waited = #self.queue
  if self.audit.level[sink.node] >= LEVEL.nodes then add(self, 5, 0, sink.index, 0) end
  original(self, sink)
  local record = self.records[#self.records]
  if record and record.sink == sink and record.cycle == self.cycle_number and record.outcome < 0 then
    add(self, 6, 3, SINK + sink.index, core.FLUX_E_SINK)
  end
  add_posts(self, sink.node, SINK + sink.index, waited)
end

function around.post(self, original, event_type, event)
  self.audit.entering = event_type
  local problem = original(self, event_type, event)
  if not problem then
    self.audit.cause[self.queue[#self.queue].event] = self.entry == "start" and -1 or self.cycle_number
  elseif self.publishing and problem == "FLUX_E_QUEUE" then
    add(self, 6, 3, SINK + self.publishing.index, core.FLUX_E_QUEUE)
  end
  return problem
end

function around.run_cycle(self, original, kind, entry, event_type, event, due)
  self.audit.event = event_type and self.graph.event_position[event_type] - 1 or NO_EVENT[kind]
  if self.audit.cycles then add(self, 1, ENTRY[kind], 0, event and self.audit.cause[event] or 0, self.cycle_number + 1) end
  return original(self, kind, entry, event_type, event, due)
end

function around.attempt(self, original, entry, fn)
  local phase = entry == "stop" and "stop" or entry == "start" and (self.audit.init_done and "start" or "init")
  if phase then
    self.audit.init_done, self.audit.event = true, NO_EVENT[phase]
    local called = false
    for _, node in ipairs(self.order) do called = called or node.by_role[phase] ~= nil end
    if called and self.audit.cycles then add(self, 1, ENTRY[phase], 0, 0) end
  end
  local ok = original(self, entry, fn)
  if not ok then add(self, 6, POLICY[self.on_error], self.audit.failed[1], self.audit.failed[2]) end
  return ok
end

function around.begin(self, original)
  if self.audit.init_done then
    self.audit.event = NO_EVENT.start
    add(self, 8, 0, 0, 0)
  end
  self.audit.init_done = false
  return original(self)
end

function around.deliver(self, original, kind, event_type, event)
  self.audit.entering = event_type
  return original(self, kind, event_type, event)
end

local REFUSALS = { "FLUX_E_LATE", "FLUX_E_UNHANDLED", "FLUX_E_DEADLINES" }

function around.note(self, original, text)
  for _, name in ipairs(REFUSALS) do
    if text == host.status(name) then
      local position = self.graph.event_position[self.audit.entering]
      self.audit.event = name == "FLUX_E_DEADLINES" and NO_EVENT.timer or position and position - 1 or UNKNOWN_EVENT
      add(self, 7, 0, 0, core[name])
    end
  end
  return original(self, text)
end

---Puts the above around the methods of the oracle.
---@param Oracle table
function M.install(Oracle)
  for name, fn in pairs(around) do -- each is another method: the order does not matter
    local original = Oracle[name]
    Oracle[name] = function(self, ...)
      if not self.audit then return original(self, ...) end
      return fn(self, original, ...)
    end
  end
end

local function start(self, options, was)
  local audit = {
    list = {}, event = 0, cause = setmetatable({}, { __mode = "k" }), level = {}, first_value = {}, keeps_time = keeps_time(self),
    cycles = LEVEL[options.level or "nodes"] >= LEVEL.cycles, init_done = self.started,
  }
  if was then audit.list, audit.cause = was.list, was.cause end
  local number = 0
  for _, node in ipairs(self.order) do
    audit.level[node] = LEVEL[(options.nodes or {})[node.name] or options.level or "nodes"]
    audit.first_value[node] = number
    for _, field in ipairs(node.record.fields) do number = number + (field.count or 1) end
  end
  return audit
end

local function is_off(options)
  for _, level in pairs(options.nodes or {}) do -- any: the order does not matter
    if LEVEL[level] >= LEVEL.nodes then return false end
  end
  return options.level == "off"
end

---Gives the object that a caller holds its method `audit`.
---@param rt table
---@param self table the oracle
---@return table rt
function M.extend(rt, self)
  local list = {}
  function rt.audit(_, options)
    self.audit = not is_off(options) and start(self, options, self.audit) or nil
    if self.audit then self.audit.list = list end
    return { read = function()
      local text = table.concat(list)
      for i = #list, 1, -1 do list[i] = nil end
      return text
    end }
  end
  if self.options.audit then rt.audit_ring = rt.audit(rt, self.options.audit) end
  local resume = rt.resume
  function rt.resume(...)
    local stopped = self.stopped
    local ok, message = resume(...)
    if self.audit and stopped then
      self.audit.event = NO_EVENT.start
      add(self, 8, 1, 0, 0)
    end
    return ok, message
  end
  return rt
end

return M
