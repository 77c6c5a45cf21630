-- SPDX-License-Identifier: MIT
-- Runs a command as a user would and returns what it printed.
--
--   local result = command("luajit run graphs/hello.lua", { directory = "/tmp" })
--   result.out, result.err, result.status
local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

local function slurp(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  os.remove(path)
  return text
end

---@param line string shell command
---@param options { directory: string?, input: string?, environment: string? }?
---@return { out: string, err: string, status: integer }
local function run(line, options)
  options = options or {}
  local out, err, input = os.tmpname(), os.tmpname(), os.tmpname()
  local file = assert(io.open(input, "wb"))
  file:write(options.input or "")
  file:close()
  local pipe = assert(io.popen(("cd %s && { %s %s; } >%s 2>%s <%s; echo $?"):format(quoted(options.directory or "."),
    options.environment or "", line, out, err, input)))
  local status = tonumber(pipe:read("*a"))
  pipe:close()
  os.remove(input)
  return { out = slurp(out), err = slurp(err), status = status }
end

return setmetatable({ quoted = quoted }, { __call = function(_, ...) return run(...) end })
