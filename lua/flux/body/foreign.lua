-- SPDX-License-Identifier: MIT
-- Bodies that are not portable Lua: C text (see flux.body.cbody) and opaque Lua functions (flux.lua).
--
-- Of an opaque function nothing is known, so everything is assumed.

local assumed = require "flux.body.assumed"
local cbody = require "flux.body.cbody"
local cbody_emit = require "flux.body.cbody_emit"
local refuse = require "flux.body.refuse"

local M = { c = cbody.compile, emit_c = cbody_emit.emit_c }

---The Body of a function of which nothing is known: every fact is the worst case, and it gets what its parameters name.
---@param source table
---@param env table
---@return table
function M.opaque(source, env)
  local info = debug.getinfo(source.fn, "Su")
  local args = {}
  for i = 1, info.nparams do
    local name = debug.getlocal(source.fn, i)
    if name == "self" or name == "_" and i == 1 then
      args[i] = { what = "self" }
    elseif name == "ctx" then
      args[i] = { what = "ctx" }
    elseif env.event and i == 2 then
      args[i] = { what = "event" }
    elseif name == "index" and env.indexed then
      args[i] = { what = "index" }
    elseif env.inputs and env.inputs[name] then
      args[i] = { what = "input", input = env.inputs[name] }
    else
      refuse.near({ file = info.short_src, line = info.linedefined }, ("this node has no input '%s'"):format(name),
        "parameters after self are inputs of the node")
    end
  end
  local reads, inputs = {}, assumed.sorted_inputs(env)
  for _, input in ipairs(inputs) do reads[input.name] = assumed.all_fields(input) end
  local facts = {
    always_dirty = not assumed.verdicts[env.role], never_dirty = false, may_fail = true, reads_now = true, reads_wall = true,
    reads_cycle = true, ticked = inputs, valid = inputs, posts = {}, may_post = true, arms = true, reads = reads,
    writes = assumed.all_names(env.self), pure_tail = false,
  }
  return { language = "opaque", origin = source.origin or { file = info.short_src, line = info.linedefined }, text = "", args = args,
    facts = facts, functions = {}, event = env.event, inputs = env.inputs, fn = source.fn, extern = source.extern }
end

return M
