-- SPDX-License-Identifier: MIT
-- flux.export.uses: what follows from the text of a C file alone: the headers and macros that it needs, and whether it wants -lm.

local M = {}

---The headers that the text needs.
function M.includes(x, body)
  local list = { ('#include "%s.h"'):format(x.names.prefix) }
  local constants = body:find("NAN", 1, true) and body:find("[^%w_]NAN[^%w_]") or body:find("INFINITY", 1, true)
  if x.libm or constants then list[#list + 1] = "#include <math.h>" end
  if body:find("memset(", 1, true) or body:find("memcpy(", 1, true) or body:find("memcmp(", 1, true) then
    list[#list + 1] = "#include <string.h>"
  end
  return table.concat(list, "\n")
end

-- What compilers are told of a function or a test, each only where it is used.
local HINTS = {
  { "APART", "__attribute__((noinline))", "not inlined: it would only make its callers larger and slower" },
  { "INLINED", "inline __attribute__((always_inline))", "small, though called in two places", "inline" },
  { "COLD", "__attribute__((noinline, cold))", "seldom called: kept away from what runs for every event" },
  { "UNLIKELY(x)", "__builtin_expect(!!(x), 0)", "seldom true", "(x)" },
}

-- Where a state of nodes that are alike stands (flux.export.alike).
local AT = [[
/* The i-th of members that stand at equal distances, of which these are the first and the second; from 0. */
#define DISTANCE(first, second) ((ptrdiff_t)offsetof(GRAPH, second) - (ptrdiff_t)offsetof(GRAPH, first))
#define AT(g, i, first, second) ((void *)((char *)(g) + offsetof(GRAPH, first) + (i) * DISTANCE(first, second)))
#if !defined(__FRAMAC__) /* which knows no offsetof there */
_Static_assert(offsetof(GRAPH, LAST) - offsetof(GRAPH, FIRST) == FAR,
               "states stand elsewhere on this target: export with the option alike = false");
#endif

]]

local function place_text(x)
  local member, places = x.names.member, x.state_places
  local values = { GRAPH = x.names.graph_type, LAST = member[places.last], FIRST = member[places.first], FAR = places.far }
  return (AT:gsub("%u+", values))
end

-- In the loop of a batch (flux.export.batch).
local HEARD = [[
/* Whether somebody listens, asked in a loop. gcc, told that it is seldom so, moves what a listener needs out of the
 * loop; clang, when it is not told, makes a loop of its own for where nobody does. */
#if defined(__GNUC__) && !defined(__clang__)
#define HEARD(x) __builtin_expect(!!(x), 0)
#else
#define HEARD(x) (x)
#endif

]]

---Their definitions.
function M.hints(x, body)
  local place = body:find("= AT(", 1, true) and place_text(x) or ""
  if body:find("(HEARD(", 1, true) then place = HEARD .. place end
  local known, other = {}, {}
  for _, hint in ipairs(HINTS) do
    local word = hint[1]:match("^%u+")
    local at = body:find(word, 1, true) -- patterns alone are slow in megabytes
    if at and body:find("%f[%w_]" .. word .. "[ (]", at) then
      known[#known + 1] = ("#define %s %s /* %s */"):format(hint[1], hint[2], hint[3])
      other[#other + 1] = ("#define %s%s"):format(hint[1], hint[4] and " " .. hint[4] or "")
    end
  end
  if #known == 0 then return place end
  return "#if defined(__GNUC__)\n" .. table.concat(known, "\n") .. "\n#else\n" .. table.concat(other, "\n") .. "\n#endif\n\n" .. place
end

local LIBRARY = { "floor", "ceil", "sqrt", "fmod", "fma" }

-- Does a text, which may be megabytes, call a function of this name?
local function calls(body, name)
  local at = body:find(name .. "(", 1, true)
  while at do
    if not body:sub(math.max(at - 1, 1), at - 1):find("[%w_]") then return true end
    at = body:find(name .. "(", at + 1, true)
  end
  return false
end

---Functions of <math.h> that the text calls and that need not be one instruction: with them it is linked with -lm.
function M.library(body)
  local list = {}
  for _, name in ipairs(LIBRARY) do
    if calls(body, name) or calls(body, "__builtin_" .. name) then list[#list + 1] = name end
  end
  return list
end

return M
