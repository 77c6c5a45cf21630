-- SPDX-License-Identifier: MIT
-- The exported program as an arm of `flux verify`: export with its driver, compile with the system's compiler, run.
--
--   local problem = exported.run("exported", args, rows_path)
--   -- writes the rows, the final states, and the error that ended the run, which it also returns; raises what kept it from running
local adapters = require "flux.adapters"
local export = require "flux.cli.export"
local ffi = require "ffi"
local files = require "flux.cli.files"
local graphs = require "flux.cli.graphs"
local interrupt = require "flux.interrupt"
local rows = require "flux.adapters.rows"
local types = require "flux.types"

local ENDS = { "until", "limit" }

local M = {}

-- gcc fuses a*b+c unless told not to; results must be the same bytes everywhere (S18).
M.FLAGS = "-std=c11 -O2 -ffp-contract=off -Wall -Wextra -Werror"

local shell = files.quoted

-- Runs a command; its output when it fails.
local function try(line)
  local log = os.tmpname()
  local ran, good = pcall(interrupt.execute, ("{ %s; } >%s 2>&1 </dev/null"):format(line, log))
  local file = assert(io.open(log, "rb"))
  local text = file:read("*a")
  file:close()
  os.remove(log)
  if not ran then error(good, 0) end
  return good, text
end

-- The rows of an input as CSV, which is all that the driver reads: each on the line behind its own, since the header takes one.
-- Raises the message of a bad row. Without a path it is only read.
local function to_csv(graph, input, path)
  local record = input.event.record
  local texts, ids = {}, {}
  local function symbol(text)
    if not ids[text] then
      texts[#texts + 1] = text
      ids[text] = #texts
    end
    return ids[text]
  end
  local initial = types.initial(record, graph)
  local reader = adapters.open(input.file, { event = input.event, format = input.format, symbol = symbol, new = function()
    local event = types.ctype(record)()
    ffi.copy(event, initial, #initial)
    return event
  end })
  local writer, format, line = path and rows.open(path), rows.formatter(record, function(id) return texts[id] end), 1
  if path then writer:write(rows.header(record)) end
  for event in function() return reader:next() end do
    if reader.deliver then reader.deliver(event) end
    if path then
      for _ = line, reader:position() - 1 do writer:write("") end
      line = reader:position() + 1
      local row = format(event)
      writer:write(row == "" and '""' or row)
    end
  end
  reader:close()
  if path then writer:close() end
end

---Why the exported program cannot run this; nil when it can.
---@param graph table
---@param args table
---@return string?
function M.refused(graph, args)
  for _, input in ipairs(graphs.inputs(graph, args)) do
    if (input.format or adapters.format(input.file)) ~= "csv" then
      local ok, problem = pcall(to_csv, graph, input)
      if not ok then
        interrupt.pass()
        return ("the exported driver reads CSV, which not every row can be written as: %s"):format(problem)
      end
    end
  end
  if args.on_bad_row == "skip" then return "the exported driver does not skip rows" end
  return nil
end

local function arguments(args, rows_path, inputs)
  local list = { "--rows", rows_path }
  for _, input in ipairs(inputs) do
    list[#list + 1] = "--input"
    list[#list + 1] = ("%s=%s"):format(input.event.name, input.csv or input.file)
  end
  for _, name in ipairs(ENDS) do
    if args[name] then
      list[#list + 1] = "--" .. name
      list[#list + 1] = tostring(args[name])
    end
  end
  for i, text in ipairs(list) do list[i] = shell(text) end
  return table.concat(list, " ")
end

-- What ended the program: its last message on stderr; nil when it said nothing, as after a crash.
local function last_message(graph, output, inputs)
  local start, found = graph.name .. ": ", nil
  local at = 1
  for line in output:gmatch("[^\n]*\n?") do
    if line:sub(1, #start) == start then found = at + #start end
    at = at + #line
  end
  if not found then return nil end
  local message = output:sub(found):gsub("\n$", "")
  for _, input in ipairs(inputs) do
    if input.csv then
      message = message:gsub(input.csv:gsub("%p", "%%%0") .. ":(%d+)", function(n) return ("%s:%d"):format(input.file, n - 1) end)
    end
  end
  return message
end

---@param _ string the arm's name
---@param args table parsed arguments of flux verify
---@param rows_path string
---@return string? problem
function M.run(_, args, rows_path)
  local graph = graphs.load(args)
  local inputs = graphs.inputs(graph, args)
  local directory = os.tmpname()
  os.remove(directory)
  export.make_directory(directory)
  local failure
  local ok, problem = pcall(function()
    graph:finish()
    for i, input in ipairs(inputs) do
      if (input.format or adapters.format(input.file)) ~= "csv" then
        input.csv = ("%s/%d.csv"):format(directory, i)
        to_csv(graph, input, input.csv)
      end
    end
    local options = { dir = directory, main = true, any_prefix = true }
    require("flux.export").write(require("flux.resolve").resolve(graph), options)
    local compiler = os.getenv("CC") or "cc"
    local built, text = try(("%s %s -o %s/graph %s/*.c -lm"):format(compiler, M.FLAGS, directory, directory))
    if not built then error("the exported C does not compile:\n" .. text, 0) end
    local good, output = try(("%s/graph %s"):format(directory, arguments(args, rows_path, inputs)))
    if good then return end
    failure = last_message(graph, output, inputs)
    if not failure then error("the exported program failed: " .. output, 0) end
    local file = assert(io.open(rows_path, "ab"))
    file:write("error,", failure, "\n")
    file:close()
  end)
  os.execute("rm -rf " .. shell(directory))
  if not ok then error(problem, 0) end
  return failure
end

return M
