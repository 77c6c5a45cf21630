-- SPDX-License-Identifier: MIT
-- flux.export.flags: what the flags of an entry are called.
--
-- They get the node's name, and what the callback is where several of the node's have flags: "tick_dirty", "tick_on_tick_2_ran". The name
-- of a callback's function would not tell them apart: nodes of one kind, or of a loop, share it.

local names = require "flux.export.names"

local M = {}

local FLAGS = { "dirty", "ran" }

-- What tells a step from others of its node: "on_tick", "on_tick_2", "update". No name of the entry's other flags begins with both.
local function word_of(x, space, step)
  local node = step.node.name
  local base = step.callback and names.base(x.names, step.callback, true) or node
  return space:claim(base):sub(#node + 1)
end

---Names an entry's flags: x.flag_names[step][kind].
---@param x table
---@param entry flux.Entry
---@param flow table of flux.export.flow
function M.name(x, entry, flow)
  local count, space = {}, names.space()
  for _, step in ipairs(entry.steps) do
    local mine = flow.flags[step]
    if mine then space.used[step.node.name] = true end
    for _, kind in ipairs(FLAGS) do
      if mine and mine[kind] then
        local key = step.node.name .. "_" .. kind
        count[key] = (count[key] or 0) + 1
      end
    end
  end
  x.flag_names, x.used_names = {}, {}
  for _, step in ipairs(entry.steps) do
    local mine = flow.flags[step]
    if mine then
      local own, word = {}, nil
      for _, kind in ipairs(FLAGS) do
        if mine[kind] then
          local several = count[step.node.name .. "_" .. kind] > 1
          word = word or several and word_of(x, space, step)
          own[kind] = (mine[kind].shared and "f->" or "") .. x.names.member[step.node] .. (several and word or "") .. "_" .. kind
        end
      end
      x.flag_names[step] = own
    end
  end
end

return M
