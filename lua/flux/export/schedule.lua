-- SPDX-License-Identifier: MIT
-- flux.export.schedule: an entry's schedule as the comment above its function: node, callback, condition.
--
--   schedule.lines(entry, "Event Tick")   --> { "Event Tick", "", "  tick  on Tick", "  fast  update", … }

local M = {}

local MOST = 64 -- steps that are listed; of more, all but the last four of these

-- Does the flag say that its node is dirty, and not only that it ran?
local function says_dirty(flag)
  if flag.kind == "dirty" or flag.kind == "pending_dirty" then return true end
  return flag.step ~= nil and flag.step.callback ~= nil and flag.step.callback.body.facts.always_dirty == true
end

-- "a is dirty", "a, b or c ran"; of many nodes the first and the last.
local function names_that(names, what)
  if #names == 1 then return names[1] .. " " .. what end
  if #names > 6 then return ("any of %d %s: %s … %s"):format(#names, what, names[1], names[#names]) end
  return ("%s or %s %s"):format(table.concat(names, ", ", 1, #names - 1), names[#names], what)
end

-- "fast_dirty || slow_ran" as words: "if fast is dirty, or slow ran".
local function words(guard)
  if guard == "always" then return "" end
  local order, ran = {}, {}
  for _, flag in ipairs(guard or {}) do
    local name = (flag.step and flag.step.node or flag.node).name
    if ran[name] == nil then order[#order + 1] = name end
    ran[name] = ran[name] or not says_dirty(flag)
  end
  local dirty_names, ran_names = {}, {}
  for _, name in ipairs(order) do table.insert(ran[name] and ran_names or dirty_names, name) end
  if #ran_names == 0 then return "if " .. names_that(dirty_names, "is dirty") end
  if #dirty_names == 0 then return "if " .. names_that(ran_names, "ran") end
  if #order > 6 then return "if " .. names_that(order, "is dirty or ran") end
  return ("if %s, or %s"):format(names_that(dirty_names, "is dirty"), names_that(ran_names, "ran"))
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
