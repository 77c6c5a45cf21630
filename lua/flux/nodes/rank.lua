-- SPDX-License-Identifier: MIT
-- rank: the place of the newest value among the sorted values of its window, from 1; equal values share the mean of their places
-- (`method` = "average", "min" or "max"); `share = true` divides by n.
--
-- Formula: (number below + (number equal + 1) / 2)
-- Source: R. Seidel, C. R. Aragon, Algorithmica 16 (1996): a treap with subtree sizes, O(log n) a value; pandas Rolling.rank
--
--   local place = g:node("place", nodes.rank { x = tick.price, window = 20, share = true })
--   g:sink("place", place)

local ordered = require "flux.nodes.support.ordered"
local window = require "flux.nodes.support.window"

local FORMS = { average = "(below + upto + 1) / 2", min = "below + 1", max = "upto" }

return window.define("rank", ordered.statistic { state = "double value;", more_state = "double newest;", keep = "self.newest = x",
  options = function(given)
    local form = FORMS[given:choice("method", { "average", "min", "max" })]
    return { form = given:flag("share", false) and "(" .. form .. ") / n" or form }
  end,
  result = ordered.rank("self.newest") })
