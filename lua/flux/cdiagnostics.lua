-- SPDX-License-Identifier: MIT
-- flux.cdiagnostics: builds a library with the C bodies of a graph in it, and says what the compiler and the linker find wrong in
-- them in the user's terms: the user's line first, and nothing of what is written around it.
--
--   local lib = cdiagnostics.load(graph, text, { flags = native.FLAGS })   -- raises; prints warnings to stderr

local ctext = require "flux.body.ctext"
local native = require "flux.native"

local M = {}

-- What C forgives and what is always a mistake here: calls of functions that nobody declared, pointers of other types, a result
-- without a value, writing to what is const. The rest is warned of.
local ERRORS = " -Wall -Wfloat-conversion -Wno-unused-function -Werror=implicit-function-declaration -Werror=implicit-int"
  .. " -Werror=int-conversion -Werror=incompatible-pointer-types -Werror=return-type"
local CONST = { gcc = " -Werror=discarded-qualifiers", clang = " -Werror=incompatible-pointer-types-discards-qualifiers" }

---The callbacks of a graph that have C bodies.
---@param graph flux.Graph
---@return flux.Callback[]
function M.c_callbacks(graph)
  local list = {}
  for _, callback in ipairs(graph.callbacks) do
    if callback.body.language == "c" then list[#list + 1] = callback end
  end
  return list
end

-- The compiler's diagnostics that name a file of the user's, each with the lines that show it; and the first error among them.
local function users_part(graph, message)
  local mine, kept, first, keep = {}, {}, nil, false
  for _, callback in ipairs(M.c_callbacks(graph)) do
    mine[callback.body.place.file], mine[callback.body.origin.file] = true, true
  end
  for line in message:gmatch("[^\n]+") do
    local file, number, word, text = line:match("^(.-):(%d+):%d*:? *(%l[%l ]*): (.*)$")
    if file then
      keep = mine[file] or false
      if keep and word:find "error" and not first then first = { file = file, line = tonumber(number), text = text } end
    elseif not line:match("^%s") then
      keep = false
    end
    if keep then kept[#kept + 1] = line end
  end
  return table.concat(kept, "\n"), first
end

-- What the function of a file should have been declared as, if that is what is wrong.
local function expected(graph, text)
  local name = text:match "conflicting types for '([%w_]+)'"
  for _, callback in ipairs(name and M.c_callbacks(graph) or {}) do
    if callback.body.c_function == name then
      return "\n  expected: " .. require("flux.cbodies").prototype(graph, callback)
    end
  end
  return ""
end

-- What follows a body is not the user's.
local function own_words(text)
  return (text:gsub(" before 'return'", " before the end of the C body"):gsub("non%-void function '[%w_]+' should", "the C body should"))
end

local function compile_error(graph, message)
  local kept, first = users_part(graph, message)
  if first then
    return ("%s:%d: the C body does not compile: %s%s\n%s"):format(first.file, first.line, own_words(first.text),
      expected(graph, first.text), own_words(kept))
  end
  local callback = M.c_callbacks(graph)[1]
  if not callback then return message end
  local place = callback.body.place
  return ("%s:%d: the C bodies of graph '%s' do not compile:\n%s"):format(place.file, place.line, graph.name, message)
end

-- Why a library that compiles does not load: it calls what is nowhere.
local function load_error(graph, message)
  local name = message:match "undefined symbol: ([%w_]+)" or message:match "symbol not found[^']*'_([%w_]+)'"
  for _, callback in ipairs(name and M.c_callbacks(graph) or {}) do
    local compiled = callback.body
    local at = ctext.find(compiled.text, name)
    if at then
      return ("%s:%d: the C body calls '%s', which is declared and defined nowhere"):format(compiled.place.file,
        compiled.place.line + ctext.line(compiled.text, at) - 1, name)
    end
  end
  return message
end

local shown = {} -- a graph may be compiled for several backends

---Compiles a text, once, and loads it. Warnings about the user's lines go to stderr when it is compiled.
---@param graph flux.Graph with compiled bodies
---@param text string
---@param options { flags: string, libs?: string }
---@return table<string, ffi.cdata*> functions by name
function M.load(graph, text, options)
  local flags, has_bodies = options.flags, #M.c_callbacks(graph) > 0
  if has_bodies then
    local _, identity = native.compiler()
    flags = flags .. ERRORS .. ((identity or ""):lower():find "clang" and CONST.clang or CONST.gcc)
  end
  local path, message, refused = native.library(text, { flags = flags, libs = options.libs })
  if not path then error(refused and compile_error(graph, message) or message, 0) end
  local warnings = has_bodies and message and users_part(graph, message) or ""
  if warnings ~= "" and not shown[warnings] then io.stderr:write(warnings, "\n") end
  shown[warnings] = true
  local lib, problem = native.open(path)
  if not lib then error(load_error(graph, problem), 0) end
  return lib
end

return M
