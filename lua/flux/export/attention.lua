-- SPDX-License-Identifier: MIT
-- flux.export.attention: what an entry must see to before it may run: an earlier error, held work, the first time, a sink around it.
--
-- All of it is one word of the instance, `attention`, that is 0 almost always.

local c = require "flux.export.c"
local errors = require "flux.export.errors"

local M = {}

-- What an earlier entry may have left for this one to see to: a list of { bit, text, noted }.
local function left_over(x, s, inside, time, buffered)
  local f, lines = x.features, {}
  local function add(condition, bit, text, noted)
    if condition then lines[#lines + 1] = { bit = bit, text = text, noted = noted } end
  end
  add(f.publishes, "PUBLISHING", "return " .. inside .. ";")
  add(f.idle, "IDLE", "return FLUX_E_MISUSE; /* not started */")
  add(f.stops, "STOPPED", "return FLUX_E_STOPPED;")
  local held = f.queue and "(HELD | WAITING)" or "HELD"
  add(f.buffer and not buffered, held, not s.trigger and "run_trigger(g);" or "run_trigger(g)", s.trigger)
  add(f.fresh and time, "FRESH", ("set_first_time(g, %s)%s"):format(time or "", s.first and "" or ";"), s.first)
  return lines
end

-- `attention` is not 0: with every bit that may be set seen to, it is compared as a whole.
local function is_set(x, lines, time, buffered, audited)
  local f = x.features
  if not (f.fresh and not time or f.buffer and buffered) then return "g->attention != 0" end
  local bits = {}
  for i, line in ipairs(lines) do bits[i] = line.bit:gsub("[()]", "") end
  if audited then bits[#bits + 1] = "AUDITING" end
  local mask = table.concat(bits, " | ")
  return ("(g->attention & %s) != 0"):format(mask:find("|", 1, true) and "(" .. mask .. ")" or mask)
end

local function print_left_over(x, lines)
  for _, line in ipairs(lines) do
    if line.noted then
      errors.keep(x, line.text, false, "g->attention & " .. line.bit)
    else
      x.out:line(("if (g->attention & %s) %s"):format(line.bit, line.text))
    end
  end
end

---Prints the test of `attention` where it stands.
---@param x table
---@param s table where the entry's status may come from
---@param inside string what the entry returns inside a sink
---@param time string|nil the time that the entry sets
---@param buffered boolean held work is none of this entry's
function M.emit(x, s, inside, time, buffered)
  local lines = left_over(x, s, inside, time, buffered)
  if #lines == 0 then return end
  c.open(x.out, ("if (%s) {"):format(is_set(x, lines, time, buffered)))
  print_left_over(x, lines)
  c.close(x.out, "}")
end

---The same as a function of its own, so that an entry to which nothing was left saves no registers for it. It ends in the entry,
---which then finds nothing left; or in the audited one.
---@param audited string|nil the function that the entry is while the audit is on
---@return string|nil what the entry begins with
function M.emit_apart(x, s, event, entry_name, inside, time, buffered, audited)
  local out, n = x.out, x.names
  local lines = left_over(x, s, inside, time, buffered)
  if #lines == 0 and not audited then return nil end
  local test = is_set(x, lines, time, buffered, audited)
  if not audited and #lines == 1 and not lines[1].noted and lines[1].text:find("^return ") then
    return ("if (%s) %s"):format(test, lines[1].text)
  end
  local sized = event.record.size > 0
  local arguments = sized and "(g, event)" or "(g)"
  if #lines == 0 then return ("if (UNLIKELY(g->audit.ring != NULL)) return %s%s;"):format(audited, arguments) end
  local name = n.static:claim(("%s_%s"):format(buffered and "prepare_buffer" or "prepare", n.event[event]))
  c.comment(out, { "Sees to what an earlier entry left, then runs this one." })
  local parameter = sized and (", const %s *event"):format(n.event_type[event]) or ""
  -- Not cold when the audited entry is called from here: gcc then takes that, and all it calls, for cold too.
  c.open(out, ("%s static int %s(%s *g%s) {"):format(audited and "APART" or "COLD", name, n.graph_type, parameter))
  local noted = false
  for _, line in ipairs(lines) do noted = noted or line.noted end
  if noted then out:line("int first_error = 0;") end
  print_left_over(x, lines)
  local call = entry_name .. arguments
  if audited then call = ("g->audit.ring != NULL ? %s%s : %s"):format(audited, arguments, call) end
  if noted then
    out:line(("keep_first(&first_error, %s);"):format(call)):line("return first_error;")
  else
    out:line(("return %s;"):format(call))
  end
  c.close(out, "}")
  out:blank()
  return (audited and "if (UNLIKELY(%s)) return %s%s;" or "if (%s) return %s%s;"):format(test, name, arguments)
end

return M
