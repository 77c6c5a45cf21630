#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs a built checkout for LuaRocks: install.sh PREFIX LUADIR BINDIR
#
# The modules stay together with the headers that they read and the library that they load, in PREFIX/flux; what goes into
# LUADIR and BINDIR only points there.
set -eu
prefix=$1 lua=$2 bin=$3
mkdir -p "$prefix/flux/core" "$prefix/flux/build" "$lua" "$bin"
cp -R lua run graphs "$prefix/flux/"
cp core/*.h core/flux_inbox.c "$prefix/flux/core/"
if [ -d core/math ]; then cp -R core/math "$prefix/flux/core/"; fi
cp build/libflux.* build/flux_lua.* "$prefix/flux/build/"
cat >"$lua/flux.lua" <<EOF
-- Finds the modules of the rock "flux" and loads them.
local root = "$prefix/flux"
package.path = root .. "/lua/?.lua;" .. root .. "/lua/?/init.lua;" .. package.path
return dofile(root .. "/lua/flux/init.lua")
EOF
cat >"$bin/flux" <<EOF
-- Runs the command line of the rock "flux".
if not jit then
  io.stderr:write("flux: this needs LuaJIT as the interpreter: luarocks config lua_interpreter luajit\n")
  os.exit(1)
end
return assert(loadfile("$prefix/flux/lua/flux/cli/launch.lua"))("flux", ...)
EOF
