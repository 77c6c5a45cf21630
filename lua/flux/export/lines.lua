-- SPDX-License-Identifier: MIT
-- flux.export.lines: which file and line the compiler is told that a line of the export comes from.
--
-- With the option `line` every line of a portable body is the user's: gdb stops at it, steps through it and shows it. The text of
-- a C body always is, so that the compiler's messages name it. After either the export's own lines count again.
--
--   text = lines.pin(text, origin)             a function of a portable body: all that it consists of has a line of the script
--   source = lines.settle(source, path_of)     the finished file: the directives, with the numbers that they need
--
-- Before they are settled, a directive in `pin`ned text says where the lines up to the next one come from; `#resume` ends it.

local M = {}

M.RESUME = "#resume"

---Marks the text of one function.
---@param text string with `#line` before each statement
---@param origin { file: string, line: integer }
---@return string
function M.pin(text, origin)
  text = ("\n" .. text):gsub("\n#line (%d+) ", "\n#at %1 "):sub(2)
  return ("#at %d %q\n%s%s\n"):format(origin.line, origin.file, (text:gsub("\n+$", "")) .. "\n", M.RESUME)
end

-- Prints lines and remembers what the compiler would take the next one for.
local function printer(own_name)
  local out, file, number = {}, own_name, 1
  local it = { lines = out }
  function it.put(line)
    out[#out + 1], number = line, number + 1
  end
  function it.at(wanted_file, wanted)
    if file == wanted_file and number == wanted then return end
    out[#out + 1] = ('#line %d "%s"'):format(wanted, wanted_file)
    file, number = wanted_file, wanted
  end
  function it.resume() it.at(own_name, #out + (file == own_name and 1 or 2)) end
  return it
end

---@param source string
---@param own_name string the name of the file that is written
---@param path_of fun(file: string): string how a file of the user is called in it
---@return string
function M.settle(source, own_name, path_of)
  if not source:find("\n#resume\n", 1, true) then return source end
  local to = printer(own_name)
  local pinned_file, pinned
  for line in source:gmatch("([^\n]*)\n") do
    local word, number, file = line:match('^#(%l+) (%d+) "(.*)"$')
    if word == "at" then
      pinned_file, pinned = path_of(file), tonumber(number)
    elseif word == "line" then
      to.at(path_of(file), tonumber(number))
    elseif line == M.RESUME then
      pinned = nil
      to.resume()
    else
      if pinned and not line:find("^%s+}$") then to.at(pinned_file, pinned) end -- a brace alone is no code
      to.put(line)
    end
  end
  return table.concat(to.lines, "\n") .. "\n"
end

return M
