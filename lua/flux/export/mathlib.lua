-- SPDX-License-Identifier: MIT
-- flux.export.mathlib: the portable functions of core/math as C text, so that exported C needs no library for them (S18).
--
--   local mathlib = require "flux.export.mathlib"
--   local text, needs = mathlib.sources { "log", "pow" }   -- defines: static double flux_log(double x) …
--   ffi.cdef(mathlib.cdef())                               -- declares them all, as libflux exports them
--
-- The text is complete: it includes what it needs, silences the warnings that its origin would raise at our level, and
-- keeps whose each function is, and the licence of all of them once; other comments stay behind in core/math.

local M = {}

---The functions, in the order in which they are emitted, with their parameters.
M.functions = {
  { name = "exp", params = { "x" } },
  { name = "log", params = { "x" } },
  { name = "log10", params = { "x" } },
  { name = "pow", params = { "x", "y" } },
  { name = "sin", params = { "x" } },
  { name = "cos", params = { "x" } },
  { name = "tan", params = { "x" } },
  { name = "asin", params = { "x" } },
  { name = "acos", params = { "x" } },
  { name = "atan", params = { "x" } },
  { name = "atan2", params = { "y", "x" } },
  { name = "sinh", params = { "x" } },
  { name = "cosh", params = { "x" } },
  { name = "tanh", params = { "x" } },
}

M.by_name = {}
for _, f in ipairs(M.functions) do M.by_name[f.name] = f end

local here = debug.getinfo(1, "S").source:match("^@(.*)[/\\][^/\\]*$") or "."
---Where the sources are; set it when they have been installed elsewhere.
M.directory = here .. "/../../../core/math"

local IGNORED = {
  "-Wconversion", "-Wsign-conversion", "-Wfloat-conversion", "-Wshadow", "-Wsign-compare", "-Wunused-parameter",
  "-Wmissing-field-initializers", "-Wunused-function",
}

local function read(name)
  local path = M.directory .. "/" .. name
  local file, problem = io.open(path, "rb")
  if not file then error("flux: cannot read " .. problem, 0) end
  local text = file:read("*a")
  file:close()
  return text
end

---C text without comments, but for those in which `keep` finds something.
local function without_comments(text, keep)
  text = text:gsub("/%*.-%*/", function(comment) return keep and comment:find(keep) and comment or "" end)
  text = text:gsub("//[^\n]*", function(comment) return keep and comment:find(keep) and comment or "" end)
  return text
end

local function tidy(text)
  return (text:gsub("[ \t]+\n", "\n"):gsub("\n\n\n+", "\n\n"):gsub("^\n+", ""))
end

---What the implementations share: the second half of flux_math.h.
local function common()
  local text = read "flux_math.h"
  local _, marker = text:find("/%* %-%- what the implementations share[^\n]*\n")
  return (text:sub(marker + 1):gsub("#endif%s*$", ""))
end

-- The words of a licence, which are the same in every file, and what stands before them: a title, a copyright, the authors.
local function licence_parts(comment)
  local at = comment:find("Permission is hereby granted", 1, true)
  return comment:sub(1, at - 1), comment:sub(at)
end

-- Lines are broken differently from file to file.
local function plain_words(text) return (text:gsub("%s+", " ")) end

-- A function's text; `shown` holds what has been said of authors and licences before it, and its words once.
local function one(name, shown)
  local text = read(name .. ".c")
  text = text:gsub('#include "flux_math.h"\n', ""):gsub("#pragma GCC diagnostic [^\n]*\n", "")
  text = text:gsub("\ndouble flux_" .. name .. "%(", "\nstatic double flux_" .. name .. "(")
  -- A licence contains the address of the project; "//" in it is no comment, so block comments are taken out first.
  local licences = {}
  text = text:gsub("/%*.-%*/", function(comment)
    if not comment:find("Copyright", 1, true) then return "" end
    local whose, words = licence_parts(comment)
    shown.words = shown.words or words
    if plain_words(words) ~= plain_words(shown.words) then whose = comment end
    if shown[whose] then return "" end
    shown[whose] = true
    licences[#licences + 1] = whose == comment and comment or whose:gsub("%s+$", "") .. " */"
    return ("@licence%d@"):format(#licences)
  end)
  text = without_comments(text)
  text = text:gsub("@licence(%d+)@", function(i) return licences[tonumber(i)] end)
  return ("/* flux_%s: correctly rounded, from CORE-MATH. */\n"):format(name) .. tidy(text)
end

---C text that defines `static double flux_<name>(double …)` for each name.
---@param names string[] names as in Lua's math library, and "pow" for `^`
---@return string text empty when there are no names
---@return table needs { int128 = bool, libm = bool }: integers of 128 bits; the C library's fma and sqrt (-lm)
function M.sources(names)
  local wanted = {}
  for _, name in ipairs(names) do
    if not M.by_name[name] then error(("flux: there is no portable function '%s'"):format(tostring(name)), 2) end
    wanted[name] = true
  end
  if not next(wanted) then return "", { int128 = false, libm = false } end

  local parts = { "/* NOLINTBEGIN: vendored */\n#include <stdint.h>\n#pragma GCC diagnostic push" }
  for _, warning in ipairs(IGNORED) do parts[#parts + 1] = ('#pragma GCC diagnostic ignored "%s"'):format(warning) end
  parts[#parts + 1] = "\n" .. common()
  local shown, functions = {}, {}
  for _, f in ipairs(M.functions) do
    if wanted[f.name] then functions[#functions + 1] = one(f.name, shown) end
  end
  parts[#parts + 1] = "/* The licence of what names CORE-MATH below:\n\n" .. shown.words .. "\n"
  for _, text in ipairs(functions) do parts[#parts + 1] = text end
  parts[#parts + 1] = "#pragma GCC diagnostic pop\n/* NOLINTEND */\n"
  local text = table.concat(parts, "\n")
  return text, { int128 = text:find("typedef FLUX_MATH_U128", 1, true) ~= nil, libm = true }
end

---What stands before the code that calls the functions, where the functions themselves come after it.
---@param names string[]
---@return string
function M.prototypes(names)
  local wanted, lines = {}, { "/* Correctly rounded; they are at the end of this file. */" }
  for _, name in ipairs(names) do wanted[name] = true end
  for _, f in ipairs(M.functions) do
    if wanted[f.name] then lines[#lines + 1] = ("static double flux_%s(double %s);"):format(f.name, table.concat(f.params, ", double ")) end
  end
  return table.concat(lines, "\n") .. "\n"
end

---Declarations of all functions, for ffi.cdef and for C that links libflux.
---@return string
function M.cdef()
  local lines = {}
  for i, f in ipairs(M.functions) do
    lines[i] = ("double flux_%s(double %s);"):format(f.name, table.concat(f.params, ", double "))
  end
  return table.concat(lines, "\n") .. "\n"
end

return M
