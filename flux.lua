-- SPDX-License-Identifier: MIT
-- Lets a script run from the root of a checkout: plain `luajit graphs/signals.lua` finds this file as module "flux",
-- which puts lua/ beside it on the path and hands over to lua/flux/init.lua.

local root = debug.getinfo(1, "S").source:match("^@(.*)[/\\][^/\\]*$") or "."
package.path = root .. "/lua/?.lua;" .. root .. "/lua/?/init.lua;" .. package.path
return assert(loadfile(root .. "/lua/flux/init.lua"))(...)
