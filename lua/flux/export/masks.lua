-- SPDX-License-Identifier: MIT
-- flux.export.masks: what tails without a branch call: masks, all bits set for true and none for false, and choices by them.
--
--   masks.of(x)                            --> "mask_of"        of a bool
--   masks.compared(x, ">")                 --> "mask_greater"   of two doubles
--   masks.choose(x, "double", true)        --> "blend_double"   by a mask of two doubles: all stays in their registers
--   masks.choose(x, "double")              --> "choose_double"  in general registers, as any other type
--   masks.emit(x)                          prints those that were asked for
--
-- A processor waits several cycles for what goes from the registers of doubles to the general ones and back, and a compiler that sees a
-- comparison makes a branch of it. So on x86-64 the instructions are named. A value that its own update does not read is only carried
-- over when it is kept, from where the event before has just stored it: that reaches general registers sooner.

local c = require "flux.export.c"

local M = {}

local BITS = {
  double = "uint64_t", float = "uint32_t", bool = "uint8_t", int8_t = "uint8_t", uint8_t = "uint8_t", int16_t = "uint16_t",
  uint16_t = "uint16_t", int32_t = "uint32_t", uint32_t = "uint32_t", int64_t = "uint64_t", uint64_t = "uint64_t",
}

-- Of each comparison, and of its opposite, which NaN makes another one: the name, the instruction, whether it takes the sides the
-- other way round, and the expression.
local COMPARISONS = {
  ["<"] = { "less", "cmpltsd", false, "a < b" },
  ["<="] = { "less_equal", "cmplesd", false, "a <= b" },
  [">"] = { "greater", "cmpltsd", true, "a > b" },
  [">="] = { "greater_equal", "cmplesd", true, "a >= b" },
  ["=="] = { "equal", "cmpeqsd", false, "a == b" },
  ["~="] = { "unequal", "cmpneqsd", false, "a != b" },
  ["not <"] = { "not_less", "cmpnltsd", false, "!(a < b)" },
  ["not <="] = { "not_less_equal", "cmpnlesd", false, "!(a <= b)" },
  ["not >"] = { "not_greater", "cmpnltsd", true, "!(a > b)" },
  ["not >="] = { "not_greater_equal", "cmpnlesd", true, "!(a >= b)" },
}

---The function that makes a mask of a bool.
function M.of(x)
  x.masks.of = true
  return "mask_of"
end

---The function that makes a mask of a comparison of two doubles: `<`, or "not <".
---@param x table
---@param op string
---@return string
function M.compared(x, op)
  local name = "mask_" .. COMPARISONS[op][1]
  x.masks.compared[name] = COMPARISONS[op]
  return name
end

---The function that chooses between two values.
---@param x table
---@param ctype string
---@param blends boolean|nil a double that its own update reads, by a mask that compared doubles
---@return string
function M.choose(x, ctype, blends)
  blends = blends and ctype == "double"
  x.masks[blends and "blends" or ctype] = true
  return (blends and "blend_" or "choose_") .. ctype
end

local INSTRUCTION = [[
/* An instruction of x86-64 on two doubles, as AT&T and as Intel write it. */
#if defined(__GNUC__) && defined(__x86_64__) && !defined(__FRAMAC__)
#if defined(__AVX__)
#define SSE2(name) "v" name " {%1, %0, %0|%0, %0, %1}"
#else
#define SSE2(name) name " {%1, %0|%0, %1}"
#endif
#endif
]]

local MASK_OF = [[
/* All bits set for true. No compiler can see that it is one of two values, so none makes a branch of it. */
static inline uint64_t mask_of(bool yes) {
  uint64_t mask = 0 - (uint64_t)yes;
#if defined(__GNUC__)
  __asm__("" : "+r"(mask));
#endif
  return mask;
}
]]

local COMPARED = [[
static inline uint64_t NAME(double a, double b) {
#if defined(SSE2)
  uint64_t mask;
  __asm__(SSE2("INSTRUCTION") : "+x"(TO) : "x"(FROM));
  memcpy(&mask, &TO, sizeof mask);
  return mask;
#else
  return mask_of(EXPRESSION);
#endif
}
]]

local BLEND = [[
/* `yes` where the mask's bits are set, in the registers of doubles, where a comparison has made it. */
static inline double blend_double(uint64_t mask, double yes, double no) {
#if defined(SSE2)
  double kept;
  memcpy(&kept, &mask, sizeof kept);
  __asm__(SSE2("andpd") : "+x"(yes) : "x"(kept));
  __asm__(SSE2("andnpd") : "+x"(kept) : "x"(no));
  __asm__(SSE2("orpd") : "+x"(yes) : "x"(kept));
  return yes;
#else
  uint64_t a, b;
  memcpy(&a, &yes, sizeof a);
  memcpy(&b, &no, sizeof b);
  a = b ^ ((a ^ b) & mask);
  memcpy(&yes, &a, sizeof a);
  return yes;
#endif
}
]]

local CHOOSE = [[
static inline TYPE choose_TYPE(uint64_t mask, TYPE yes, TYPE no) {
  BITS a, b;
  memcpy(&a, &yes, sizeof a);
  memcpy(&b, &no, sizeof b);
  a = CHOSEN;
  memcpy(&yes, &a, sizeof a);
  return yes;
}
]]

local function print(out, text, values)
  out:block((text:gsub("%u%u%u*", values or {}))):blank()
end

local function sorted(set)
  local list = {}
  for name in pairs(set) do list[#list + 1] = name end
  table.sort(list)
  return list
end

---Prints the functions that were asked for, into x.support.
---@param x table
function M.emit(x)
  local out, compared = x.support, sorted(x.masks.compared)
  if #compared > 0 then
    print(out, INSTRUCTION)
    if not x.masks.of then out:line("#if !defined(SSE2)") end
  end
  if #compared > 0 or x.masks.of then print(out, MASK_OF) end
  if #compared > 0 and not x.masks.of then out:line("#endif"):blank() end
  for i, name in ipairs(compared) do
    local row = x.masks.compared[name]
    if i == 1 then c.comment(out, { "All bits set where the comparison holds; no branch." }) end
    local to, from = "a", "b"
    if row[3] then to, from = from, to end
    print(out, COMPARED, { NAME = name, INSTRUCTION = row[2], TO = to, FROM = from, EXPRESSION = row[4] })
  end
  if x.masks.blends then print(out, BLEND) end
  for _, name in ipairs(sorted(BITS)) do
    if x.masks[name] then
      local bits, chosen = BITS[name], "b ^ ((a ^ b) & mask)"
      if bits ~= "uint64_t" then chosen = ("(%s)(%s)"):format(bits, chosen) end
      print(out, CHOOSE, { TYPE = name, BITS = bits, CHOSEN = chosen })
    end
  end
end

return M
