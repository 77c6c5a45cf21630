-- SPDX-License-Identifier: MIT
-- The sessions of docs/tools.md on the daily bars: each command is run, one after the other, and prints what the page shows. `…` stands
-- for any lines; durations, rates and hashes may be others.

local command = require "spec.support.command"
local exported = require "spec.support.exported"

-- The fenced blocks that are such sessions.
local function sessions()
  local list = {}
  for block in assert(io.open("docs/tools.md")):read("*a"):gmatch "\n```%w*\n(%$ .-)\n```" do
    if block:find "bars%." and not block:find "html" or block:find "state%.flux" then list[#list + 1] = block end
  end
  return list
end

local function plain(line)
  return (line:gsub("%d+%.%d+ s, [%d,]+ events/s", "TIME"):gsub("%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x", "HASH"))
end

local function matches(printed, shown, i, j)
  while shown[j] do
    if shown[j] == "…" then
      for k = i, #printed + 1 do
        if matches(printed, shown, k, j + 1) then return true end
      end
      return false
    end
    if not printed[i] or plain(printed[i]) ~= plain(shown[j]) then return false end
    i, j = i + 1, j + 1
  end
  return printed[i] == nil
end

-- A session as { { command, lines } … }.
local function steps(block)
  local list = {}
  for line in (block .. "\n"):gmatch "([^\n]*)\n" do
    local typed = line:match "^%$ (.*)$"
    if typed then list[#list + 1] = { typed, {} } else table.insert(list[#list][2], line) end
  end
  return list
end

describe("docs/tools.md", function()
  teardown(exported.remove)

  it("shows what the commands print", function()
    local directory, root = exported.directory(), command("pwd").out:gsub("%s+$", "")
    exported.run(("cd %s && ln -s %s/graphs graphs && { head -1 %s; tail -n +3002 %s; } >rest.csv"):format(directory, root,
      "graphs/data/sp500-2000.csv", "graphs/data/sp500-2000.csv"))
    local count = 0
    for _, block in ipairs(sessions()) do
      for _, step in ipairs(steps(block)) do
        local result = command(("flux() { %s/flux \"$@\"; }; { %s ; } 2>&1"):format(root, step[1]), { directory = directory })
        local printed = {}
        for line in result.out:gmatch "([^\n]*)\n" do printed[#printed + 1] = line end
        assert.is_true(matches(printed, step[2], 1, 1), ("$ %s\n%s\nbut the page says\n%s"):format(step[1], result.out,
          table.concat(step[2], "\n")))
        count = count + 1
      end
    end
    assert.is_true(count >= 10)
  end)
end)
