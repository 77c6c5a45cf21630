-- SPDX-License-Identifier: MIT
-- A small indenting writer: every emitter of code builds its text through it, so that generated C and Lua is laid out alike.
--
--   local w = writer.new("  ")
--   w:line("static int %s(void) {", name):indent()
--   w:line("return 0;"):dedent()
--   w:line("}")
--   local text = w:text()

local concat, format = table.concat, string.format

---@class flux.Writer
---@field private lines string[]
---@field private count integer of lines: what `#` says is wrong now and then in code that LuaJIT 2.1.0-beta3 has compiled
---@field private unit string
---@field private level integer
---@field private margin string the indentation of the current level
local Writer = {}
Writer.__index = Writer

local M = {}

---Makes an empty writer.
---@param indent_text string? text of one level of indentation; two spaces unless given
---@return flux.Writer
function M.new(indent_text)
  return setmetatable({ lines = {}, count = 0, unit = indent_text or "  ", level = 0, margin = "" }, Writer)
end

---Appends one line at the current indentation. With further arguments the text is a format; without, it is taken as it is.
---@param text string
---@param ... any
---@return flux.Writer self
function Writer:line(text, ...)
  if select("#", ...) > 0 then text = format(text, ...) end
  local lines, n = self.lines, self.count + 1
  if lines[n] then n = #lines + 1 end -- another module has appended to the lines
  lines[n], self.count = text == "" and "" or self.margin .. text, n
  return self
end

---Appends text of several lines, each at the current indentation. Lines that start with '#' (C directives) stay at the margin.
---@param text string
---@return flux.Writer self
function Writer:block(text)
  for line in (text:gsub("\n$", "") .. "\n"):gmatch("(.-)\n") do
    if line:sub(1, 1) == "#" then self.lines[#self.lines + 1] = line else self:line(line) end
  end
  return self
end

---Makes an empty writer for text that stands one level deeper: for `take`.
---@return flux.Writer
function Writer:inner()
  local new = M.new(self.unit)
  for _ = 0, self.level do new:indent() end
  return new
end

---Appends what another writer has, as it is laid out there.
---@param other flux.Writer
---@return flux.Writer self
function Writer:take(other)
  local lines, n = self.lines, #self.lines
  for i, line in ipairs(other.lines) do lines[n + i] = line end
  self.count = n + #other.lines
  return self
end

---Appends text to the line that was written last, such as a comment behind a brace.
---@param text string
---@return flux.Writer self
function Writer:append(text)
  self.lines[#self.lines] = self.lines[#self.lines] .. text
  return self
end

---Puts another line in the place of the one that was written last.
---@param text string
---@return flux.Writer self
function Writer:replace(text)
  self.count = #self.lines - 1
  self.lines[self.count + 1] = nil
  return self:line(text)
end

---Appends an empty line, unless the text is empty so far or ends with one.
---@return flux.Writer self
function Writer:blank()
  local last = self.lines[#self.lines]
  if last and last ~= "" then self:line("") end
  return self
end

---@return flux.Writer self
function Writer:indent()
  self.level, self.margin = self.level + 1, self.margin .. self.unit
  return self
end

---@return flux.Writer self
function Writer:dedent()
  assert(self.level > 0, "more dedents than indents")
  self.level, self.margin = self.level - 1, self.margin:sub(#self.unit + 1)
  return self
end

---The text so far; it ends with a newline unless it is empty.
---@return string
function Writer:text()
  local lines, n = self.lines, #self.lines
  if n == 0 then return "" end
  lines[n + 1] = "" -- ends the last line
  local text = concat(lines, "\n")
  lines[n + 1] = nil
  return text
end

return M
