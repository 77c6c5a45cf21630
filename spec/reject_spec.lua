-- SPDX-License-Identifier: MIT
-- The reject corpus: every script in spec/reject/ must fail, for the stated reason, at the stated line.
--
--   -- expect: part of the message        (several lines: each must occur)
--   -- line: 7                            (optional: the line of the script that must be blamed)
--
-- A script fails when it is loaded, or when the graph that it returns is resolved.

local folder = "spec/reject/"

local function scripts()
  local list = {}
  local pipe = assert(io.popen("ls " .. folder))
  for name in pipe:lines() do
    if name:match("%.lua$") then list[#list + 1] = name end
  end
  pipe:close()
  table.sort(list)
  return list
end

local function read_header(path)
  local expected, blamed = {}, nil
  for line in io.lines(path) do
    expected[#expected + 1] = line:match("^%-%- expect: (.*)$")
    blamed = blamed or tonumber(line:match("^%-%- line: (%d+)$"))
  end
  return expected, blamed
end

local has_resolver, resolver = pcall(require, "flux.resolve")

--- Loads a script and resolves its graph.
local function run(path)
  local graph = assert(loadfile(path))()
  if type(graph) ~= "table" or not graph.is_graph then return end
  if has_resolver then resolver.resolve(graph) else graph:finish() end
end

local function contains(text, part)
  return text:find(part, 1, true) ~= nil
end

describe("the reject corpus", function()
  for _, name in ipairs(scripts()) do
    local path = folder .. name
    local expected, blamed = read_header(path)
    it("refuses " .. name, function()
      assert.is_true(#expected > 0, path .. " states no expectation")
      local ok, raised = pcall(run, path)
      if ok and not has_resolver then return pending("refused by the resolver, whose library is not built") end
      assert.is_false(ok, path .. " was accepted")
      local message = type(raised) == "table" and raised.message or tostring(raised)
      for _, part in ipairs(expected) do
        assert.is_true(contains(message, part), ("%s\n  expected: %s\n  message:  %s"):format(path, part, message))
      end
      if blamed then
        local place = ("%s:%d:"):format(path, blamed)
        assert.is_true(contains(message, place), ("%s\n  blamed:  %s\n  message: %s"):format(path, place, message))
      end
    end)
  end
end)
