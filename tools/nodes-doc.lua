-- SPDX-License-Identifier: MIT
-- Writes docs/nodes.md from the doc comments of lua/flux/nodes/*.lua.
--
--   luajit tools/nodes-doc.lua            writes docs/nodes.md
--   luajit tools/nodes-doc.lua --check    exit status 1 if it is not what it would write
--
-- The head of a node's file is: one line, Formula, Source, example. The page's own words are in tools/nodes-doc.md; the pictures are
-- drawn by tools/nodes-pictures.lua.

local root = arg[0]:match("^(.*)/tools/[^/]*$") or "."
package.path = ("%s/lua/?.lua;%s/lua/?/init.lua;%s"):format(root, root, package.path)

local nodes = require "flux.nodes"

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "*a"
  file:close()
  return text
end

-- "-- a\n-- b" → "a b"
local function joined(text) return (text:gsub("\n?%-%- ", " "):gsub("^%s+", "")) end

-- The parts of a node's head.
local function head(name)
  local text = read(("%s/lua/flux/nodes/%s.lua"):format(root, name))
  local line, formula, source, example = text:match(
    "\n%-%- " .. name .. ": (.-)\n%-%-\n%-%- Formula: (.-)\n%-%- Source: (.-)\n%-%-\n(%-%-   .-)\n\n")
  if not line then error(name .. ".lua: its head is not a line, Formula, Source and an example", 0) end
  return { line = joined(line), formula = joined(formula), source = joined(source), example = (example:gsub("%-%-   ", "")) }
end

local function page()
  local out = { (read(root .. "/tools/nodes-doc.md"):gsub("%s+$", "\n")) }
  for _, group in ipairs(nodes.groups) do
    out[#out + 1] = ("\n## %s\n"):format(group[1])
    for _, name in ipairs(group[2]) do
      local node = head(name)
      out[#out + 1] = ("\n### %s\n\n%s\n\n"):format(name, node.line:gsub("^%l", string.upper))
      out[#out + 1] = ("*%s*%s\n\n```lua\n%s\n```\n\n![what it publishes](nodes/%s.svg)\n"):format(node.formula,
        node.source ~= "—" and " · " .. node.source or "", node.example, name)
    end
  end
  return table.concat(out)
end

local text, path = page(), root .. "/docs/nodes.md"
if arg[1] == "--check" then
  if read(path) ~= text then
    io.stderr:write("docs/nodes.md is not up to date: luajit tools/nodes-doc.lua\n")
    os.exit(1)
  end
else
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end
