-- SPDX-License-Identifier: MIT
-- flux.export.schedule: an entry's schedule as the comment above its function: node, callback, condition.
--
--   schedule.lines(entry, "Event Tick")   --> { "Event Tick", "", "  tick  on Tick", "  fast  update", … }

local M = {}

local MOST = 64 -- steps that are listed; of more, all but the last four of these

-- "fast || slow" as words for the schedule in the comment.
local function words(guard)
  if guard == "always" then return "" end
  local out, seen = {}, {}
  for _, flag in ipairs(guard or {}) do
    local node = flag.step and flag.step.node or flag.node
    local ran = flag.kind == "ran" or flag.kind == "pending_ran"
    local text = node.name .. (ran and " ran" or "")
    if not seen[text] then
      seen[text] = true
      out[#out + 1] = text
    end
  end
  if #out > 6 then return ("if any of %d: %s … %s"):format(#out, out[1], out[#out]) end
  return "if " .. table.concat(out, " or ")
end

local function label(step)
  if step.role == "sink" then return "sink " .. step.sink.name end
  local text = step.callback.label
  return step.element and ("%s[%d]"):format(text, step.element) or text
end

---The entry's schedule as the lines of a comment.
---@param entry flux.Entry
---@param title string
---@return string[]
function M.lines(entry, title)
  local rows, count, wide_node, wide_label = {}, 0, 0, 0
  for _, step in ipairs(entry.steps) do
    if step.role ~= "gate" then
      count = count + 1
      wide_node, wide_label = math.max(wide_node, #step.node.name), math.max(wide_label, #label(step))
    end
    if step.role ~= "gate" and count <= MOST then
      local condition = words(step.guard)
      if step.seed == "due" then condition = "if due" end
      if step.role == "on_arrest" then condition = condition == "" and "if not updated" or condition .. ", and not updated" end
      if step.when_all then
        condition = condition .. (condition == "" and "" or ", ") .. "once all its inputs have been dirty"
      end
      rows[#rows + 1] = { step.node.name, label(step), condition }
    end
  end
  local lines = { title, "" }
  for i, row in ipairs(rows) do
    if i > MOST - 4 and count > MOST then
      lines[#lines + 1] = ("  … and %d more steps"):format(count - (MOST - 4))
      break
    end
    lines[#lines + 1] = ("  %-" .. wide_node .. "s  %-" .. wide_label .. "s  %s"):format(row[1], row[2], row[3])
  end
  return lines
end

return M
