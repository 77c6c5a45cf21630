-- SPDX-License-Identifier: MIT
-- bench.ladder: the ten-node ladder (graphs/ladder.lua): hand-written arms, exported C with and without each thing that the exporter
-- chooses, the backends driven from Lua, the peers.

local ffi = require "ffi"
local arms = require "bench.arms"
local host = require "bench.host"
local ladder = require "bench.graphs.ladder"

local M = { name = "ladder" }

ffi.cdef [[
  void generator(int periodic, int64_t events, bench_result *out);
  void inlined_branch(int periodic, int64_t events, bench_result *out);
  void inlined_mask(int periodic, int64_t events, bench_result *out);
  void prefilled_branch(int periodic, int64_t events, bench_result *out);
  void prefilled_mask(int periodic, int64_t events, bench_result *out);
  void hand_guarded(int periodic, int64_t events, bench_result *out);
]]

local VERIFIED = 100000000

local function hand(input, note)
  local index = input == "periodic" and 1 or 0
  return arms.optional(note, "hand-written arms", function()
    local list = {}
    local guarded = { "bench/hand/ladder_guarded.c", "bench/hand/ladder_guarded_loop.c" }
    local sources = { "bench/hand/ladder_inlined.c", unpack(guarded) }
    local all = host.libraries("ladder_hand", sources)
    local vectorized = host.libraries("ladder_hand_slp", sources, { slp = true })
    local timed = host.libraries("ladder_hand_timed", guarded, { flags = "-DTIMED" })
    for i, built in ipairs(all) do
      if not built.library then error(built.problem, 0) end
      local function add(library, symbol, name)
        local arm = arms.native(library, symbol, name, built.compiler, index)
        list[#list + 1] = arm
        return arm
      end
      local function both(symbol, name) -- ratios are to the faster of the two
        add(built.library, symbol, name).verify = symbol == "inlined_branch" and VERIFIED or nil
        if vectorized[i].library then add(vectorized[i].library, symbol, name .. ", SLP").opponent = name end
      end
      add(built.library, "generator", "generator alone").silent = true
      both("inlined_branch", "inlined-branch")
      both("inlined_mask", "inlined-mask")
      both("prefilled_branch", "inlined-branch, prefilled")
      both("prefilled_mask", "inlined-mask, prefilled")
      both("hand_guarded", "hand-guarded")
      if timed[i].library then add(timed[i].library, "hand_guarded", "hand-guarded, timed") end
    end
    return list
  end)
end

-- What a profile of the input says: the nodes whose arrests a processor would guess wrong.
local function unpredictable(input)
  local it = ladder.build(input)
  local profiles = require "flux.profile"
  local profile = profiles.new(it.graph)
  local event = profile.rt:new(it.event)
  local s, multiplier, increment = 42ULL, 6364136223846793005ULL, 1442695040888963407ULL
  if input == "periodic" then multiplier, increment = 1ULL, bit.lshift(13ULL, 60) end
  for i = 0, 19999 do
    s = s * multiplier + increment
    event.price = 100 + tonumber(bit.rshift(s, 11)) * 2 ^ -53 * 10 - 5
    event.size, event.time = 1 + tonumber(bit.rshift(s, 60)), i
    assert(profile.rt:dispatch(event))
    profile:note()
  end
  return profiles.unpredictable(profile:report())
end

local function exported(input, note)
  local index = input == "periodic" and 1 or 0
  local function build(name, build_name, export, slp)
    local spec = { name = name, build = build_name, export = export, input = index, slp = slp }
    return arms.exported(ladder.build(input), spec, note)
  end
  local list = build("exported", "ladder_" .. input, {}, true)
  for _, arm in ipairs(list) do arm.verify = arm.name == "exported, typed entry" and VERIFIED or nil end
  arms.append(list, arms.optional(note, "exported with a profile", function()
    return build("exported with a profile", "ladder_profile_" .. input, { unpredictable = unpredictable(input) }, true)
  end))
  return arms.append(list, arms.ablations(function() return ladder.build(input) end, { build = "ladder_" .. input, input = index }, note))
end

---@return fun(): table|nil
function M.cases(_, note)
  local list = {}
  for i, input in ipairs { "random", "periodic" } do
    list[i] = function()
      local all = hand(input, note)
      arms.append(all, exported(input, note))
      for _, backend in ipairs { "luajit", "native", "table" } do
        all[#all + 1] = arms.backend(backend, "ladder", input, "-", { share = backend == "table" and 0.02 or 0.1 })
      end
      arms.append(all, arms.peers("ladder", input, note, 0.3))
      return {
        name = input, events = 10000000, arms = all, known = ladder.known[input],
        against = {
          "hand-guarded", "hand-guarded, timed", "inlined-branch", "inlined-mask", "inlined-branch, prefilled", "inlined-mask, prefilled",
          "exported, typed entry", "exported, batch entry", "fluxtion, stream clock", "fluxtion typed-stream", "fluxtion stream",
          "fluxtion wall",
        },
      }
    end
  end
  return list
end

return M
