-- SPDX-License-Identifier: MIT
-- --policy: what becomes of the rows of an input while others wait, and the inbox (core/flux_inbox.h) where that happens.
--
--   local policies = policy.read(args, graph)         -- by event type; ends the command when one cannot be
--   local inbox = policy.inbox(graph, policies, rt, 1024)      -- nil when nothing asks for one
--   inbox:put(reader, event)     -- false: no room
--   inbox:take()                 -- an event, and where it was read: { event, block, position }
local ffi = require "ffi"
local core = require "flux.core"
local graphs = require "flux.cli.graphs"
local main = require "flux.cli.main"
local names = require "flux.names"
local terminal = require "flux.cli.terminal"
local M = {}

local lib = core.lib
local KINDS = { block = lib.FLUX_INBOX_BLOCK, drop = lib.FLUX_INBOX_DROP, conflate = lib.FLUX_INBOX_CONFLATE, burst = lib.FLUX_INBOX_BLOCK }
local LINES = 2 ^ 32 -- a tag is a stream's number and a line

---Adds --policy and --inbox.
---@param parser table
function M.options(parser)
  parser:option("--policy", "What becomes of an input's rows while others wait: block (the default: they wait outside), drop, " ..
    "conflate[:FIELD] (the newest of each key), burst (rows of one time are buffered, then triggered once).")
    :argname("EVENT=POLICY"):count("*")
  parser:option("--inbox", "With drop or conflate: how many rows may wait (default 1024)."):argname("N"):convert(main.count "--inbox")
end

local function key_of(event, name, text)
  local field = event.record.by_name[name]
  if field and field.size <= lib.FLUX_INBOX_KEY then return field end
  local known = {}
  for i, other in ipairs(event.record.fields) do known[i] = other.name end
  return main.usage("--policy %s: %s%s", text, field and ("a key has at most %d bytes"):format(lib.FLUX_INBOX_KEY)
    or ("event %s has no field '%s'"):format(event.name, name), field and "" or names.hint(name, known))
end

local function hurries(policy) return policy.kind == "drop" or policy.kind == "conflate" end

---Does a policy ask for an inbox?
---@param policies table of M.read
---@return boolean
function M.hurry(policies)
  for _, policy in pairs(policies) do -- any: the order does not matter
    if hurries(policy) then return true end
  end
  return false
end

---@param args table
---@param graph flux.Graph
---@return table<flux.EventType, { kind: string, key: flux.Field|nil, text: string }>
function M.read(args, graph)
  local policies = {}
  for _, text in ipairs(args.policy or {}) do
    local name, word = graphs.pair(text, "policy")
    local event = graphs.event(graph, name, "policy")
    local kind, field = word:match("^(%a+):?(.*)$")
    if not kind or not KINDS[kind] or field ~= "" and kind ~= "conflate" then
      main.usage("--policy %s: expected block, drop, conflate, conflate:FIELD or burst", text)
    end
    if policies[event] then main.usage("--policy %s: event %s has a policy already", text, name) end
    if kind == "burst" and not event.time then main.usage("--policy %s: event %s has no time", text, name) end
    policies[event] = { kind = kind, key = field ~= "" and key_of(event, field, text) or nil, text = text }
    if hurries(policies[event]) and not args.realtime then
      main.usage("--policy %s: what comes out depends on the clock then: it needs --realtime", text)
    end
  end
  return policies
end

---Ends the command when rows of a file would be dropped or conflated.
---@param policies table of M.read
---@param readers table[]
function M.check(policies, readers)
  for _, reader in ipairs(readers) do
    local policy = policies[reader.event]
    if policy and hurries(policy) and not reader.live then
      main.usage("--policy %s: the rows of a file do not hurry; drop and conflate are for pipes and sockets", policy.text)
    end
  end
end

---The event types whose rows come in bursts.
---@param policies table of M.read
---@return table<flux.EventType, boolean>|nil
function M.bursts(policies)
  local bursts = {}
  for event, one in pairs(policies) do bursts[event] = one.kind == "burst" or nil end -- a set: the order does not matter
  return next(bursts) and bursts or nil
end

---@class flux.CliInbox
local Inbox = {}
Inbox.__index = Inbox

---Puts a copy of an event that a reader has read.
---@param reader flux.Live
---@param event ffi.cdata*
---@return boolean done false: there is no room, and it is to wait outside
function Inbox:put(reader, event)
  local block = reader.block
  if not self.number[block] then
    self.blocks[#self.blocks + 1] = block
    self.number[block] = #self.blocks
  end
  local index = self.graph.event_index[reader.event]
  return lib.flux_inbox_put(self.inbox, index, event, self.number[block] * LINES + reader:position()) > 0
end

---@return ffi.cdata*|nil event valid until the next call; nil: none waits
---@return table|nil place what a reader has for messages: event, block, position
function Inbox:take()
  local item = lib.flux_inbox_take(self.inbox)
  if item == nil then return nil end
  local place = self.places[item.input]
  local tag = tonumber(item.tag)
  place.line, place.block = tag % LINES, self.blocks[math.floor(tag / LINES)]
  ffi.copy(place.copy, item.event, place.event.record.size)
  return place.copy, place
end

---What became of the rows, a line for each input.
---@return string[]
function Inbox:report()
  local lines, grouped = {}, terminal.grouped
  for i, event in ipairs(self.graph.events) do
    local count = lib.flux_inbox_count(self.inbox, i - 1)
    local asked = self.policies[event]
    if asked or count.taken > 0 then
      lines[#lines + 1] = ("%s (%s): %s rows taken, %s delivered, %s conflated, %s dropped, %s blocked"):format(event.name,
        asked and asked.kind or "block", grouped(tonumber(count.taken)), grouped(tonumber(count.delivered)),
        grouped(tonumber(count.conflated)), grouped(tonumber(count.dropped)), grouped(tonumber(count.blocked)))
    end
  end
  return lines
end

function Inbox:close()
  if self.inbox then lib.flux_inbox_close(self.inbox) end
  self.inbox = nil
end

---@param graph flux.Graph
---@param policies table of M.read
---@param rt flux.Runtime
---@param capacity number rows
---@return flux.CliInbox|nil
function M.inbox(graph, policies, rt, capacity)
  if not M.hurry(policies) then return nil end
  local count = #graph.events
  local inputs = ffi.new("flux_inbox_input[?]", count)
  local self = setmetatable({ graph = graph, policies = policies, places = {}, blocks = {}, number = {} }, Inbox)
  for i, event in ipairs(graph.events) do
    local policy = policies[event] or { kind = "block" }
    inputs[i - 1].size, inputs[i - 1].policy = event.record.size, KINDS[policy.kind]
    if policy.key then inputs[i - 1].key_offset, inputs[i - 1].key_size = policy.key.offset, policy.key.size end
    local place = { event = event, copy = event.record.size > 0 and rt:new(event) or nil }
    function place.position() return place.line end
    self.places[i - 1] = place
  end
  local spec = ffi.new("flux_inbox_spec", { inputs = inputs, input_count = count, capacity = capacity })
  local size = lib.flux_inbox_size(spec)
  if size == 0 then main.usage("--inbox %d: expected 1 to 16777216 rows", capacity) end
  self.memory = ffi.new("uint8_t[?]", size)
  local inbox = ffi.new("flux_inbox *[1]")
  if lib.flux_inbox_init(self.memory, size, spec, inbox) < 0 then main.fail("no inbox: the system has no more descriptors") end
  self.inbox = inbox[0]
  return self
end

return M
