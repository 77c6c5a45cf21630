-- SPDX-License-Identifier: MIT
-- Names: which identifiers a graph may use. Every name ends up in Lua, C and C++ at once, so a word that is reserved in one
-- of them is refused where it is declared; so are the words that the exported C needs for itself.
--
--   names.check("class", "field", origin)   → error: field 'class': a C++ keyword
--   names.hint("pirce", { "price", "size" }) → " (did you mean 'price'?)"

local c_names = require "flux.c_names"
local origins = require "flux.origin"

local M = {}

local function set(words, why, into)
  for word in words:gmatch("%S+") do into[word] = into[word] or why end
  return into
end

local keyword = {}
set([[and break do else elseif end false for function if in local nil not or repeat return then true until while goto]],
  "a Lua keyword", keyword)
set([[auto case char const continue default double enum extern float inline int long register restrict short signed sizeof
  static struct switch typedef union unsigned void volatile]], "a C keyword", keyword)
set([[alignas alignof and_eq asm bitand bitor bool catch char8_t char16_t char32_t class compl concept consteval constexpr
  constinit const_cast co_await co_return co_yield decltype delete dynamic_cast explicit export friend mutable namespace new
  noexcept not_eq nullptr operator or_eq private protected public reinterpret_cast requires static_assert static_cast template
  this thread_local throw try typeid typename typeof using virtual wchar_t xor xor_eq]], "a C++ keyword", keyword)
set([[int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t NULL INFINITY NAN EOF errno stdin stdout stderr
  assert linux unix complex]], "a name of the C library", keyword)

-- What a callback's parameters mean by themselves (§2).
local parameter = set("self ctx index event", "a reserved parameter", {})

-- Attributes of a node in the model: node.index is the node's index, so a field of that name could not be read as a port.
M.node_attributes = set([[name index graph kind record params params_by_name inputs inputs_by_name callbacks by_role when_all
  every offset missed has_timer origin templates]], "an attribute of a node", {})

-- Files that an export under such a prefix would write over, or hide from its own includes.
local file = set([[assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic
  stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype alloca endian fcntl features pthread
  sched strings unistd]], "the C library has a header of that name", {})
set("main flux_inbox", "the export has a file of that name", file)

local kind_option = set("every offset missed when", "a node option", {})

--- Why `name` cannot be an identifier at all, or nil.
local function not_identifier(name)
  if type(name) ~= "string" then return "a name must be a string, got " .. type(name) end
  if not name:match("^[%a_][%w_]*$") then return "not an identifier (letters, digits and '_', not a digit first)" end
  if name:match("^_") or name:match("__") then return "names with a leading '_' or with '__' are reserved in C" end
  if #name > 63 then return "longer than 63 characters" end
  if keyword[name] then return "reserved: " .. keyword[name] end
  if c_names.is_macro(name) then return "reserved: a macro in C" end
end

local function composed(name)
  if name:match("_$") then return "a name that other names are made of cannot end in '_'" end
end

local rule = {}

function rule.field(name)
  if name:match("^pad_%d+$") then return "reserved: the name of padding" end
end

rule["state field"] = function(name)
  return rule.field(name) or (M.node_attributes[name] and "reserved: " .. M.node_attributes[name])
end

function rule.param(name)
  return rule.field(name) or (kind_option[name] and "reserved: " .. kind_option[name])
    or (parameter[name] and "reserved: " .. parameter[name])
end

rule.input = rule.param
rule.graph = composed

-- What the export's names and files begin with: the graph's name, if nothing else is asked for.
function rule.prefix(name)
  if c_names.words[name .. "_t"] then return ("reserved: the C library has a type '%s_t'"):format(name) end
  return composed(name) or (file[name] and "reserved: " .. file[name])
end

rule.kind = composed
rule.sink = composed
rule.scope = composed

function rule.event(name)
  if name == "End" then return "reserved: the built-in flux.End" end
  return composed(name)
end

function rule.node(name)
  if name:match("^on_") or name:match("^flux_") or name:match("_event$") then
    return "reserved: names that begin with 'on_' or 'flux_' or end in '_event' are the exported C's"
  end
  return composed(name)
end

--- Why `name` is refused as the name of a `what` (field, state field, param, input, node, event, kind, graph, prefix, sink, scope).
---@param name any
---@param what string
---@return string? reason
function M.refused(name, what)
  local reason = not_identifier(name)
  if reason then return reason end
  return rule[what] and rule[what](name)
end

--- Checks a name, blaming `origin`.
---@param name any
---@param what string
---@param origin flux.Origin?
---@return string name
function M.check(name, what, origin)
  local reason = M.refused(name, what)
  if reason then origins.fail(origin, "%s '%s': %s", what, tostring(name), reason) end
  return name
end

--- Edit distance with transpositions (optimal string alignment).
local function distance(a, b)
  local before, last = {}, {}
  for j = 0, #b do last[j] = j end
  for i = 1, #a do
    local row = { [0] = i }
    for j = 1, #b do
      local cost = a:byte(i) == b:byte(j) and 0 or 1
      row[j] = math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
      if i > 1 and j > 1 and a:byte(i) == b:byte(j - 1) and a:byte(i - 1) == b:byte(j) then
        row[j] = math.min(row[j], before[j - 2] + 1)
      end
    end
    before, last = last, row
  end
  return last[#b]
end

--- The candidate that is nearest to a misspelt word, if any is near.
---@param word any
---@param candidates string[]
---@return string?
function M.suggest(word, candidates)
  if type(word) ~= "string" then return nil end
  local best, nearest = nil, math.max(1, math.floor((#word + 1) / 2.5)) + 1
  for _, candidate in ipairs(candidates) do
    local d = distance(word:lower(), candidate:lower())
    if d < nearest and d < #candidate then best, nearest = candidate, d end
  end
  return best
end

--- The suggestion as the end of a message: " (did you mean 'price'?)", or "".
---@param word any
---@param candidates string[]
---@return string
function M.hint(word, candidates)
  local near = M.suggest(word, candidates)
  return near and (" (did you mean '%s'?)"):format(near) or ""
end

--- The keys of a table in an order of their own: numbers, then strings, then the rest by text.
---@param t table
---@return any[]
function M.keys(t)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b)
    local ta, tb = type(a), type(b)
    if ta ~= tb then return ta < tb end
    if ta == "number" or ta == "string" then return a < b end
    return tostring(a) < tostring(b)
  end)
  return keys
end

local as_set = setmetatable({}, { __mode = "k" })

--- Refuses keys of an option table that are not in `known`.
---@param t table
---@param known string[]
---@param what string
---@param origin flux.Origin?
function M.check_keys(t, known, what, origin)
  local is_known = as_set[known]
  if not is_known then
    is_known = {}
    for _, key in ipairs(known) do is_known[key] = true end
    as_set[known] = is_known
  end
  local all_known = true
  for key in pairs(t) do all_known = all_known and is_known[key] end -- the order does not matter here
  if all_known then return end
  for _, key in ipairs(M.keys(t)) do
    if not is_known[key] then
      origins.fail(origin, "%s: unknown key '%s'%s", what, tostring(key), M.hint(key, known))
    end
  end
end

--- The C spelling of an event's name: "BookUpdate" → "book_update".
---@param name string
---@return string
function M.snake(name)
  return (name:gsub("(%l)(%u)", "%1_%2"):gsub("(%u)(%u%l)", "%1_%2"):lower())
end

return M
