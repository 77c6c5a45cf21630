-- SPDX-License-Identifier: MIT
-- flux.export.package: CMakeLists.txt of an export: a library, and the program where there is one.

local M = {}

---@param x table emission context
---@param options table of the export
---@return string
function M.text(x, options)
  local p = x.names.prefix
  local lines = {
    ("# %s -- written by flux from %s."):format(p, x.script_name),
    "cmake_minimum_required(VERSION 3.13)",
    ("project(%s C)"):format(p),
    "",
    ("add_library(%s %s.c)"):format(p, p),
    ("target_include_directories(%s PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})"):format(p),
    ("target_compile_features(%s PUBLIC c_std_11)"):format(p),
    "# Results are the same bytes on every machine only without contraction and without -ffast-math.",
    ("target_compile_options(%s PRIVATE $<$<C_COMPILER_ID:GNU,Clang,AppleClang>:-ffp-contract=off>)"):format(p),
  }
  if x.libm then
    lines[#lines + 1] = "if(UNIX)"
    lines[#lines + 1] = ("  target_link_libraries(%s PUBLIC m)"):format(p)
    lines[#lines + 1] = "endif()"
  end
  if options.main then
    lines[#lines + 1] = ""
    lines[#lines + 1] = ("add_executable(%s_run main.c)"):format(p)
    lines[#lines + 1] = ("target_link_libraries(%s_run PRIVATE %s)"):format(p, p)
  end
  return table.concat(lines, "\n") .. "\n"
end

return M
