-- SPDX-License-Identifier: MIT
-- flux.export.package: CMakeLists.txt of an export: a library that can be added as a subdirectory, or installed and found, and
-- the program where there is one.
--
--   add_subdirectory(weather)          find_package(weather REQUIRED)
--   target_link_libraries(app PRIVATE weather::weather)

local M = {}

-- NAME stands for the prefix of the export.
local LIBRARY = [[
cmake_minimum_required(VERSION 3.13)
project(NAME C)
include(GNUInstallDirs)

add_library(NAME NAME.cINBOX)
add_library(NAME::NAME ALIAS NAME)
target_include_directories(NAME PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(NAME PUBLIC c_std_11)
# Results are the same bytes on every machine only without contraction and without -ffast-math.
target_compile_options(NAME PRIVATE $<$<C_COMPILER_ID:GNU,Clang,AppleClang>:-ffp-contract=off>)
# Speed only: without this, two fields may be read at once right after they were written one by one, which stalls the processor.
target_compile_options(NAME PRIVATE $<$<C_COMPILER_ID:GNU>:-fno-tree-slp-vectorize>
  $<$<C_COMPILER_ID:Clang,AppleClang>:-fno-slp-vectorize>)
]]

local MATHEMATICS = [[
if(UNIX)
  target_link_libraries(NAME PUBLIC m)
endif()
]]

local PROGRAM = [[

add_executable(NAME_run main.c)
target_link_libraries(NAME_run PRIVATE NAME)
]]

local INSTALL = [[

install(TARGETS NAME EXPORT NAME-config ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES NAME.hINBOX_H DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT NAME-config NAMESPACE NAME:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/NAME)
]]

-- Targets that CMake makes itself, in all generators (CMP0037).
local TARGETS = {}
for name in ("all clean edit_cache help install package package_source preinstall rebuild_cache test ALL_BUILD INSTALL PACKAGE RUN_TESTS "
  .. "ZERO_CHECK"):gmatch "%S+" do TARGETS[name] = name end

---The name, where CMake has a target that is called so.
---@param prefix string
---@return string?
function M.target(prefix) return TARGETS[prefix] end

---@param x table emission context
---@param options table of the export
---@return string
function M.text(x, options)
  local head = ("# %s -- the event graph '%s' as a package, written by flux from %s.\n"):format(x.names.prefix, x.graph.name, x.script_name)
  local text = LIBRARY .. (x.libm and MATHEMATICS or "") .. (options.main and PROGRAM or "") .. INSTALL
  text = text:gsub("INBOX_H", options.inbox and " flux_inbox.h" or ""):gsub("INBOX", options.inbox and " flux_inbox.c" or "")
  return head .. text:gsub("%f[%w]NAME%f[^%w]", x.names.prefix)
end

return M
