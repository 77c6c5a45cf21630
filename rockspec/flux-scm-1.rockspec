-- SPDX-License-Identifier: MIT
rockspec_format = "3.0"
package = "flux"
version = "scm-1"
source = { url = "." }
description = {
  summary = "A Lua-scriptable event graph with a C core",
  detailed = [[
Declare what depends on what, in Lua; flux derives what must happen, and ships it as plain C. The same graph runs from a dispatch
table, as generated Lua, or as exported C, with the same bytes as results.]],
  license = "MIT",
  labels = { "dataflow", "events", "luajit", "code-generation" },
}
dependencies = { "lua == 5.1", "lpeg >= 1.0", "argparse >= 0.7", "lua-cjson >= 2.1", "dkjson >= 2.5" }
test_dependencies = { "busted >= 2.0", "luacheck >= 1.0" }
build = {
  type = "command",
  build_command = "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF && cmake --build build",
  install_command = 'sh rockspec/install.sh "$(PREFIX)" "$(LUADIR)" "$(BINDIR)"',
}
test = { type = "command", command = "./flux test" }
