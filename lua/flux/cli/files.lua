-- SPDX-License-Identifier: MIT
-- Files that a command reads and writes: what must not be written over is refused before anything is opened.
--
--   local reads = files.of_graph(graph, "graphs/sp500.lua", "flux run")             -- the script and its C files
--   files.distinct(reads, { { "--output", "out.csv", "jump" } })                    -- lists of { option, path }
--   files.kind("state.flux")                                                        --> "file", "link", "device", "directory" or nil
local main = require "flux.cli.main"
local M = {}

---A word for the shell.
---@param text string
---@return string
function M.quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

-- A path for the shell's built-in commands: never an option.
local function shell_path(path) return M.quoted((path:gsub("^%-", "./-"))) end

local function lines_of(script)
  local pipe = assert(io.popen(script, "r"))
  local lines = {}
  for line in pipe:lines() do lines[#lines + 1] = line end
  pipe:close()
  return lines
end

-- Prints the numbers of the pairs that are one file, through links too, or will be once it is written. test(1) looks without
-- opening. Devices and pipes may be read and written at once.
local SAME = [[
place() { case $1 in */*) echo "${1%/*}/" ;; *) echo ./ ;; esac; }
pair() {
  if [ -e "$2" ] || [ -e "$3" ]; then [ -f "$2" ] && [ "$2" -ef "$3" ] && echo "$1"
  else [ "${2##*/}" = "${3##*/}" ] && [ "$(place "$2")" -ef "$(place "$3")" ] && echo "$1"; fi
}
]]

-- Which of these pairs of paths are one file: a list of their indices, ascending.
local function same(pairs_of_paths)
  if not pairs_of_paths[1] then return {} end
  local script = { SAME }
  for i, pair in ipairs(pairs_of_paths) do
    script[#script + 1] = ("pair %d %s %s\n"):format(i, shell_path(pair[1]), shell_path(pair[2]))
  end
  local found = lines_of(table.concat(script))
  for i, line in ipairs(found) do found[i] = tonumber(line) end
  return found
end

local KIND = 'if [ -h %s ]; then echo link; elif [ -f %s ]; then echo file; elif [ -d %s ]; then echo directory; ' ..
  'elif [ -e %s ]; then echo device; fi'

---What stands under a name: "file", "link" (symbolic), "directory", "device" (or pipe, or socket); nil: nothing.
---@param path string
---@return string|nil
function M.kind(path) return lines_of((KIND:gsub("%%s", (shell_path(path):gsub("%%", "%%%%")))))[1] end

---Could this file be written? Nothing that is there changes. Of devices, pipes and links only the attempt tells.
---@param path string
---@return boolean|nil ok
---@return string|nil message
function M.writable(path)
  if path == "-" then return true end
  local kind = M.kind(path)
  if kind == "device" or kind == "link" then return true end
  local file, problem = io.open(path, "ab")
  if not file then return nil, problem end
  file:close()
  if not kind then os.remove(path) end
  return true
end

---What a graph is read from: its script and the files of flux.cfile.
---@param graph flux.Graph a finished graph
---@param script string
---@param command string for the message
---@return table[] reads for `distinct`
function M.of_graph(graph, script, command)
  local reads, seen = { { command, script } }, {}
  for _, callback in ipairs(graph.callbacks) do
    local source = callback.source
    local file = type(source) == "table" and source.is_c and source.file
    if file and not seen[file] then
      seen[file] = true
      reads[#reads + 1] = { command, file }
    end
  end
  return reads
end

local function written(write) return ("%s %s%s"):format(write[1], write[3] and write[3] .. "=" or "", write[2]) end

---Ends the command with status 2 when a file to be written is one of those to be read, or is written twice.
---@param reads table[] { option, path, replaced_by = option that may write over it all the same }; the path - is standard input
---@param writes table[] { option, path, name in front of the path }; the path - is standard output, which all may share
function M.distinct(reads, writes)
  local paths, refusals = {}, {}
  local function add(left, right, message, ...)
    paths[#paths + 1], refusals[#paths + 1] = { left, right }, message:format(...)
  end
  for i, write in ipairs(writes) do
    for _, read in ipairs(write[2] ~= "-" and reads or {}) do
      local stdin = read[2] == "-"
      if read.replaced_by ~= write[1] then
        add(write[2], stdin and "/dev/stdin" or read[2], "%s would write over %s, which %s reads; name another file", written(write),
          stdin and "the file on standard input" or read[2], read[1])
      end
    end
    for k = 1, write[2] ~= "-" and i - 1 or 0 do
      if writes[k][2] ~= "-" then
        add(write[2], writes[k][2], "%s and %s would both write to one file", written(writes[k]), written(write))
      end
    end
  end
  local first = same(paths)[1]
  if first then main.usage("%s", refusals[first]) end
end

return M
