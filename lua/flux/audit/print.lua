-- SPDX-License-Identifier: MIT
-- flux.audit.print: audit records as text, JSON Lines, or a trace for Chrome's viewer (chrome://tracing, ui.perfetto.dev).
--
--   local printer = require("flux.audit.print").text(known, write)      -- or .json, .chrome
--   for record, number in reader:records() do printer.record(record, number) end
--   printer.finish()

local bit = require "bit"
local ffi = require "ffi"
local audit = require "flux.audit"
local core = require "flux.core"
local names = require "flux.audit.names"
local numbers = require "flux.adapters.number"

local M = {}

local SINK, UNKNOWN = 2 ^ 30, 2 ^ 32 - 1

local function digits(integer) return (tostring(integer):gsub("U?LL$", "")) end

-- -- values ------------------------------------------------------------------------------------------------------------

local bits64, bits32 = ffi.new("int64_t[1]"), ffi.new("uint32_t[1]")

-- Asked of the bits: LuaJIT must not load a NaN that is not its own, and a damaged file may hold any.
local function is_nan(kind, bits)
  if kind == "double" then return bit.band(bits, 0x7fffffffffffffffLL) > 0x7ff0000000000000LL end
  return bit.band(bits, 0x7fffffffLL) > 0x7f800000LL
end

---A value's bits as a person reads them.
---@param kind string its type
---@param bits ffi.cdata* int64
---@return string
function M.value(kind, bits)
  if kind == "double" or kind == "float" then
    if is_nan(kind, bits) then return "nan" end
    bits64[0], bits32[0] = bits, ffi.cast("uint32_t", bits)
    if kind == "double" then return numbers.text(ffi.cast("double *", bits64)[0]) end
    return numbers.float_text(ffi.cast("float *", bits32)[0])
  end
  if kind == "bool" then return bits ~= 0 and "true" or "false" end
  if kind == "int64_t" then return digits(bits) end
  if kind:sub(1, 1) == "i" then return tostring(tonumber(ffi.cast(kind, bits))) end
  return digits(ffi.cast("uint64_t", bits))
end

-- -- what records say --------------------------------------------------------------------------------------------------

local function event_of(known, record) return known.events[record.event + 1] or audit.NO_EVENT[record.event] or "?" end

-- Who: a callback, a sink, or nobody that is known.
local function party(known, subject)
  if subject == UNKNOWN then return nil end
  if subject >= SINK then return nil, known.sinks[subject - SINK + 1] end
  return known.callbacks[subject + 1]
end

local function cause_of(record)
  if record.value == 0 then return nil end
  return record.value < 0 and "start" or digits(record.value)
end

local function status_words(value)
  local status = tonumber(value)
  return core.status_text[status] and ("%d (%s)"):format(status, core.status_text[status]) or tostring(status)
end

local WORD = { buffer = ", buffered" }

-- "cycle 3  event Tick, buffered  at 5  posted by cycle 2"
local function head_text(known, record, recorded)
  local entry = recorded and record.outcome or record.event >= 0 and "event" or audit.NO_EVENT[record.event]
  local words = entry
  if record.event >= 0 then words = "event " .. event_of(known, record) .. (WORD[entry] or "") end
  local life = entry == "init" or entry == "start" or entry == "stop"
  local text = (life and "%s%s  at %s" or "cycle %s  %s  at %s"):format(life and "" or digits(record.cycle), words, digits(record.time))
  local cause = recorded and cause_of(record)
  return cause and ("%s  posted by %s"):format(text, cause == "start" and cause or "cycle " .. cause) or text
end

-- -- text --------------------------------------------------------------------------------------------------------------

local function column(list, key)
  local width = 4
  for _, item in ipairs(list) do width = math.max(width, #item[key]) end
  return math.min(width, 28)
end

---Cycles with what happened in them.
---@param known table of flux.audit.names
---@param write fun(text: string)
function M.text(known, write)
  local width, labels = column(known.callbacks, "node"), column(known.callbacks, "label")
  local at = {}
  local function row(who, what) write(("  %-" .. width .. "s  %s\n"):format(who, what)) end
  local kinds = {
    call = function(record)
      local callback = known.callbacks[record.subject + 1]
      local label = record.value >= 0 and ("%s[%s]"):format(callback.label, digits(record.value)) or callback.label
      row(callback.node, ("%-" .. labels .. "s  %s"):format(label, record.outcome))
    end,
    value = function(record)
      local value = names.value(known, record.subject)
      row("", ("%s = %s"):format(value.field, M.value(value.type, record.value)))
    end,
    post = function(record)
      local callback, sink = party(known, record.subject)
      row(callback and callback.node or sink.node, (callback and "posts %s" or "posts %s in sink " .. (sink or {}).name):format(
        known.events[tonumber(record.value) + 1]))
    end,
    sink = function(record)
      local sink = known.sinks[record.subject + 1]
      row(sink.node, "sink " .. sink.name)
    end,
    error = function(record)
      local callback, sink = party(known, record.subject)
      local what = callback and callback.label or sink and "sink " .. sink.name or "a callback"
      local undone = record.outcome == "sink" and "" or "; " .. record.outcome
      local node = callback and callback.node or sink and sink.node or ""
      row(node, ("ERROR %s: status %s%s"):format(what, status_words(record.value), undone))
    end,
  }
  local function record_text(record)
    if record.kind == "cycle" then write(head_text(known, record, true) .. "\n") return end
    if record.kind == "mark" then write(("%s after cycle %s\n"):format(record.outcome, digits(record.cycle))) return end
    if record.kind == "refused" then
      local what = record.event >= 0 and "event " .. event_of(known, record) or record.event == -1 and "an unknown event" or "timers"
      write(("refused  %s  at %s: status %s\n"):format(what, digits(record.time), status_words(record.value)))
      return
    end
    -- The head of the cycle was not recorded, or is lost.
    if at.cycle ~= record.cycle or at.event ~= record.event then write(("(%s)\n"):format(head_text(known, record, false))) end
    kinds[record.kind](record)
  end
  return { record = function(record)
    record_text(record)
    at = record.kind == "mark" and {} or record
  end, finish = function() end }
end

-- -- JSON --------------------------------------------------------------------------------------------------------------

local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\" }
local function quoted(text)
  return '"' .. text:gsub('[%c"\\]', function(c) return ESCAPES[c] or ("\\u%04x"):format(c:byte()) end) .. '"'
end

-- A number where JSON has one; nan and infinities as strings. The integer -0 is 0 to many readers.
local function json_value(kind, bits)
  local text = M.value(kind, bits)
  if text == "-0" then return "-0.0" end
  return text:match("^-?%d") and text or (kind == "bool" and text or quoted(text))
end

-- The members of a record: a list of { name, text }.
local function members(known, record)
  local list = { { "cycle", digits(record.cycle) }, { "time", digits(record.time) }, { "event", quoted(event_of(known, record)) } }
  local function add(name, text) list[#list + 1] = { name, text } end
  local callback, sink
  if record.kind == "call" or record.kind == "post" or record.kind == "error" then callback, sink = party(known, record.subject) end
  if record.kind == "sink" then sink = known.sinks[record.subject + 1] end
  if callback then
    add("node", quoted(callback.node))
    add("callback", quoted(callback.label))
  end
  if sink then
    add("node", quoted(sink.node))
    add("sink", quoted(sink.name))
  end
  if record.kind == "cycle" then
    add("entry", quoted(record.outcome))
    local cause = cause_of(record)
    if cause then add("cause", cause == "start" and quoted(cause) or cause) end
  elseif record.kind == "call" then
    if record.value >= 0 then add("element", digits(record.value)) end
    add("outcome", quoted(record.outcome))
  elseif record.kind == "value" then
    local value = names.value(known, record.subject)
    add("node", quoted(value.node))
    add("field", quoted(value.field))
    add("value", json_value(value.type, record.value))
  elseif record.kind == "post" then
    add("posted", quoted(known.events[tonumber(record.value) + 1]))
  elseif record.kind == "error" then
    add("status", digits(record.value))
    add("policy", quoted(record.outcome))
  elseif record.kind == "refused" then
    add("status", digits(record.value))
  elseif record.kind == "mark" then
    add("mark", quoted(record.outcome))
  end
  return list
end

local function object(list)
  local parts = {}
  for i, member in ipairs(list) do parts[i] = quoted(member[1]) .. ":" .. member[2] end
  return "{" .. table.concat(parts, ",") .. "}"
end

---One object a line and record; integers have all their digits.
function M.json(known, write)
  return { record = function(record, number)
    local list = members(known, record)
    table.insert(list, 1, { "kind", quoted(record.kind) })
    table.insert(list, 1, { "record", tostring(number) })
    write(object(list) .. "\n")
  end, finish = function() end }
end

-- -- Chrome ------------------------------------------------------------------------------------------------------------

---A trace: a row of cycles, a row a node, arrows from posts to the cycles that they cause. There is no clock in an audit: a record
---takes a microsecond, `now` is among the arguments.
function M.chrome(known, write)
  local rows, posts, open, call, count = {}, {}, nil, nil, 0
  local function emit(list)
    write((count == 0 and "" or ",\n") .. object(list))
    count = count + 1
  end
  local function event(phase, name, row, at, more)
    local list = { { "ph", quoted(phase) }, { "name", quoted(name) }, { "pid", "1" }, { "tid", tostring(row) }, { "ts", tostring(at) } }
    for _, member in ipairs(more or {}) do list[#list + 1] = member end
    emit(list)
  end
  local function label(kind, row, name, more)
    local args = object { { more or "name", name } }
    emit { { "ph", '"M"' }, { "name", quoted(kind) }, { "pid", "1" }, { "tid", tostring(row) }, { "args", args } }
  end
  write('{"displayTimeUnit":"ns","traceEvents":[\n')
  label("process_name", 0, quoted(known.graph))
  label("thread_name", 0, quoted("cycles"))
  for i, node in ipairs(known.nodes) do
    rows[node.name] = i
    label("thread_name", i, quoted(node.name))
    label("thread_sort_index", i, tostring(i), "sort_index")
  end
  local function end_call()
    if not call then return end
    event("X", call.name, call.row, call.at, { { "dur", "1" }, { "args", object(call.args) } })
    call = nil
  end
  local function end_cycle(at)
    end_call()
    if open then event("E", open, 0, at) end
    open = nil
  end
  local function begin_cycle(record, number)
    end_cycle(number)
    open = head_text(known, record, true):match("^cycle %S+  (.-)  at") or record.outcome
    event("B", open, 0, number, { { "args", object(members(known, record)) } })
    local cause = cause_of(record)
    local post = cause and posts[1]
    if post then
      table.remove(posts, 1)
      event("f", "post", 0, number, { { "cat", quoted("post") }, { "id", tostring(post) }, { "bp", quoted("e") } })
    end
  end
  local function instant(record, number)
    event("i", record.kind, 0, number, { { "s", quoted("t") }, { "args", object(members(known, record)) } })
  end
  local kinds = {
    cycle = begin_cycle,
    call = function(record, number)
      end_call()
      local callback = known.callbacks[record.subject + 1]
      call = { name = callback.label .. ": " .. record.outcome, row = rows[callback.node], at = number, args = members(known, record) }
    end,
    value = function(record)
      local value = names.value(known, record.subject)
      if call then call.args[#call.args + 1] = { value.field, json_value(value.type, record.value) } end
    end,
    post = function(record, number)
      end_call()
      local callback, sink = party(known, record.subject)
      posts[#posts + 1] = number
      local row = rows[callback and callback.node or sink.node]
      event("X", "post " .. known.events[tonumber(record.value) + 1], row, number, { { "dur", "1" } })
      event("s", "post", row, number, { { "cat", quoted("post") }, { "id", tostring(number) } })
    end,
    sink = function(record, number)
      end_call()
      local sink = known.sinks[record.subject + 1]
      event("X", "sink " .. sink.name, rows[sink.node], number, { { "dur", "1" }, { "args", object(members(known, record)) } })
    end,
    error = function(record, number)
      end_call()
      instant(record, number)
      if record.outcome ~= "sink" then posts = record.outcome == "stopped" and {} or posts end
    end,
    refused = instant, mark = instant,
  }
  local last = 0
  return { record = function(record, number)
    kinds[record.kind](record, number)
    last = number + 1
  end, finish = function()
    end_cycle(last)
    write("\n]}\n")
  end }
end

return M
