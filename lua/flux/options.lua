-- SPDX-License-Identifier: MIT
-- Options of a graph, checked. Options of g:start override them and are checked by the same rules.
--
--   options.check({ capacity = 64, late = "reject" }, "graph 'signals'", origin)

local names = require "flux.names"
local origins = require "flux.origin"

local M = {}

local function count(low, high)
  return function(value)
    if type(value) == "number" and value == math.floor(value) and value >= low and value <= high then return true end
    return false, ("expected a whole number from %d to %d, got %s"):format(low, high, tostring(value))
  end
end

local function one_of(...)
  local choices = { ... }
  return function(value)
    for _, choice in ipairs(choices) do
      if value == choice then return true end
    end
    return false, ("expected \"%s\", got %s%s"):format(table.concat(choices, "\" or \""),
      type(value) == "string" and "'" .. value .. "'" or type(value), names.hint(value, choices))
  end
end

--- How each option is checked, in the order in which messages list them.
M.rules = {
  { "capacity", count(1, 2 ^ 24) },
  { "late", one_of("accept", "reject") },
  { "on_error", one_of("stop", "skip", "rollback") },
  { "clock", function(value)
    if type(value) == "function" then return true end
    return one_of("stream", "wall")(value)
  end },
  { "unhandled", one_of("error", "ignore") },
  { "max_missed", count(1, 2 ^ 53) },
  { "symbols", count(1, 2 ^ 24) },
}

M.names = {}
for i, rule in ipairs(M.rules) do M.names[i] = rule[1] end

--- Defaults; capacity, clock and symbols have none, because the resolver derives whether they are needed.
M.defaults = { late = "accept", on_error = "stop", unhandled = "error", max_missed = 1000000 }

--- Checks options and fills in the defaults.
---@param given table?
---@param what string
---@param origin flux.Origin?
---@return flux.GraphOptions
function M.check(given, what, origin)
  if given ~= nil and (type(given) ~= "table" or getmetatable(given)) then
    origins.fail(origin, "%s: options are a table, as in { capacity = 64 }", what)
  end
  given = given or {}
  names.check_keys(given, M.names, what, origin)
  local options = {}
  for _, rule in ipairs(M.rules) do
    local key, check = rule[1], rule[2]
    local value = given[key]
    if value ~= nil then
      local good, reason = check(value)
      if not good then origins.fail(origin, "%s: %s: %s", what, key, reason) end
    else
      value = M.defaults[key]
    end
    options[key] = value
  end
  return options
end

return M
