-- SPDX-License-Identifier: MIT
-- Names that do not exist: an error where a script reads one, with the nearest name that does.
--
--   unknown.index(Graph, "a graph", { "node", … })   → graphs/x.lua:7: a graph has no 'nod' (did you mean 'node'?); it has: …
--
-- Only a script's reads are checked. flux itself looks at fields that may not be set, and so may anyone with rawget.

local names = require "flux.names"
local origins = require "flux.origin"

local M = {}

-- A module may be loaded as ./lua/flux/x.lua or as lua/flux/x.lua, whichever path comes first.
local function plain(source) return (source:gsub("^@%./", "@")) end

local home = plain(debug.getinfo(1, "S").source):match("^(@.*[/\\])") or "\0"

--- An __index that finds `members`, and refuses other names to scripts.
---@param members table
---@param what string as the message calls the object
---@param known string[]? the names to offer; all by default
---@param optional table<string, any>? names that may be nil
---@return fun(object: table, key: any): any
function M.index(members, what, known, optional)
  return function(_, key)
    local member = rawget(members, key)
    if member ~= nil or type(key) ~= "string" or key:match("^_") or key:match("^is_") or optional and optional[key] then return member end
    local info = debug.getinfo(2, "S")
    if not info or info.what == "C" or plain(info.source):sub(1, #home) == home then return nil end
    known = known or names.keys(members)
    origins.fail(origins.here(), "%s has no '%s'%s; it has: %s", what, key, names.hint(key, known), table.concat(known, ", "))
  end
end

return M
