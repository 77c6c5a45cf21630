-- SPDX-License-Identifier: MIT
-- The exported program as an arm of `flux verify`: export with its driver, compile with the system's compiler, run.
--
--   local problem = exported.run("exported", args, rows_path)
--   -- writes the rows, the final states, and the error that ended the run, which it also returns; raises what kept it from running
local export = require "flux.cli.export"
local graphs = require "flux.cli.graphs"
local M = {}

-- gcc fuses a*b+c unless told not to; results must be the same bytes everywhere (S18).
M.FLAGS = "-std=c11 -O2 -ffp-contract=off -Wall -Wextra -Werror"

local function shell(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

-- Runs a command; its output when it fails.
local function try(line)
  local log = os.tmpname()
  local result = os.execute(("{ %s; } >%s 2>&1 </dev/null"):format(line, log))
  local file = assert(io.open(log, "rb"))
  local text = file:read("*a")
  file:close()
  os.remove(log)
  return result == 0 or result == true, text
end

---Why the exported program cannot run this; nil when it can.
---@param graph table
---@param args table
---@return string?
function M.refused(graph, args)
  for _, input in ipairs(graphs.inputs(graph, args)) do
    local ending = input.file:match("%.(%w+)$")
    if ending == "jsonl" or ending == "ndjson" then return "the exported driver reads CSV only" end
    if input.file == "-" then return "standard input can be read only once" end
  end
  if args.on_bad_row == "skip" then return "the exported driver does not skip rows" end
  return nil
end

local function arguments(graph, args, rows_path)
  local list = { "--rows", rows_path }
  for _, input in ipairs(graphs.inputs(graph, args)) do
    list[#list + 1] = "--input"
    list[#list + 1] = ("%s=%s"):format(input.event.name, input.file)
  end
  for _, name in ipairs { "until", "limit" } do
    if args[name] then
      list[#list + 1] = "--" .. name
      list[#list + 1] = tostring(args[name])
    end
  end
  for i, text in ipairs(list) do list[i] = shell(text) end
  return table.concat(list, " ")
end

-- What ended the program: its last message on stderr; nil when it said nothing, as after a crash.
local function last_message(graph, output)
  local start, found = graph.name .. ": ", nil
  local at = 1
  for line in output:gmatch("[^\n]*\n?") do
    if line:sub(1, #start) == start then found = at + #start end
    at = at + #line
  end
  return found and output:sub(found):gsub("\n$", "") or nil
end

---@param _ string the arm's name
---@param args table parsed arguments of flux verify
---@param rows_path string
---@return string? problem
function M.run(_, args, rows_path)
  local graph = graphs.load(args)
  local directory = os.tmpname()
  os.remove(directory)
  export.make_directory(directory)
  local failure
  local ok, problem = pcall(function()
    local options = { dir = directory, main = true }
    require("flux.export").write(require("flux.resolve").resolve(graph), options)
    local compiler = os.getenv("CC") or "cc"
    local built, text = try(("%s %s -o %s/graph %s/*.c -lm"):format(compiler, M.FLAGS, directory, directory))
    if not built then error("the exported C does not compile:\n" .. text, 0) end
    local good, output = try(("%s/graph %s"):format(directory, arguments(graph, args, rows_path)))
    if good then return end
    failure = last_message(graph, output)
    if not failure then error("the exported program failed: " .. output, 0) end
    local rows = assert(io.open(rows_path, "ab"))
    rows:write("error,", failure, "\n")
    rows:close()
  end)
  os.execute("rm -rf " .. shell(directory))
  if not ok then error(problem, 0) end
  return failure
end

return M
