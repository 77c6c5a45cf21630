-- SPDX-License-Identifier: MIT
-- Kills recordings at random moments and reads what they left.
--
--   luajit spec/support/kill_recording.lua 200 [seed]      kills 200 of them; exit status 1 when a completed frame is lost

package.path = "lua/?.lua;lua/?/init.lua;?.lua;" .. package.path
local command = require "spec.support.command"
local quoted = command.quoted

local M = {}

local function last_number(path)
  local file, last = assert(io.open(path, "rb")), 0
  for line in (file:read("*a") or ""):gmatch("(%d+)\n") do last = tonumber(line) end
  file:close()
  return last
end

---Kills one recording after some milliseconds.
---@param directory string
---@param backend string
---@param milliseconds integer
---@return { promised: integer, frames: integer, torn: table|nil, difference: string|nil, entries: integer }
function M.once(directory, backend, milliseconds)
  local path, log = directory .. "/killed.journal", directory .. "/promised"
  os.remove(path)
  os.remove(log)
  command(("luajit spec/support/record_forever.lua %s %s >%s 2>&1 & child=$!; while [ ! -s %s ]; do sleep 0.01; done; sleep %.4f; " ..
    "kill -9 $child; wait $child 2>/dev/null; true"):format(quoted(path), backend, quoted(log), quoted(log), milliseconds / 1000))
  local reader = assert(require("flux.journal.reader").open(path))
  local result = assert(require("flux.journal.replay").run(reader, dofile "spec/support/graphs/kept.lua", { backend = "luajit" }))
  reader:close()
  return {
    promised = last_number(log), frames = reader.frames, torn = reader.torn, difference = result.difference, entries = result.entries,
  }
end

---@param count integer
---@param directory string
---@param visit fun(i: integer, result: table)|nil
---@return integer failed, integer torn
function M.run(count, directory, visit)
  local failed, torn = 0, 0
  for i = 1, count do
    local result = M.once(directory, i % 4 == 0 and "table" or "luajit", math.random(0, 400))
    local good = result.frames + 1 >= result.promised and not result.difference and not (result.torn and result.torn.damaged)
    if not good then failed = failed + 1 end
    if result.torn then torn = torn + 1 end
    if visit then visit(i, result, good) end
  end
  return failed, torn
end

if arg and arg[0] and arg[0]:match("kill_recording%.lua$") then
  math.randomseed(tonumber(arg[2]) or os.time())
  local directory = os.tmpname()
  os.remove(directory)
  os.execute("mkdir -p " .. quoted(directory))
  local entries = 0
  local failed, torn = M.run(tonumber(arg[1]) or 200, directory, function(i, result, good)
    entries = entries + result.entries
    if not good then
      print(("kill %d: %d frames read, %d promised, %s"):format(i, result.frames, result.promised, tostring(result.difference)))
    end
  end)
  os.execute("rm -rf " .. quoted(directory))
  print(("%s kills, %d torn tails, %d entries replayed, %d failed"):format(arg[1] or 200, torn, entries, failed))
  os.exit(failed == 0 and 0 or 1)
end

return M
