-- SPDX-License-Identifier: MIT
-- Profiles (JSON). @HASH@ in an input becomes the graph's fingerprint.

local support = require "fuzz.support"

local M = {}

function M.start()
  local profile = require "flux.profile"
  local resolved = require("flux.resolve").resolve(dofile "fuzz/rows.lua")
  local own = require("flux.export.digest").graph(resolved)
  return function(bytes)
    support.write((bytes:gsub("@HASH@", own)))
    local report, reason = profile.read(support.path, resolved)
    if not report then
      support.plain(reason, support.path .. ":")
      return 0
    end
    for _, it in ipairs(report.callbacks) do profile.missed(it) end
    require("flux.export").text(resolved, { unpredictable = profile.unpredictable(report) })
    return 1
  end
end

function M.seeds()
  return { [[{"flux_profile":1,"graph":"rows","fingerprint":"@HASH@","events":5000,"cycles":5000,"callbacks":[
{"node":"last","callback":"on Row","runs":5000,"arrests":2500,"judged":4000,"wrong":2000,"ns":1.5,"share":0.5}]}]],
    [[{"flux_profile":1,"fingerprint":"0","callbacks":[]}]] }
end

return { profile = M }
