-- SPDX-License-Identifier: MIT
-- Writes events, values, entries and options of random cases (spec/support/random_text.lua).

local M = {}

function M.event(event)
  if event.is_end then return "local End = flux.End" end
  local fields = "double x; int32_t k;" .. (event.has.b and " bool b;" or "") .. (event.has.s and " symbol s;" or "") ..
    (event.has.wide and " int64_t l; uint64_t q; uint8_t u;" or "")
  if event.has.key then fields = ("%s %s key;"):format(fields, event.has.key) end
  if not event.timed then return ("local %s = flux.event(%q, %q)"):format(event.name, event.name, fields) end
  return ("local %s = flux.event(%q, %q, { time = \"time\" })"):format(event.name, event.name, fields .. " int64_t time;")
end

function M.value(value)
  if type(value) == "table" and value.text then return value.text end
  if type(value) == "table" then
    local parts = {}
    for _, key in ipairs { "x", "k", "b", "s", "l", "q", "u", "key", "time" } do
      if value[key] ~= nil then parts[#parts + 1] = ("%s = %s"):format(key, M.value(value[key])) end
    end
    return "{ " .. table.concat(parts, ", ") .. " }"
  end
  return type(value) == "string" and ("%q"):format(value) or tostring(value)
end

function M.entry(entry)
  local parts = {}
  for i, value in ipairs(entry) do parts[i] = M.value(value) end
  return ("  { %s, clock = %d },"):format(table.concat(parts, ", "), entry.clock)
end

local OPTIONS = { "on_error", "capacity", "late", "unhandled", "clock", "max_missed" }

function M.options(options)
  local parts = {}
  for _, key in ipairs(OPTIONS) do
    if options[key] ~= nil then parts[#parts + 1] = ("%s = %s"):format(key, M.value(options[key])) end
  end
  return "{ " .. table.concat(parts, ", ") .. " }"
end

return M
