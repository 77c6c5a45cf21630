-- SPDX-License-Identifier: MIT
-- The readers that are written in Lua, for fuzz/lua_reader.c and for spec/fuzz_readers_spec.lua.
--
--   local readers = dofile "fuzz/readers.lua"
--   local read = readers.journal.start()      -- once
--   read(bytes)                               -- raises a finding: a Lua error where a plain reason should be, a broken promise
--   readers.journal.seeds()                   -- inputs that are accepted: a list of strings
--
-- The first byte of an input says what is done to the rest; each reader's file says how.

package.path = "lua/?.lua;lua/?/init.lua;?.lua;" .. package.path

local M = {}
for _, name in ipairs { "rows", "journal", "audit", "snapshot", "profile" } do
  local readers = require("fuzz.read_" .. name)
  for reader, it in pairs(readers) do M[reader] = it end -- each under its own name: the order does not matter
end
M.names = { "csv", "jsonl", "journal", "audit", "snapshot", "profile" }
return M
