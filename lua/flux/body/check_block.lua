-- SPDX-License-Identifier: MIT
-- Types blocks: their statements in order, and the comments between them. These are methods of the checker (flux.body.check); a typed
-- block and its statements are described in flux.body.check_stat.

local B = {}

-- Whether something else stands before a comment on its line.
local function follows_code(source, comment)
  local _, column = source:place(comment.pos)
  return source:line_text(comment.pos):sub(1, column - 1):find "%S" ~= nil
end

-- Gives a statement the comment behind it. Behind an `if` or a loop on one line it belongs to what is inside.
local function comment_behind(c, statement, text)
  local inner = statement.clauses and statement.clauses[1].block or statement.block
  if inner and not inner.opening and c.source:line(statement.finish - 1) == statement.line then
    inner.opening = text
  else
    statement.after = text
  end
end

-- Gives the comments before byte `pos` to the statements around them.
local function take_comments(c, block, previous, before, pos)
  local comments = c.source.comments
  while comments[c.comment_at] and comments[c.comment_at].pos < pos do
    local comment = comments[c.comment_at]
    c.comment_at = c.comment_at + 1
    local line = c.source:line(comment.pos)
    if previous and comment.pos < previous.finish then
      previous.before[#previous.before + 1] = comment.text
    elseif previous and line == c.source:line(previous.finish - 1) and not previous.after then
      comment_behind(c, previous, comment.text)
    elseif not previous and #before == 0 and not block.opening and follows_code(c.source, comment) then
      block.opening = comment.text
    else
      before[#before + 1] = comment.text
    end
  end
end

-- Adds what a block without braces holds. Its last comments belong to what comes next: they are returned.
local function splice(block, statement, before, finish)
  local inner = statement.block
  if inner.opening then before[#before + 1] = inner.opening end
  for _, comment in ipairs(inner[1].before) do before[#before + 1] = comment end
  inner[1].before = before
  for _, each in ipairs(inner) do block[#block + 1] = each end
  local last = inner[#inner]
  last.finish, last.after = finish, last.after or statement.after
  return last, inner.closing
end

local function append(block, statement, before, line, finish)
  if statement.open then return splice(block, statement, before, finish) end
  if statement.prelude then
    block[#block + 1] = statement.prelude
    statement.prelude.line, statement.prelude.before, before = line, before, {}
  end
  statement.line, statement.before, statement.finish = statement.line or line, before, finish
  block[#block + 1] = statement
  return statement, {}
end

-- What is never reached in it, or never does anything, is left out with its comments.
local function typed_block(self, body)
  local block = { falls = true, end_line = self.source:line(body.finish) }
  local previous, waiting = nil, {}
  for _, node in ipairs(body) do
    local before = waiting
    if self.comment_at then take_comments(self, block, previous, before, node.pos) end
    local line = self.source:line(node.pos)
    self.line = line
    local ok, statement = self:attempt(self.reached, block.falls, self.statement, node)
    if not ok and node.tag == "Return" then block.falls = false end
    if statement and block.falls then
      previous, waiting = append(block, statement, before, line, node.finish)
      block.falls = statement.falls ~= false
    else
      previous, waiting = { before = {}, line = line, finish = node.finish }, {}
    end
  end
  block.closing = waiting
  if self.comment_at then take_comments(self, block, previous, block.closing, body.finish) end
  return block
end

---Types a block.
function B:block(body) return self:nested(1, body[1] and body[1].pos or body.finish - 1, typed_block, body) end

return B
