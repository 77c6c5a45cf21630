-- SPDX-License-Identifier: MIT
-- The command line: finds the command, parses its options, turns failures into a line on stderr and an exit status.
--
--   os.exit(require("flux.cli.main").main { "run", "graphs/hello.lua" })
--
-- Exit status: 0 success, 1 the work failed, 2 the command line is wrong, 130 ^C. A command is a module flux.cli.NAME with
--   summary        one line for `flux --help`
--   configure(p)   adds its arguments to the argparse parser `p`          (or `raw = true`: it takes the arguments as they are)
--   run(args)      does the work and returns the exit status; `M.fail(message)` ends it with status 1, `M.usage` with 2
local ffi = require "ffi"
local interrupt = require "flux.interrupt"
local origins = require "flux.origin"
local M = {}

ffi.cdef [[ int flux_cli_failed(void *) asm("ferror"); ]]

M.version = "0.1.0"

-- Commands in the order of the help text. One whose module is not installed is not offered.
local COMMANDS = { "run", "check", "verify", "export", "graph", "replay", "trace", "bench", "test", "fuzz" }

local Failure = {}
Failure.__index = Failure
function Failure:__tostring() return self.message end

---Ends the command with exit status 1.
---@param message string
function M.fail(message, ...)
  if select("#", ...) > 0 then message = message:format(...) end
  error(setmetatable({ message = message, status = 1 }, Failure), 0)
end

---Ends the command with exit status 2.
---@param message string
function M.usage(message, ...)
  if select("#", ...) > 0 then message = message:format(...) end
  error(setmetatable({ message = message, status = 2 }, Failure), 0)
end

local function complain(message) io.stderr:write("flux: ", message, "\n") end

local function available(name) return package.searchpath("flux.cli." .. name, package.path) ~= nil end

local function commands()
  local list = {}
  for _, name in ipairs(COMMANDS) do
    if available(name) then list[#list + 1] = name end
  end
  return list
end

local function help()
  local out = { "Usage: flux COMMAND [OPTION]…\n", "Declare what depends on what, in Lua; flux derives what must happen.\n", "Commands:" }
  for _, name in ipairs(commands()) do out[#out + 1] = ("  %-8s %s"):format(name, require("flux.cli." .. name).summary) end
  out[#out + 1] = "\n`flux COMMAND --help` explains a command; docs/start.md is a first graph in ten minutes."
  out[#out + 1] = "Results go to stdout, diagnostics to stderr. Exit status: 0 success, 1 failed, 2 wrong usage."
  return table.concat(out, "\n")
end

local function unknown(word)
  complain(("unknown command '%s'%s"):format(word, require("flux.names").hint(word, commands())))
  complain("commands: " .. table.concat(commands(), ", "))
  return 2
end

-- A negative number after an option is its value, not another option: "--until -5" becomes "--until=-5".
local function joined(argv)
  local list = {}
  for _, word in ipairs(argv) do
    local last = list[#list]
    if last and word:match("^%-%d") and last:match("^%-%-%a[%a-]*$") then
      list[#list] = last .. "=" .. word
    elseif last and word:match("^%-%d") and last:match("^%-%a$") then
      list[#list] = last .. word
    else
      list[#list + 1] = word
    end
  end
  return list
end

---A converter for argparse: a whole number from 0.
---@param option string for the message
---@return fun(text: string): number?, string?
function M.count(option)
  return function(text)
    local count = tonumber(text)
    if count and count >= 0 and count < math.huge and count % 1 == 0 then return count end
    return nil, ("%s: expected a count (0, 1, 2 …), got '%s'"):format(option, text)
  end
end

local function parse(name, command, argv)
  local parser = require "argparse"("flux " .. name, command.description or command.summary)
  parser:help_max_width(100):usage_max_width(100)
  command.configure(parser)
  local ok, result = parser:pparse(joined(argv))
  if not ok then M.usage("%s\nflux: try `flux %s --help`", result, name) end
  return result
end

-- Modules that are no part of flux: what ./flux installs.
local EXTERNAL = { lpeg = true, argparse = true, cjson = true, dkjson = true }

local function missing(module)
  if EXTERNAL[module:match("^[^.]+")] then return " (./flux installs what is missing)" end
  return module:match("^flux%.") and " (flux has no such module, or this checkout is not complete)" or ""
end

local function traceback(problem)
  if getmetatable(problem) == Failure then return problem end
  local text = type(problem) == "table" and (problem.message or problem.text) or nil
  if not text and type(problem) == "table" and not (getmetatable(problem) or {}).__tostring then
    text = ("%s: the script raised a table without a message; raise a text"):format(origins.text(origins.here()))
  end
  text = text or tostring(problem)
  if os.getenv("FLUX_TRACEBACK") then
    text = debug.traceback(text, 2)
  else
    -- The list of places that were searched helps nobody.
    text = text:gsub("(module '([^']*)' not found):.*", function(message, module) return message .. missing(module) end)
    text = text:gsub("^flux: ", "")
  end
  return setmetatable({ message = text, status = 1 }, Failure)
end

local function run(argv)
  local name = table.remove(argv, 1)
  if not name or name == "help" or name == "--help" or name == "-h" then
    if name == "help" and argv[1] then return run({ argv[1], "--help" }) end
    (name and io.stdout or io.stderr):write(help(), "\n")
    return name and 0 or 2
  end
  if name == "--version" then
    print("flux " .. M.version)
    return 0
  end
  local known = false
  for _, other in ipairs(commands()) do known = known or other == name end
  if not known then return unknown(name) end
  local ok, result = xpcall(function()
    -- What loads and resolves a graph runs once: compiling traces of it only costs. `run` puts the JIT on when the events begin.
    local jitted = jit.status()
    if name == "run" then jit.off() end
    local command = require("flux.cli." .. name)
    M.jitted = jitted
    return command.run(command.raw and argv or parse(name, command, argv))
  end, traceback)
  if interrupt.happened() then result, ok = { message = "interrupted", status = 130 }, false end
  if ok then return result or 0 end
  if type(result) ~= "table" then result = traceback(result) end -- memory that is used up comes past the handler
  complain(result.message)
  return result.status
end

---@param argv string[] the command and its arguments
---@return integer exit status
function M.main(argv)
  local status = run(argv)
  local ok, reason = io.stdout:flush()
  if status ~= 0 or ok and ffi.C.flux_cli_failed(io.stdout) == 0 then return status end
  complain("cannot write to standard output" .. (ok and "" or ": " .. reason))
  return 1
end

return M
