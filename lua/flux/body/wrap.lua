-- SPDX-License-Identifier: MIT
-- Breaks lines of C that are too long, behind the operator or the comma that binds least.
--
--   local text = wrap(text)
--
-- A line with a comment stays as it is.

local MOST, INDENT = 120, "    "

-- How little each of these binds: the less, the better a place to break.
local rank = { ["|| "] = 1, ["&& "] = 2, ["? "] = 1, [": "] = 1, [", "] = 0, ["+ "] = 3, ["- "] = 3, ["= "] = 5 }

-- The best place to break: the outermost, of these the one that binds least, of these the last.
local function place(line, from)
  local best, best_cost, depth, quoted = nil, math.huge, 0, false
  for at = from, math.min(#line, MOST) - 1 do
    local byte = line:sub(at, at)
    if byte == '"' then quoted = not quoted end
    if not quoted then
      if byte == "(" or byte == "[" then depth = depth + 1 elseif byte == ")" or byte == "]" then depth = depth - 1 end
      local two, three = line:sub(at, at + 1), line:sub(at, at + 2)
      local width = rank[three] and 3 or rank[two] and line:sub(at - 1, at - 1):find '[%s%w%)%]"]' and 2
      local cost = width and depth * 10 + rank[width == 3 and three or two]
      if cost and cost <= best_cost and at + width - 2 <= MOST then best, best_cost = at + width - 2, cost end
    end
  end
  return best
end

local function break_line(line)
  local out, margin = {}, line:match "^%s*"
  while #line > MOST and not line:find("/*", 1, true) do
    local at = place(line, #margin + 2)
    if not at or at >= #line then break end
    out[#out + 1] = line:sub(1, at)
    line = margin .. INDENT .. line:sub(at + 2)
  end
  out[#out + 1] = line
  return table.concat(out, "\n")
end

---@param text string
---@return string
return function(text)
  return (text:gsub("[^\n]+", function(line)
    if #line > MOST then return break_line(line) end
  end))
end
