-- SPDX-License-Identifier: MIT
-- Rules for every Lua file; `flux test luacheck` runs them.
std = "luajit"
max_line_length = 140
exclude_files = { "build", ".cache", "spec/reject", "bench/peers" }
-- A callback's parameters are named for the nodes that they are bound to, which are locals of the script around it.
-- `not (x > y)` is also true of NaN, and meant.
files["graphs"] = { ignore = { "43.", "581" } }
files["bench/graphs"] = { ignore = { "43." } }
files["fuzz"] = { ignore = { "43." } }
-- To name an input is to declare it, read or not.
files["lua/flux/nodes"] = { ignore = { "43.", "212" } }
files["spec"] = { std = "+busted", ignore = { "43." } }
