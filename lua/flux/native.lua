-- SPDX-License-Identifier: MIT
-- flux.native: compiles C text into a shared library, once.
--
--   local path, err = native.library(text)        -- nil, "…" when there is no compiler or it fails
--   local lib, err = native.open(path)            -- lib.name is a C function that ffi.cdef declared
--
-- The compiler is $CC, else cc. Libraries are kept in $XDG_CACHE_HOME/flux, ~/.cache/flux or .cache beside the library, under a
-- name made from the text, the compiler and its flags, so that whatever changes one of them compiles anew. A library appears
-- under its name only when it is complete; its source stays beside it, that of a failed build alone. Nothing else remains, and
-- nothing is lost but time when the directory is deleted.

local ffi = require "ffi"
local hash = require "flux.export.hash"
local interrupt = require "flux.interrupt"

local M = {}

---Flags of every build. Results must not depend on the compiler (S18). And a handler that copies two fields of an event in one
---wide load would wait for the two narrow stores with which LuaJIT has just filled them in.
M.FLAGS = "-std=c11 -O2 -fPIC -shared -ffp-contract=off -fno-math-errno -fno-tree-slp-vectorize"
-- What nothing defines is missed when the library is loaded, not when it is called.
if jit.os ~= "OSX" then M.FLAGS = M.FLAGS .. " -Wl,-z,now" end

ffi.cdef [[ int flux_process_id(void) __asm__("getpid"); ]]

local function shell(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- Runs a command: its output (both streams), in English, and whether it succeeded.
local function run(command)
  local pipe = io.popen("export LC_ALL=C; " .. command .. " 2>&1; echo status=$?", "r")
  if not pipe then return "", false end
  local output = pipe:read("*a")
  pipe:close()
  local text, status = output:match("^(.*)status=(%d+)%s*$")
  interrupt.note(tonumber(status))
  return text or output, status == "0"
end

local function is_writable(directory)
  local probe = ("%s/.probe-%d"):format(directory, ffi.C.flux_process_id())
  local file = io.open(probe, "w")
  if not file then return false end
  file:close()
  os.remove(probe)
  return true
end

local directories = {}

---The directory of the cache; made when it is missing.
---@return string|nil directory
function M.directory()
  local home, xdg = os.getenv("HOME"), os.getenv("XDG_CACHE_HOME")
  local key = tostring(home) .. "\n" .. tostring(xdg)
  if directories[key] then return directories[key] end
  local candidates = {}
  if xdg and xdg ~= "" then candidates[#candidates + 1] = xdg .. "/flux" end
  if home and home ~= "" then candidates[#candidates + 1] = home .. "/.cache/flux" end
  candidates[#candidates + 1] = require("flux.core").root .. "/.cache"
  for _, candidate in ipairs(candidates) do
    if not is_writable(candidate) then run("mkdir -p " .. shell(candidate)) end
    if is_writable(candidate) then
      directories[key] = candidate
      return candidate
    end
  end
end

local identities = {}

---The compiler's command and what it says of its version; nil when there is none.
---@return string|nil command, string|nil identity
function M.compiler()
  local command = os.getenv("CC")
  if not command or command == "" then command = "cc" end
  if identities[command] == nil then
    local output, ok = run(command .. " --version")
    identities[command] = ok and output:match("^[^\n]*") or false
  end
  if not identities[command] then return nil end
  return command, identities[command]
end

local function exists(path)
  local file = io.open(path, "rb")
  if file then file:close() end
  return file ~= nil
end

local function write(path, text)
  local file, problem = io.open(path, "wb")
  if not file then return nil, problem end
  local ok, reason = file:write(text)
  if ok then ok, reason = file:flush() end
  file:close()
  if ok then return true end
  os.remove(path)
  return nil, ("cannot write %s: %s"):format(path, reason)
end

local counter = 0

-- Runs the compiler on base.c: its output, and whether base.so is there. What is not whole is removed.
local function compile(command, base)
  local ran, output, ok = pcall(run, command)
  if not ran then -- ^C
    os.remove(base .. ".c")
    os.remove(base .. ".so")
    error(output, 0)
  end
  if not ok then os.remove(base .. ".so") end
  return output, ok
end

---The path of the library that a C text compiles to.
---@param text string
---@param options { flags?: string, libs?: string }|nil
---@return string|nil path
---@return string|nil message why there is none; otherwise what the compiler said, if it ran
---@return boolean|nil refused the message is the compiler's: the text is wrong
function M.library(text, options)
  options = options or {}
  local command, identity = M.compiler()
  if not command then
    return nil, ("the native backend and C bodies need a C compiler, and '%s' does not run; install gcc or clang, or set CC"):format(
      os.getenv("CC") or "cc")
  end
  local directory = M.directory()
  if not directory then
    return nil, "the native backend and C bodies found no directory that their builds can be written to; set XDG_CACHE_HOME"
  end
  local flags = options.flags or M.FLAGS
  local key = hash.hex(hash.fnv1a(table.concat({ text, command, identity, flags, options.libs or "" }, "\n")))
  local path = ("%s/%s.%s"):format(directory, key, jit.os == "OSX" and "dylib" or "so")
  if exists(path) then return path end
  counter = counter + 1
  local base = ("%s/%s-%d-%d"):format(directory, key, ffi.C.flux_process_id(), counter)
  local ok, problem = write(base .. ".c", text)
  if not ok then return nil, problem end
  local output, compiled = compile(("%s %s -o %s %s %s"):format(command, flags, shell(base .. ".so"), shell(base .. ".c"),
    options.libs or "-lm"), base)
  local source = ("%s/%s.c"):format(directory, key)
  os.rename(base .. ".c", source)
  if not compiled then
    output = output:gsub(base:gsub("%p", "%%%0") .. "%.c", function() return source end)
    return nil, ("%s failed on %s:\n%s"):format(command, source, output), true
  end
  os.rename(base .. ".so", path)
  return path, output
end

---The functions of a library, as a table that keeps it loaded.
---
---A trace that looks a function up in a namespace of ffi.load is compiled for the addresses of the namespace and of the function, and
---keeps neither alive: once it is collected, another library at the same address would have the trace call what is gone. From a table
---a trace takes the function that is there.
---@param path string
---@return table<string, ffi.cdata*>|nil functions
---@return string|nil message why it cannot be loaded
function M.open(path)
  local ok, lib = pcall(ffi.load, path)
  if not ok then return nil, lib end
  local function find(known, name)
    local fn = lib[name]
    rawset(known, name, fn)
    return fn
  end
  jit.off(find)
  return setmetatable({}, { __index = find })
end

return M
