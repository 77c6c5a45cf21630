-- SPDX-License-Identifier: MIT
-- Finds the modules next to this file and hands over to flux.cli.main. ./flux starts this file; ./run loads it.
local source = debug.getinfo(1, "S").source:match("^@(.*)$")
local root = source:match("^(.*)/lua/flux/cli/launch%.lua$") or "."
local rocks = root .. "/.cache/rocks" -- where ./flux puts modules on systems without packages of them
package.path = ("%s/lua/?.lua;%s/lua/?/init.lua;%s;%s/share/lua/5.1/?.lua"):format(root, root, package.path, rocks)
package.cpath = ("%s;%s/lib/lua/5.1/?.so"):format(package.cpath, rocks)

local main = require "flux.cli.main"
main.root = root
if ... == "flux" then os.exit(main.main({ select(2, ...) }), true) end
return main
