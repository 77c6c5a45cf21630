-- SPDX-License-Identifier: MIT
-- Writes the bytecode of modules into one file, which flux.cli.launch loads instead of their sources: a third of a warm start was
-- the parsing of Lua. ./flux makes the file anew when a source is newer, and runs the sources where it cannot.
--
--   luajit lua/flux/cli/bundle.lua ROOT BUNDLE ROOT/lua/flux/init.lua …
--
-- The file: a line with LuaJIT's version and architecture, a line with ROOT, a line `name bytes` for every module, an empty line, the
-- bytecode of the modules in that order. The bytecode keeps its debug information: messages and tracebacks name the sources.
local root, path = ...
local directory = root .. "/lua/"

local index, code = {}, {}
for i = 3, select("#", ...) do
  local file = select(i, ...)
  local name = file:sub(#directory + 1):gsub("%.lua$", ""):gsub("/init$", ""):gsub("/", ".")
  code[#code + 1] = string.dump(assert(loadfile(file)))
  index[#index + 1] = ("%s %d\n"):format(name, #code[#code])
end

local out = assert(io.open(path, "wb"))
assert(out:write(jit.version, " ", jit.arch, "\n", root, "\n", table.concat(index), "\n", table.concat(code)))
assert(out:close())
