-- SPDX-License-Identifier: MIT
-- The examples of docs/semantics.md and docs/keys.md: each runs on every backend and prints what its comments say.
--
-- `--> text` after a statement is what it prints there. An example sees `flux`, and `backend` as the name of one.

local flux = require "flux"

local FILES = { "docs/semantics.md", "docs/keys.md" }

-- The fenced Lua blocks of a file: { line, text }.
local function blocks(path)
  local out, block, number = {}, nil, 0
  for line in io.lines(path) do
    number = number + 1
    if block and line == "```" then
      out[#out + 1], block = block, nil
    elseif block then
      block.lines[#block.lines + 1] = line
    elseif line == "```lua" then
      block = { line = number, lines = {} }
    end
  end
  return out
end

local function expected(block)
  local out = {}
  for _, line in ipairs(block.lines) do out[#out + 1] = line:match("%-%->%s*(.-)%s*$") end
  return table.concat(out, "\n")
end

-- What an example prints. The chunk is named as the file, so that the text of its callbacks is found there.
local function run(file, block, backend)
  local printed = {}
  local function write(...)
    for i = 1, select("#", ...) do printed[#printed + 1] = tostring(select(i, ...)) end
  end
  local environment = setmetatable({
    flux = flux, backend = backend, io = { write = write },
    print = function(...)
      local words = {}
      for i = 1, select("#", ...) do words[i] = tostring(select(i, ...)) end
      write(table.concat(words, " "), "\n")
    end,
  }, { __index = _G })
  local chunk = assert(loadstring(("\n"):rep(block.line) .. table.concat(block.lines, "\n"), "@" .. file))
  setfenv(chunk, environment)()
  return (table.concat(printed):gsub("%s+$", ""):gsub("[ ]+\n", "\n"))
end

for _, file in ipairs(FILES) do
  describe(file, function()
    for _, block in ipairs(blocks(file)) do
      for _, backend in ipairs { "table", "luajit", "native" } do
        it(("prints what it says, line %d, on %s"):format(block.line, backend), function()
          assert.equal(expected(block), run(file, block, backend))
        end)
      end
    end
  end)
end
