-- SPDX-License-Identifier: MIT
-- flux.export.profile: what an export with `--profile-hooks` counts: each callback's runs and arrests, how well a branch predictor
-- would guess them, and its time where the host supplies a clock. It is a build to measure with; no other export has any of it.
--
-- The model is that of flux.profile, so that the figures are the same: two-bit counters, chosen by the last twelve verdicts.
-- Arrests are counted, and guessed, only where a callback may arrest: it has a model then.

local c = require "flux.export.c"
local features = require "flux.export.features"
local names = require "flux.export.names"
local structs = require "flux.export.structs"

local M = {}

---Numbers the models. Sets x.models, by callback from 0, and x.model_count.
---@param x table
function M.plan(x)
  x.models, x.model_count = {}, 0
  for _, callback in ipairs(x.features.profile and x.callback_list or {}) do
    if not callback.body.facts.always_dirty then
      x.models[callback] = x.model_count
      x.model_count = x.model_count + 1
    end
  end
end

---Is it asked what a step's callback has returned?
---@param x table
---@param step table
---@return boolean
function M.judges(x, step) return x.models[step.callback] ~= nil and features.has_verdict(step.callback) end

---What stands before a callback's call.
function M.print_enter(x, step)
  if x.features.profile then x.out:line(("profile_enter(g, %s);"):format(x.callbacks[step.callback].id)) end
end

---What stands behind it, unless it failed.
---@param dirty string a C expression
function M.print_leave(x, step, dirty)
  if not x.features.profile then return end
  local id, model = x.callbacks[step.callback].id, x.models[step.callback]
  if not model then
    x.out:line(("profile_leave(g, %s);"):format(id))
  else
    x.out:line(("profile_judge(g, %s, %d, %s);"):format(id, model, M.judges(x, step) and dirty or "true"))
  end
end

---Prints the types that the instance needs.
---@param x table
function M.emit_types(x)
  local out, p = x.header, x.names.prefix
  if not x.features.profile then return end
  structs.plain(out, p .. "_profile", {
    { text = "uint64_t runs, arrests;" },
    { text = "uint64_t judged;", comment = "verdicts that its model guessed, after the first 1000" },
    { text = "uint64_t wrong;", comment = "guesses that were wrong" },
    { text = "uint64_t timed;", comment = "calls that profile_clock measured: one in sixteen" },
    { text = "int64_t ns;", comment = "what they took, with one reading of the clock each" },
  }, ("What was counted of a callback of %s_callbacks."):format(p))
  if x.model_count == 0 then return end
  structs.plain(out, p .. "_profile_model", {
    { text = "uint16_t history;", comment = "the last twelve verdicts, a bit each; 1: dirty" },
    { text = "int8_t counter[4096];", comment = "by history, from -2 to 1; below 0 it guesses an arrest" },
  }, "A branch predictor's model, of a callback that may arrest.")
end

---The instance's members: the host's, since they outlive a reset.
---@param x table
---@param add fun(list: table[], condition: any, text: string, comment: string|nil)
---@param list table[]
function M.members(x, add, list)
  local f, p = x.features, x.names.prefix
  add(list, f.profile, ("%s_profile profile[%d];"):format(p, #x.graph.callbacks), ("by index into %s_callbacks"):format(p))
  add(list, x.model_count > 0, ("%s_profile_model profile_model[%d];"):format(p, x.model_count))
  add(list, f.profile, "int64_t profile_began;", "when the callback that runs was called")
  add(list, f.profile, "int64_t (*profile_clock)(void *user);", "a clock, ns; NULL: calls are not timed")
end

---Declares how many callbacks there are.
---@param x table
function M.declare(x)
  if not x.features.profile then return end
  x.header:line(("enum { %s_CALLBACKS = %d }; /* of `profile` too */"):format(x.names.upper, #x.graph.callbacks))
end

local TIMES = [[
APART static void profile_enter(PREFIX_t *g, int callback) {
  if (g->profile_clock != NULL && g->profile[callback].runs % 16 == 15) g->profile_began = g->profile_clock(g->user);
}

APART static void profile_leave(PREFIX_t *g, int callback) {
  PREFIX_profile *known = &g->profile[callback];
  if (g->profile_clock != NULL && known->runs % 16 == 15) {
    known->ns += g->profile_clock(g->user) - g->profile_began;
    known->timed++;
  }
  known->runs++;
}

]]

local JUDGE = [[
/* A callback that may arrest leaves: its model guesses the verdict, then learns it. */
APART static void profile_judge(PREFIX_t *g, int callback, int number, bool dirty) {
  profile_leave(g, callback);
  PREFIX_profile *known = &g->profile[callback];
  PREFIX_profile_model *model = &g->profile_model[number];
  int8_t *counter = &model->counter[model->history];
  if (!dirty) known->arrests++;
  if (known->runs > 1000) {
    known->judged++;
    if ((*counter >= 0) != dirty) known->wrong++;
  }
  if (dirty && *counter < 1) ++*counter;
  if (!dirty && *counter > -2) --*counter;
  model->history = (uint16_t)((model->history << 1 | dirty) & 4095);
}

]]

---Prints the functions that stand around the calls. Before the cycles.
---@param x table
function M.emit(x)
  if not x.features.profile then return end
  local text = TIMES .. (x.model_count > 0 and JUDGE or "")
  c.comment(x.out, { "Around each call of a callback: counts it, and times every sixteenth." })
  x.out:block(names.fill(x.names, text)):blank()
end

return M
