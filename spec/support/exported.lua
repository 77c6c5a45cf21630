-- SPDX-License-Identifier: MIT
-- Exports of graphs in a directory of their own, for the specs that build and run them.
--
--   local out = exported.directory()
--   exported.write("graphs/sp500.lua", out, { line = true, main = true })     -- the paths of the files
--   exported.run("cc …")                                                      -- what it printed; an error when it fails
--   exported.remove()                                                         -- all directories

local command = require "spec.support.command"

local M = {}

local directories = {}

---An empty directory.
---@return string
function M.directory()
  local path = os.tmpname()
  os.remove(path)
  assert(os.execute("mkdir -p " .. command.quoted(path)) == 0)
  directories[#directories + 1] = path
  return path
end

---Removes every directory that was made.
function M.remove()
  for _, path in ipairs(directories) do os.execute("rm -rf " .. command.quoted(path)) end
  directories = {}
end

---Runs a command that must succeed; both of its streams.
---@param line string
---@param options table|nil as for spec.support.command
---@return string
function M.run(line, options)
  local result = command("{ " .. line .. "; } 2>&1", options)
  if result.status ~= 0 then error(("status %d: %s\n%s"):format(result.status, line, result.out), 2) end
  return result.out
end

---Exports a script.
---@param script string
---@param directory string
---@param options table|nil
---@return string[]
function M.write(script, directory, options)
  local given = { dir = directory }
  for key, value in pairs(options or {}) do given[key] = value end
  return require("flux.export").write(require("flux.resolve").resolve(dofile(script)), given)
end

---Is a tool there? On Linux the launcher installs the tools that the specs need, so its absence is an error there.
---@param name string
---@return boolean
function M.has(name)
  if command("command -v " .. name).status == 0 then return true end
  if jit.os == "Linux" then error(("%s is not installed; ./flux test installs it"):format(name), 2) end
  return false
end

return M
