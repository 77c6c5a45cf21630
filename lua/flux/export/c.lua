-- SPDX-License-Identifier: MIT
-- flux.export.c: the shapes of C text that the emitters share, printed through flux.writer.
--
--   c.condition(out, "if", terms, "||")   -- `if (a || b) {`, wrapped when it is long; the caller closes it
--   c.comment(out, { "Tick", "", "  tick  on Tick" })

local M = {}

M.COLUMNS = 120

---A line that opens a level.
function M.open(out, text)
  return out:line(text):indent()
end

---A line that closes a level.
function M.close(out, text)
  return out:dedent():line(text)
end

---A comment of one line, or of several with a star each.
---@param out flux.Writer
---@param lines string[]
function M.comment(out, lines)
  local safe = {}
  for i, line in ipairs(lines) do safe[i] = (line:gsub("%*/", "* /"):gsub("%s+$", "")) end
  if #safe == 1 then
    out:line("/* " .. safe[1] .. " */")
    return
  end
  out:line("/* " .. safe[1])
  for i = 2, #safe do out:line(safe[i] == "" and " *" or " * " .. safe[i]) end
  out:line(" */")
end

-- Width that the writer's indentation already takes.
local function indentation(out) return #out.unit * out.level end

-- The terms with what follows each. An OR that is longer than a line is as many pieces as it has operands, on lines of its own.
local function pieces_of(terms, separator, suffix, room)
  local pieces, own_line = {}, {}
  for i, term in ipairs(terms) do
    local piece = term .. (i < #terms and separator or suffix)
    local is_long = #piece > room and piece:find(" || ", 1, true) ~= nil
    own_line[#pieces + 1] = own_line[#pieces + 1] or is_long
    while is_long and piece:find(" || ", 1, true) do
      local operand, rest = piece:match("^(.- ||) (.*)$")
      pieces[#pieces + 1], piece = operand, rest
    end
    pieces[#pieces + 1] = piece
    own_line[#pieces + 1] = is_long
  end
  return pieces, own_line
end

---Joins terms after a prefix and before a suffix, broken after the separator where a line would get too long.
---@param out flux.Writer
---@param prefix string
---@param terms string[]
---@param separator string with its leading space, e.g. " ||" or ","
---@param suffix string
function M.list(out, prefix, terms, separator, suffix)
  local room = M.COLUMNS - indentation(out)
  if #terms <= 4 then -- most lists
    local whole = prefix .. table.concat(terms, separator .. " ") .. suffix
    if #whole <= room then
      out:line(whole)
      return
    end
  end
  local line, first = prefix, true
  local pad = (" "):rep(#prefix > 40 and 4 or #prefix)
  local pieces, own_line = pieces_of(terms, separator, suffix, room - #pad)
  for i, piece in ipairs(pieces) do
    local glue = (first or line == pad) and "" or " "
    if not first and (own_line[i] or #line + #glue + #piece > room) then
      out:line(line)
      line, glue = pad, ""
    end
    line, first = line .. glue .. piece, false
  end
  if #terms == 0 then line = prefix .. suffix end
  out:line(line)
end

---`word (a || b) {`
function M.condition(out, word, terms, operator)
  M.list(out, word .. " (", terms, " " .. operator, ") {")
  out:indent()
end

-- `if ((a || b) && test) statement;`
local function print_both(out, terms, test, statement)
  local head, tail = "if (", " && " .. test .. ") "
  if #terms > 1 then head, tail = "if ((", ")" .. tail end
  local line = head .. table.concat(terms, " || ") .. tail .. statement
  if #line <= M.COLUMNS - indentation(out) then
    out:line(line)
  else
    M.list(out, head, terms, " ||", tail .. "{")
    out:indent():line(statement)
    M.close(out, "}")
  end
end

---`if (a || b) { … }`, or `if (a) statement;` where the body is one short line.
---@param x table with the writer x.out
---@param terms string[]
---@param operator string
---@param body fun() prints through x.out
function M.guarded(x, terms, operator, body)
  local out = x.out
  local inner = out:inner()
  x.out = inner
  body()
  x.out = out
  local only = #inner.lines == 1 and inner.lines[1]:sub(#inner.margin + 1) or ""
  local test, statement = only:match("^if %(([%w_>%-]+ != NULL)%) (.*;)$")
  if test and (#terms == 1 or operator == "||") then
    print_both(out, terms, test, statement)
    return
  end
  local short = ("if (%s) %s"):format(table.concat(terms, " " .. operator .. " "), only)
  if only:sub(-1) == ";" and not only:find("^const ") and not only:find("^if ") and #short <= 100 - indentation(out) then
    out:line(short)
    return
  end
  M.condition(out, "if", terms, operator)
  out:take(inner)
  M.close(out, "}")
end

---A case of a `switch` with one statement, in a line where it fits.
function M.case(out, label, statement)
  local line = ("%s %s break;"):format(label, statement)
  if #line <= M.COLUMNS - indentation(out) then
    out:line(line)
  else
    out:line(label):indent():line(statement):line("break;"):dedent()
  end
end

---A call as one statement.
---@param out flux.Writer
---@param head string e.g. "const bool cross_dirty = cross_update("
---@param arguments string[]
---@param tail string|nil default ");"
function M.call(out, head, arguments, tail)
  M.list(out, head, arguments, ",", tail or ");")
end

---A text as a C string literal.
function M.quote(text)
  return '"' .. text:gsub('[%c\\"]', function(ch)
    if ch == "\n" then return "\\n" end
    if ch == '"' or ch == "\\" then return "\\" .. ch end
    return ("\\%03o"):format(ch:byte())
  end) .. '"'
end

return M
