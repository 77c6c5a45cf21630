-- SPDX-License-Identifier: MIT
-- Origins: which line of the user's script an object comes from, so that a mistake is blamed on that line.
--
--   local here = origin.here()                      -- nearest line outside lua/flux/: { file, line }
--   origin.fail(here, "node '%s': …", name)         -- raises "graphs/signals.lua:14: node 'fast': …"
--
-- A file is named as the loader was given it (never shortened), so messages read as the user typed the path.

local ffi = require "ffi"
local getinfo = debug.getinfo

ffi.cdef "char *getcwd(char *buffer, size_t size);"

local M = {}

local function plain(path)
  return (path:gsub("^%./", ""))
end

-- The folder of this module, with a slash at the end. Frames in it are ours; the user's begin above.
local home = plain(getinfo(1, "S").source:match("^@(.*[/\\])") or "\0")
local library = home .. "nodes/"

--- Is this frame the user's? A chunk of lua/flux/nodes/ is: it declares a kind, as a script does. A function of it is not.
local function is_user(info)
  if info.what == "C" or info.currentline < 0 then return false end
  local source = info.source
  if source:sub(1, 1) ~= "@" then return true end
  source = plain(source:sub(2))
  if source:sub(1, #home) ~= home then return true end
  return info.what == "main" and source:sub(1, #library) == library
end

local function file_of(info)
  if info.source:sub(1, 1) == "@" then return plain(info.source:sub(2)) end
  return info.short_src
end

-- Origins by file and line: what a loop declares has one for all.
local known = {}

local function at(file, line)
  local lines = known[file]
  if not lines then
    lines = {}
    known[file] = lines
  end
  lines[line] = lines[line] or { file = file, line = line }
  return lines[line]
end

--- The nearest line of the user's that is being executed.
---@return flux.Origin? origin nil when nothing of the user's is running
function M.here()
  local level = 2
  while true do
    local info = getinfo(level, "Sl")
    if not info then return nil end
    if is_user(info) then return at(file_of(info), info.currentline) end
    level = level + 1
  end
end

--- The line of the body that is being executed, the user's or a library node's, as "file:line: "; "" when it has left by a tail call.
---@return string
function M.in_body()
  local level = 2
  while true do
    local info = getinfo(level, "Sl")
    local file = info and info.source:match("^@(.*)$")
    if not info or info.source:find("^=flux ") and not info.source:find("^=flux post ") then return "" end
    if file and (is_user(info) or plain(file):sub(1, #library) == library) then return ("%s:%d: "):format(file, info.currentline) end
    level = level + 1
  end
end

--- Where a Lua function is defined.
---@param fn function
---@return flux.Origin
function M.of(fn)
  local info = getinfo(fn, "S")
  return at(file_of(info), info.linedefined)
end

--- "file:line", or "?" where nothing is known.
---@param origin flux.Origin?
---@return string
function M.text(origin)
  return origin and ("%s:%d"):format(origin.file, origin.line) or "?"
end

--- Raises an error that blames `origin`.
---@param origin flux.Origin?
---@param format string
function M.fail(origin, format, ...)
  local message = select("#", ...) > 0 and format:format(...) or format
  error(origin and ("%s: %s"):format(M.text(origin), message) or message, 0)
end

--- Raises an error that blames the line of the user's that is being executed, however deep in flux it is noticed.
---@param format string
function M.blame(format, ...)
  M.fail(M.here(), format, ...)
end

-- What a body of a library node's kind is called instead of a path.
local LIBRARY_NODE = "flux.nodes."

--- The origin of a body that a library node writes; it is no file, and has no folder.
---@param name string the node's name in flux.nodes
---@return flux.Origin
function M.library_node(name)
  return at(LIBRARY_NODE .. name, 1)
end

--- A path made absolute against the working directory.
---@param path string
---@return string
function M.absolute(path)
  if path:sub(1, #LIBRARY_NODE) == LIBRARY_NODE then return path end
  if path:match("^[/\\]") or path:match("^%a:[/\\]") then return path end
  local buffer = ffi.new("char[?]", 4096)
  local cwd = ffi.C.getcwd(buffer, 4096)
  return cwd ~= nil and ffi.string(cwd) .. "/" .. plain(path) or path
end

--- The folder of a path, without the slash.
---@param path string
---@return string
function M.directory(path)
  return path:match("^(.*)[/\\][^/\\]*$") or "."
end

--- A path as it is seen from a folder above it, so that it does not depend on the working directory; in full elsewhere.
---@param path string
---@param directory string? absolute, without the slash at the end
---@return string
function M.relative(path, directory)
  path = M.absolute(path)
  local prefix = (directory or "") .. "/"
  return path:sub(1, #prefix) == prefix and path:sub(#prefix + 1) or path
end

--- A path relative to the folder of the script at `origin`, made absolute.
---@param path string
---@param origin flux.Origin?
---@return string
function M.beside(path, origin)
  if not origin or path:match("^[/\\]") or path:match("^%a:[/\\]") then return M.absolute(path) end
  return M.directory(M.absolute(origin.file)) .. "/" .. plain(path)
end

return M
