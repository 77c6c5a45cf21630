-- SPDX-License-Identifier: MIT
-- What `flux run` does with snapshots and journals: reads and replaces files, starts an instance from them.
local ffi = require "ffi"
local files = require "flux.cli.files"
local main = require "flux.cli.main"
local snapshot = require "flux.snapshot"
local M = {}

ffi.cdef [[
int flux_state_fileno(void *) asm("fileno");
int flux_state_fsync(int) asm("fsync");
int flux_state_open(const char *, int, ...) asm("open");
int flux_state_close(int) asm("close");
int flux_state_id(void) asm("getpid");
char *flux_state_real(const char *, char *) asm("realpath");
void flux_state_free(void *) asm("free");
]]
local C = ffi.C

---Adds --record, --restore, --migrate, --snapshot.
---@param parser table
function M.options(parser)
  parser:option("--snapshot", "At the end of the input write everything that the graph carries to a file, before flux.End and `stop`.")
    :argname("FILE")
  parser:option("--restore", "Go on from a snapshot."):argname("FILE")
  parser:flag("--migrate", "With --restore: the snapshot may be of an older graph; fields are carried over by node and field name.")
  parser:option("--record", "Write a journal of every entry and what came of it, for flux replay."):argname("FILE")
  parser:option("--check", "With --record: write the states that changed after every N-th entry (default 1; 0: never).")
    :argname("N"):convert(main.count "--check")
end

---Ends the command when one of the options has nothing to belong to.
---@param args table
function M.check_options(args)
  if args.migrate and not args.restore then main.usage("--migrate needs --restore FILE") end
  if args.check and not args.record then main.usage("--check needs --record FILE") end
end

---@param path string
---@return string bytes
function M.read(path)
  local file, problem = io.open(path, "rb")
  if not file then main.fail("cannot open the snapshot %s", problem) end
  local front, trouble = file:read(snapshot.HEAD)
  if not front and not trouble then front = "" end -- it is empty
  local length = front and file:seek("end")
  if length and length > 0 then -- else a pipe or a device
    local reason = snapshot.wrong_size(front, length)
    if reason then main.fail("%s: %s", path, reason) end
    file:seek("set", #front)
  elseif front and front:sub(1, 8) ~= snapshot.MAGIC then
    main.fail("%s: this is not a snapshot", path)
  end
  local bytes = front and file:read("*a")
  file:close()
  if not bytes then main.fail("cannot read the snapshot %s", path) end
  return front .. bytes
end

local function sync_directory(path)
  local fd = C.flux_state_open(path:match("^(.*/)[^/]*$") or ".", 0)
  if fd < 0 then return end
  C.flux_state_fsync(fd)
  C.flux_state_close(fd)
end

-- The file behind symbolic links, and the name beside it under which it is written first. No such name for what can only be
-- written in place: devices, pipes, and links that lead nowhere yet.
local function destination(path)
  local kind = files.kind(path)
  if kind == "link" then
    local real = C.flux_state_real(path, nil)
    if real == nil then return path end
    path = ffi.string(real)
    C.flux_state_free(real)
    kind = files.kind(path)
  end
  return path, (kind == nil or kind == "file") and ("%s.%d.part"):format(path, C.flux_state_id()) or nil
end

-- "NAME: reason" of io.open, without the name.
local function reason_of(problem) return problem:match("^.*: (.-)$") or problem end

---Ends the command when a snapshot could not be written to this file, before anything runs.
---@param path string
function M.check(path)
  local target, draft = destination(path)
  if not draft then
    if files.kind(target) == "directory" then main.fail("cannot write the snapshot %s: it is a directory", path) end
    return
  end
  local file, problem = io.open(draft, "wb")
  if not file then main.fail("cannot write the snapshot %s: %s", path, reason_of(problem)) end
  file:close()
  os.remove(draft)
end

---Replaces a file: at every moment it is either the old one or the new one, whole. A symbolic link stays, the file that it leads
---to is replaced; devices and pipes are written to.
---@param path string
---@param bytes string
---@return true|nil ok
---@return string|nil message
function M.replace(path, bytes)
  local target, draft = destination(path)
  local file, problem = io.open(draft or target, "wb")
  if not file then return nil, ("cannot write %s: %s"):format(path, reason_of(problem)) end
  local ok, reason = file:write(bytes)
  if ok then ok, reason = file:flush() end
  if ok and draft and C.flux_state_fsync(C.flux_state_fileno(file)) ~= 0 then ok, reason = false, "it does not reach the disk" end
  file:close()
  if ok and draft then ok, reason = os.rename(draft, target) end
  if not ok then
    if draft then os.remove(draft) end
    return nil, ("cannot write %s: %s"):format(path, reason_of(tostring(reason)))
  end
  if draft then sync_directory(target) end
  return true
end

local function show(word, list)
  if #list == 0 then return end
  io.stderr:write(("flux: %s %d: %s\n"):format(word, #list, table.concat(list, ", ")))
end

local function migrate(graph, bytes, path)
  local moved, report = require("flux.snapshot.migrate").run(bytes, require("flux.resolve").resolve(graph))
  if not moved then main.fail("%s: %s", path, report) end
  show("kept", report.kept)
  show("dropped", report.dropped)
  show("defaulted", report.defaulted)
  return moved
end

---Starts the graph as the arguments say. The journal's file stays as it is until rt:open().
---@param graph flux.Graph
---@param args table
---@param options table of graph:start
---@return flux.Runtime rt
function M.start(graph, args, options)
  if args.restore then
    options.restore = M.read(args.restore)
    if args.migrate then options.restore = migrate(graph, options.restore, args.restore) end
  end
  local rt, problem
  if args.record then
    rt, problem = require("flux.journal.record").start(graph, options, { path = args.record, check = args.check, later = true })
  else
    rt, problem = graph:start(options)
  end
  if not rt or problem then
    main.fail(args.restore and "%s: %s%s" or "%s%s%s", args.restore or "", problem or "the graph did not start",
      args.restore and not args.migrate and (problem or ""):find("another layout", 1, true) and " (--migrate carries over what fits)" or "")
  end
  return rt
end

---Writes the snapshot that the arguments ask for.
---@param rt flux.Runtime
---@param path string
---@return boolean ok
---@return string|nil message
function M.take(rt, path)
  local bytes, problem = rt:snapshot()
  if not bytes then return false, "no snapshot was written: " .. problem end
  local ok, reason = M.replace(path, bytes)
  return ok or false, reason
end

return M
