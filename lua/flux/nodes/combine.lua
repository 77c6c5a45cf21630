-- SPDX-License-Identifier: MIT
-- combine: the newest of each of several series, as fields of one node. Ticks with any of them, once all have ticked; with `all = false`
-- from the first on, the others being 0.
--
-- Formula: (newest a, newest b, …)
-- Source: RxJS combineLatest
--
--   local both = g:node("both", nodes.combine { price = tick.price, volume = tick.size })
--   g:sink("both", both)      -- both.price, both.volume

local givens = require "flux.nodes.support.given"
local kinds = require "flux.nodes.support.kinds"
local names = require "flux.names"
local texts = require "flux.nodes.support.text"

return function(options)
  local given = givens.new("combine", options)
  local all = given:flag("all", true)
  local series, fields, lines = {}, {}, {}
  for _, key in ipairs(names.keys(options)) do
    if key ~= "all" then
      local reason = names.refused(key, "input") or names.refused(key, "state field")
      if reason then given:fail("'%s' is the name of an input and of a field: %s", tostring(key), reason) end
      given:input(key)
      series[#series + 1], fields[#fields + 1] = key, ("%s %s;"):format(given:type(key) or "double", key)
      lines[#lines + 1] = ("  self.%s = %s"):format(key, key)
    end
  end
  if #series < 2 then given:fail("two series or more are combined, as in nodes.combine { bid = quote.bid, ask = quote.ask }") end
  given:done()
  return given:instance(kinds.new("Combine", {
    state = table.concat(fields, " "),
    when = all and "all" or "any",
    update = texts.body("combine", ("function(self, %s)\n%s\nend"):format(texts.list(series), table.concat(lines, "\n")), {}),
  }))
end
