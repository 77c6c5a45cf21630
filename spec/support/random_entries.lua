-- SPDX-License-Identifier: MIT
-- Random entries of random graphs (spec/support/random_graph.lua).
--
--   entries.make(case, R, 40)     case.entries

local M = {}

-- Values of wide integers are texts: a case is written as a script.
M.LONG = { "-1", "0", "7", "9223372036854775807LL" }
M.UNSIGNED = { "0", "1", "18446744073709551615ULL" }

local function event_entry(case, R, verb)
  local event = case.keyed and R.one_in(2) and case.keyed or R.pick(case.events)
  if event.is_end then return { verb, event.name, {} } end
  local fields = { x = R.int(-10, 30) / 2, k = R.int(-1, 5) }
  if R.one_in(12) then fields.x = nil end
  if event.has.b then fields.b = R.one_in(2) end
  if event.has.wide then
    fields.l, fields.q, fields.u = { text = R.pick(M.LONG) }, { text = R.pick(M.UNSIGNED) }, R.pick { 0, 1, 255 }
  end
  if event.has.s then fields.s = R.pick { "AAA", "BBB", "CCC", "DDD", "EEE" } end
  if event.has.key then fields.key = event.values[R.int(1, R.one_in(2) and 4 or #event.values)] end
  if event.timed then
    case.time = case.time + R.pick { 0, 0, 1, 3, 7, 20, R.one_in(4) and 90 or 10 }
    fields.time = R.one_in(10) and case.time - R.int(0, 15) or case.time
  end
  return { verb, event.name, fields }
end

local function make_entry(case, R)
  local roll = R.int(1, 100)
  if roll <= 12 and case.wants.buffering then return event_entry(case, R, "buffer") end
  if roll <= 16 and case.wants.buffering then return { "trigger" } end
  if roll <= 26 and case.wants.timers then
    case.time = case.time + R.int(0, 60)
    return { "advance", R.one_in(10) and case.time - 30 or case.time }
  end
  if roll <= 28 then return { "reset" } end
  if roll <= 29 then return { R.pick { "stop", "stop", "start" } } end
  if roll <= 36 and (case.options.on_error or "stop") == "stop" then return { "resume" } end
  local entry = event_entry(case, R, R.pick { "send", "dispatch", case.wants.sink_actions and "dispatch" or "batch" })
  if entry[1] == "batch" then entry[4] = R.int(1, 5) end
  return entry
end

---Makes a case's entries: so many, and now and then what follows a stop.
---@param case table
---@param R table
---@param count integer
function M.make(case, R, count)
  case.time = R.pick { 0, 5, 100, 1000 }
  for i = 1, count do
    -- After a stop any entry may come, most often one that goes on.
    local before = case.entries[i - 1]
    local again = before and before[1] == "stop" and R.one_in(2)
    case.entries[i] = again and { R.pick { "start", "start", "reset", "resume" } } or make_entry(case, R)
    case.entries[i].clock = case.time + i -- what the host clock shows, in graphs that read it
  end
  if R.one_in(4) then
    case.entries[count + 1] = { "stop", clock = case.time + count + 1 }
    if R.one_in(2) then
      case.entries[count + 2] = { R.pick { "start", "resume", "reset" }, clock = case.time + count + 2 }
      for i = 3, R.int(3, 6) do
        case.entries[count + i] = make_entry(case, R)
        case.entries[count + i].clock = case.time + count + i
      end
    end
  end
end

return M
