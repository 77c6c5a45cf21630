-- SPDX-License-Identifier: MIT
-- The C side of spec.support.body_both: hooks for the emitter, types of a unit's memory, arguments of its wrapper.

local mathlib = require "flux.export.mathlib"

local M = {}

M.preamble = [[
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
enum { FLUX_ARREST = 0, FLUX_DIRTY = 1 };
typedef struct body_spec_log { int count; int line; double index; int64_t entries[64]; } body_spec_log;
static inline int log_double(body_spec_log *log, double value) {
  const union { double value; int64_t bits; } word = { value };
  log->entries[log->count++ & 63] = value == value ? word.bits : 0x7ff8;
  return 0;
}
static inline int log_integer(body_spec_log *log, int64_t value) {
  log->entries[log->count++ & 63] = value;
  return 0;
}
static inline int fail(body_spec_log *log, int line, double index) {
  log->line = line;
  log->index = index;
  return -7;
}
]] .. mathlib.cdef()

-- What the units of one file share: types of one layout, helper functions of one text. Whatever is new goes to shared.parts.
function M.shared() return { parts = {}, types = {}, functions = {}, helpers = {}, count = 0 } end

local function type_of(shared, record)
  local layout = #record.fields == 0 and "char empty; " or record.c
  if not shared.types[layout] then
    shared.count = shared.count + 1
    shared.types[layout] = ("layout_%d"):format(shared.count)
    shared.parts[#shared.parts + 1] = ("typedef struct { %s} %s;"):format(layout, shared.types[layout])
  end
  return shared.types[layout]
end

-- C names and hooks of one unit.
function M.c_names(unit, number, shared)
  return {
    function_name = ("u%d_body"):format(number), self_type = type_of(shared, unit.env.self),
    event_type = function() return type_of(shared, unit.env.event.record) end,
    node_type = function(node) return type_of(shared, node.record) end,
    context = "body_spec_log *",
    math = function(fn) return mathlib.by_name[fn] and "flux_" .. fn or fn == "abs" and "fabs" or fn end,
    symbol = unit.symbol,
    helper = function(name)
      shared.helpers[name] = true
      return "flux_" .. name
    end,
    fn = function(fn) return unit.fn_names[fn] or fn.name end,
    wall = function() return "INT64_C(777)" end,
    cancel = function() return "log_integer(ctx, -99)" end,
    after = function(text) return ("log_integer(ctx, %s)"):format(text) end,
    fail_index = function(site, index) return ("fail(ctx, %d, %s)"):format(site.line, index) end,
    post = function(_, fields)
      local parts = { "log_integer(ctx, 1000)" }
      for _, f in ipairs(fields) do
        local integer = f.field.type ~= "double" and f.field.type ~= "float"
        parts[#parts + 1] = ("log_%s(ctx, %s)"):format(integer and "integer" or "double",
          (integer and "(int64_t)(%s)" or "%s"):format(f.text))
      end
      return table.concat(parts, " | ")
    end,
  }
end

---The name of a helper function, which is written when its text is new.
function M.helper_function(shared, text, name)
  if not shared.functions[text] then
    shared.count = shared.count + 1
    shared.functions[text] = ("%s_%d"):format(name, shared.count)
    shared.parts[#shared.parts + 1] = (text:gsub("%f[%w_]" .. name .. "%(", shared.functions[text] .. "(", 1))
  end
  return shared.functions[text]
end

-- How the wrapper takes each argument out of its array of pointers.
function M.wrapper_argument(arg, i, names)
  local cell = ("a[%d]"):format(i - 1)
  local what = arg.what
  if what == "self" then return ("(%s *)%s"):format(names.self_type, cell) end
  if what == "event" then return ("(const %s *)%s"):format(names.event_type(), cell) end
  if what == "list" then return ("(const %s *const *)%s"):format(arg.field.type == "symbol" and "uint32_t" or arg.field.type, cell) end
  if what == "now" or what == "cycle" then return ("*(int64_t *)%s"):format(cell) end
  if what == "ticked" or what == "valid" then return ("*(bool *)%s"):format(cell) end
  if what == "index" then return ("*(int *)%s"):format(cell) end
  if what == "ctx" then return "(body_spec_log *)" .. cell end
  local element = arg.input.elements[1]
  if not element.field then return ("(const %s *)%s"):format(names.node_type(element.node), cell) end
  return ("*(%s *)%s"):format(element.field.type == "symbol" and "uint32_t" or element.field.type, cell)
end

return M
