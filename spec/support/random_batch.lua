-- SPDX-License-Identifier: MIT
-- Runs random cases one after the other and says which seeds fail. `flux fuzz graphs` runs this in child processes.

local differential = require "spec.support.differential"
local random_graph = require "spec.support.random_graph"
local random_text = require "spec.support.random_text"

local M = {}

---Makes the case of a seed, writes its script into `directory`, and loads it: bodies are read from their file.
---@param seed integer
---@param directory string
---@param options table|nil see random_graph.make
---@return table case for differential.compare
---@return string path
function M.load(seed, directory, options)
  local path = ("%s/seed-%d.lua"):format(directory, seed)
  local file = assert(io.open(path, "wb"))
  file:write(random_text.text(random_graph.make(seed, options)))
  file:close()
  return assert(loadfile(path))("case"), path
end

---Compares one seed.
---@param seed integer
---@param directory string
---@param backends string[]
---@param options table|nil see random_graph.make
---@return string|nil text of the difference
function M.check(seed, directory, backends, options)
  local fine, case, path = pcall(M.load, seed, directory, options)
  if not fine then return "the script does not load: " .. tostring(case) end
  local difference = differential.compare(case, { backends = backends })
  os.remove(path)
  return difference and difference.text
end

---Runs `count` seeds from `first`, printing "begin seed N" and "fails seed N" lines.
function M.run(first, count, directory, backends, options)
  local names, native = {}, require "flux.native"
  for name in backends:gmatch("%S+") do names[#names + 1] = name end
  local optimised = native.FLAGS
  io.stdout:setvbuf("line")
  for seed = first, first + count - 1 do
    print("begin seed " .. seed)
    native.FLAGS = seed % 16 == 0 and optimised or optimised:gsub("%-O2", "-O0") -- results must not depend on it (S18)
    local text = M.check(seed, directory, names, options)
    if text then print(("fails seed %d: %s"):format(seed, text)) end
  end
  print("batch done")
end

return M
