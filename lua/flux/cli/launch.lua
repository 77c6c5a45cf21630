-- SPDX-License-Identifier: MIT
-- Finds the modules next to this file and hands over to flux.cli.main. ./flux starts this file; ./run loads it.
--
--   luajit lua/flux/cli/launch.lua flux ARGUMENT…
--   luajit lua/flux/cli/launch.lua flux:BUNDLE ARGUMENT…      BUNDLE: a file that flux.cli.bundle wrote of the modules here
local source = debug.getinfo(1, "S").source:match("^@(.*)$")
local root = source:match("^(.*)/lua/flux/cli/launch%.lua$") or "."
local rocks = root .. "/.cache/rocks" -- where ./flux puts modules on systems without packages of them
package.path = ("%s/lua/?.lua;%s/lua/?/init.lua;%s;%s/share/lua/5.1/?.lua"):format(root, root, package.path, rocks)
package.cpath = ("%s;%s/lib/lua/5.1/?.so"):format(package.cpath, rocks)

-- Modules come from the bundle if it was written by this LuaJIT for this place; otherwise, as ever, from their sources.
local function preload(bundle)
  local file = io.open(bundle, "rb")
  if not file then return end
  local text = file:read "*a"
  file:close()
  local version, place, at = text:match "^([^\n]*)\n([^\n]*)\n()"
  local first = text:match "\n\n()"
  if version ~= jit.version .. " " .. jit.arch or place ~= root then return end
  for name, size in text:sub(at, first - 2):gmatch "(%S+) (%d+)\n" do
    local from = first
    first = first + tonumber(size)
    local last = first - 1
    package.preload[name] = function(...) return assert(loadstring(text:sub(from, last), name))(...) end
  end
end

local called, bundle = (... or ""):match "^(flux):?(.*)$"
if called then preload(bundle) end
local main = require "flux.cli.main"
main.root = root
if called then os.exit(main.main({ select(2, ...) }), true) end
return main
