-- SPDX-License-Identifier: MIT
-- Records: a declaration of C fields, laid out by C's rules with the padding spelt out.
--
--   local record = types.parse("double price; bool open;", "event 'Tick'")
--   record.size, record.by_name.open.offset            → 16, 8
--   types.ctype(record)()                              → an FFI struct; one type per distinct layout
--
-- FFI types are interned by the text of the struct: LuaJIT's type table is small and never shrinks.

local ffi = require "ffi"
local declaration = require "flux.declaration"
local origins = require "flux.origin"
local symbols = require "flux.symbol"
local values = require "flux.values"

local M = {}

--- Largest record in bytes.
M.MAX_SIZE = 2 ^ 30

local function round_up(n, align)
  return n + (-n) % align
end

--- Lays fields out. record.members lists the struct's members in order, padding included: { c, name, count, field = Field|nil }.
---@param fields flux.Field[]
---@return flux.Record
function M.lay_out(fields)
  local record = { is_record = true, fields = fields, by_name = {}, members = {}, size = 0, align = 1 }
  local pads = 0
  local function pad(to)
    if to > record.size then
      record.members[#record.members + 1] = { c = "uint8_t", name = "pad_" .. pads, count = to - record.size }
      pads, record.size = pads + 1, to
    end
  end
  for i, field in ipairs(fields) do
    local t = values.type[field.type]
    pad(round_up(record.size, t.size))
    field.position, field.offset, field.size = i - 1, record.size, t.size * (field.count or 1)
    record.size = record.size + field.size
    record.align = math.max(record.align, t.size)
    record.by_name[field.name] = field
    record.members[#record.members + 1] = { c = t.c, name = field.name, count = field.count, field = field }
  end
  pad(round_up(record.size, record.align))
  local lines = {}
  for i, m in ipairs(record.members) do
    lines[i] = ("%s %s%s;\n"):format(m.c, m.name, m.count and "[" .. m.count .. "]" or "")
  end
  record.c = table.concat(lines)
  return record
end

--- "line 2, column 5" of a position in a text, and the line with a caret under it.
local function show_position(text, position)
  local before = text:sub(1, position - 1)
  local line = select(2, before:gsub("\n", "")) + 1
  local start = before:match(".*()\n") or 0
  local shown = text:match("^[^\n]*", start + 1)
  local caret = shown:sub(1, position - start - 1):gsub("[^\t]", " ") .. "^"
  return ("line %d, column %d of the text:\n  %s\n  %s"):format(line, position - start, shown, caret)
end

-- Records never change, so equal texts share one; the rule decides which names the text may use.
local parsed = { field = {}, ["state field"] = {}, param = {} }

local function fitting(record, what, origin)
  if record.size > M.MAX_SIZE then origins.fail(origin, "%s: %.0f bytes; at most 2^30 are allowed", what, record.size) end
  return record
end

--- Parses a declaration of C fields; equal texts give the same record.
---@param text string? nil is no fields
---@param what string what is declared, for messages: "event 'Tick'"
---@param origin flux.Origin? whom to blame; default the user's line
---@param rule string? the rule of names: "field" (default), "state field" or "param"
---@return flux.Record
function M.parse(text, what, origin, rule)
  if type(origin) ~= "table" then origin = origins.here() end
  if text ~= nil and type(text) ~= "string" then
    origins.fail(origin, "%s: a declaration is a text such as \"double price, size;\", got %s", what, type(text))
  end
  rule = rule or "field"
  local known = parsed[rule][text or ""]
  if known then return known end
  local function report(position, message)
    origins.fail(origin, "%s: %s, at %s", what, message, show_position(text, position))
  end
  local record = fitting(M.lay_out(declaration.read(text or "", rule, report)), what, origin)
  parsed[rule][text or ""] = record
  return record
end

local joined = {}

local function add_copies(fields, record, internal)
  for _, field in ipairs(record.fields) do
    fields[#fields + 1] = { name = field.name, type = field.type, count = field.count, default = field.default, comment = field.comment,
      internal = internal }
  end
end

--- Parses the two declarations of a state: its results, and behind them the fields that are the node's own (field.internal).
---@param results string?
---@param internal string?
---@param what string "node 'cross'"
---@param origin flux.Origin?
---@return flux.Record
function M.parse_state(results, internal, what, origin)
  local shown = M.parse(results, what .. ": state", origin, "state field")
  if internal == nil then return shown end
  local hidden = M.parse(internal, what .. ": internal", origin, "state field")
  local key = (results or "") .. "\0" .. internal
  if joined[key] then return joined[key] end
  for _, field in ipairs(hidden.fields) do
    if shown.by_name[field.name] then
      origins.fail(origin, "%s: internal: the state has a field '%s' already, and both are read as self.%s", what, field.name, field.name)
    end
  end
  local fields = {}
  add_copies(fields, shown)
  add_copies(fields, hidden, true)
  joined[key] = fitting(M.lay_out(fields), what .. ": state", origin)
  return joined[key]
end

--- The names of a record's fields that others than its node may read, in order.
---@param record flux.Record
---@return string[]
function M.results(record)
  local list = {}
  for _, field in ipairs(record.fields) do
    if not field.internal then list[#list + 1] = field.name end
  end
  return list
end

---Has a record fields that only its node reads?
---@param record flux.Record
---@return boolean
function M.has_internal(record)
  for _, field in ipairs(record.fields) do
    if field.internal then return true end
  end
  return false
end

--- A record without fields.
M.empty = M.lay_out({})

local interned = {}

local function intern(record)
  local entry = interned[record.c]
  if entry then return entry end
  local ctype = ffi.typeof("struct {\n" .. record.c .. "}")
  assert(ffi.sizeof(ctype) == record.size, "size of a record differs from C's")
  for _, field in ipairs(record.fields) do
    assert(ffi.offsetof(ctype, field.name) == field.offset, "offset of a field differs from C's")
  end
  entry = { ctype = ctype, pointer = ffi.typeof("$ *", ctype) }
  interned[record.c] = entry
  return entry
end

--- The FFI struct type of a record; the same object for equal layouts.
---@param record flux.Record
---@return ffi.ctype*
function M.ctype(record)
  return intern(record).ctype
end

--- The FFI type "pointer to the record's struct".
---@param record flux.Record
---@return ffi.ctype*
function M.pointer(record)
  return intern(record).pointer
end

--- Writes a value into a field of an FFI struct; NaN as the canonical one (S18).
local function write(object, field, value, graph)
  if symbols.is(value) then
    assert(graph, "a symbol's id belongs to a graph")
    value = graph:symbol_id(value)
  end
  if value ~= value then
    local address = ffi.cast("uint8_t *", object) + field.offset
    if field.type == "double" then ffi.cast("uint64_t *", address)[0] = 0x7ff8000000000000ULL
    else ffi.cast("uint32_t *", address)[0] = 0x7fc00000 end
  else
    object[field.name] = value
  end
end

--- The bytes that a record starts as: defaults, and zero elsewhere.
---@param record flux.Record
---@param graph flux.Graph? gives ids to defaults that are symbols
---@return string
function M.initial(record, graph)
  if record.size == 0 then return "" end
  local object = M.ctype(record)()
  for _, field in ipairs(record.fields) do
    if field.default ~= nil then write(object, field, field.default, graph) end
  end
  return ffi.string(ffi.cast("char *", object), record.size)
end

--- May a field of this type stand in an event filter?
---@param field flux.Field
---@return boolean
function M.is_filterable(field)
  return not field.count and values.type[field.type].class ~= "float"
end

return M
