-- SPDX-License-Identifier: MIT
-- The reject corpus: every script in spec/reject/ must fail, for the stated reason, at the stated line.
--
--   -- expect: part of the message        (several lines: each must occur)
--   -- line: 7                            (optional: the line of the script that must be blamed)
--   -- at: self.w[9]                      (optional: how the text begins at which the caret points, on that line)
--
-- A body_….lua is refused by the checker of bodies: always with line, column, the source line, a caret below it, and what to write
-- instead.
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
  local expected, blamed, at = {}, nil, nil
  for line in io.lines(path) do
    expected[#expected + 1] = line:match("^%-%- expect: (.*)$")
    blamed = blamed or tonumber(line:match("^%-%- line: (%d+)$"))
    at = at or line:match("^%-%- at: (.*)$")
  end
  return expected, blamed, at
end

local function line_of(path, number)
  for line in io.lines(path) do
    number = number - 1
    if number == 0 then return line end
  end
end

-- Scripts whose refusal has no place in a text: the text is what is missing.
local WITHOUT_PLACE = { body_chunk_without_text = true, body_call_c_function = true }

-- A refusal of a body: its place, its line with a caret, its advice. Returns the text at which the caret points.
local function check_form(path, message)
  local line, column = message:match("^" .. path:gsub("%p", "%%%0") .. ":(%d+):(%d+): ")
  assert.truthy(line, "no line and column: " .. message)
  local text = line_of(path, tonumber(line))
  local shown, margin = message:match("\n    ([^\n]*)\n    (%s*)%^\n")
  assert.equal(text, shown)
  assert.equal(tonumber(column) - 1, #margin)
  assert.truthy(message:find("\n  instead: %S"), "no advice: " .. message)
  return text:sub(tonumber(column))
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
    local expected, blamed, at = read_header(path)
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
      if not name:find("^body_") or WITHOUT_PLACE[name:match("^[^.]+")] then return end
      local pointed = check_form(path, message)
      if at then assert.equal(at, pointed:sub(1, #at)) end
    end)
  end
end)
