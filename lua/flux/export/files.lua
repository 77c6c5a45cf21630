-- SPDX-License-Identifier: MIT
-- flux.export.files: exported text becomes files, unless names of theirs would collide.
--
--   files.of(text, "out")      --> { { "out/signals.h", … }, { "out/signals.c", … }, … }
--   files.save(text, "out")    --> { "out/signals.h", "out/signals.c", … }

local M = {}

---What exported text is called: a list of { path, text }.
---@param text table of flux.export.text
---@param directory string|nil
---@return string[][]
function M.of(text, directory)
  if text.collision then
    error(("graph '%s' cannot be exported under the prefix '%s': the export has another use for '%s'; choose another, such as " ..
      "--prefix %s_graph"):format(text.context.graph.name, text.prefix, text.collision, text.prefix), 0)
  end
  local base = (directory or ".") .. "/"
  local list = { { base .. text.prefix .. ".h", text.header }, { base .. text.prefix .. ".c", text.source } }
  if text.main then list[#list + 1] = { base .. "main.c", text.main } end
  for _, item in ipairs(text.inbox or {}) do list[#list + 1] = { base .. item[1], item[2] } end
  if text.cmake then list[#list + 1] = { base .. "CMakeLists.txt", text.cmake } end
  return list
end

---Writes exported text to files.
---@param text table of flux.export.text
---@param directory string|nil
---@return string[] paths
function M.save(text, directory)
  local paths = {}
  for i, item in ipairs(M.of(text, directory)) do
    local file, problem = io.open(item[1], "wb")
    if not file then error("flux: cannot write " .. problem, 0) end
    local ok, reason = file:write(item[2])
    if ok then ok, reason = file:flush() end
    file:close()
    if not ok then error(("flux: cannot write %s: %s"):format(item[1], reason), 0) end
    paths[i] = item[1]
  end
  return paths
end

return M
