-- SPDX-License-Identifier: MIT
-- flux.export.apart: why the values of a field have no function in common, in the script's own terms: for flux.export.explain.
--
-- What is alike is decided by the text (flux.alike). Here the first words that differ are traced back to what the script declares: a
-- sink, a copy that flux.prev reads, a timer, a list, a constant in a body. What is none of these is shown as the C that it became.
--
--   apart.text(x, x.apart[entry])   --> "1 and 2 differ: each has a sink of its own, 'out1' and 'out2'"

local M = {}

-- Marks as the names that they stand for.
local function readable(x, it, text)
  return (text:gsub("\1(%a)(%d+)\2", function(letter, i)
    local number = it.numbers[letter][tonumber(i)]
    if letter ~= "c" then return x.names.member[x.resolved.order[number]] end
    for _, callback in ipairs(x.callback_list) do
      if callback.index == number then return x.callbacks[callback].id end
    end
  end):gsub("^%s+", ""))
end

local function lines_of(text)
  local list = {}
  for line in text:gmatch("[^\n]+") do list[#list + 1] = line end
  return list
end

local function words_of(line)
  local list = {}
  for word in line:gmatch("[%w_\1\2]+") do list[#list + 1] = word end
  return list
end

-- The first lines that differ, and the first words in them: { line, word, before }, each.
local function difference(one, other)
  local these, those = lines_of(one), lines_of(other)
  for i = 1, math.max(#these, #those) do
    if these[i] ~= those[i] then
      local a, b = words_of(these[i] or ""), words_of(those[i] or "")
      local k = 1
      while a[k] and a[k] == b[k] do k = k + 1 end
      return { line = these[i], word = a[k], before = a[k - 1] }, { line = those[i], word = b[k], before = b[k - 1] }
    end
  end
end

-- What words of the printed C stand for: { what, name, of = callbacks by node }.
local function meanings(x)
  local of = {}
  for _, callback in ipairs(x.callback_list) do
    local name = x.callbacks[callback].name
    of[name] = of[name] or { what = "callback", first = callback, of = {} }
    of[name].of[callback.node] = callback
  end
  for _, sink in ipairs(x.graph.sinks) do of[x.names.sink[sink]] = { what = "sink", name = sink.name } end
  for _, reader in ipairs(x.readers) do of[reader.name] = { what = "list", name = reader.input.name } end
  for fn, name in pairs(x.shared_functions) do -- names are different: the order does not matter
    if type(fn) == "table" then of[name] = { what = "helper", name = fn.name or name } end
  end
  return of
end

-- What a line of a text with marks runs: its sink's name, or its callback.
local function run_by(x, of, it, line)
  for _, word in ipairs(words_of(line or "")) do
    local meaning = of[word]
    if meaning and meaning.what == "sink" then return meaning.name, nil end
    if meaning and meaning.what == "callback" then
      local i = line:match("\1m(%d+)\2")
      local node = i and x.resolved.order[it.numbers.m[tonumber(i)]]
      return nil, meaning.of[node] or meaning.first
    end
  end
end

local function quoted(...) return ("'%s' and '%s'"):format(...) end

-- What the script calls a callback, without the values of its filter.
local function role_text(callback)
  if callback.role == "handler" then return "on " .. callback.event.name end
  return callback.role == "input" and "on " .. callback.input.name or callback.role
end

local function is_same_role(one, other)
  return role_text(one) == role_text(other)
end

-- Why two callbacks have not the same function.
local function of_callbacks(x, of, one, other)
  local this, that = x.callbacks[one], x.callbacks[other]
  local nodes = quoted(one.node.name, other.node.name)
  if not (this.text and that.text) then return ("the %s of %s are functions of the host of their own"):format(role_text(one), nodes) end
  local function bare(info, node)
    local head, rest = info.text:gsub("%f[%w_]" .. info.name .. "%f[^%w_]", "f"):match("^([^{]*)(.*)$")
    return head:gsub("%s+", " "):gsub(x.names.struct_type[node] .. " %*self", "own *self"), rest
  end
  local head, body = bare(this, one.node)
  local other_head, other_body = bare(that, other.node)
  local a, b = difference(body, other_body)
  if not a then
    if one.node.record.c ~= other.node.record.c then return ("the states of %s have not the same fields"):format(nodes) end
    return nodes .. (head == other_head and " are not declared by one loop" or " read nodes that are not of one type")
  end
  local line = a.line or ""
  if line:find("arm(ctx, ", 1, true) or line:find("cancel(ctx, ", 1, true) then
    return ("%s have a one-shot timer each (ctx.after)"):format(nodes)
  end
  local it = of[a.word or ""]
  if it and it.what == "list" then return ("%s read a list each, input '%s'"):format(nodes, it.name) end
  if it and it.what == "helper" then return ("%s call functions '%s' that are not the same"):format(nodes, it.name) end
  local function said(word) return (word.line or ""):gsub("^%s+", "") end
  return ("the %s of '%s' says `%s`, that of '%s' `%s`"):format(role_text(one), one.node.name, said(a), other.node.name, said(b))
end

-- Why two texts differ, which are printed of all steps that a value reaches.
local function of_texts(x, why)
  local of, one, other = meanings(x), why.one, why.other
  local a, b = difference(one.bare, other.bare)
  local sink, callback = run_by(x, of, one, a.line)
  local other_sink, other_callback = run_by(x, of, other, b.line)
  if sink and other_sink then return "each has a sink of its own, " .. quoted(sink, other_sink) end
  if a.before == "prev" and b.before == "prev" then return "flux.prev reads a copy for each, " .. quoted(a.word, b.word) end
  if a.before == why.field.name and b.before == a.before then return ("a filter asks for more than %s"):format(a.before) end
  local is_own = callback and other_callback and x.callbacks[callback].name ~= x.callbacks[other_callback].name
  if is_own and is_same_role(callback, other_callback) then return of_callbacks(x, of, callback, other_callback) end
  if callback and callback == other_callback and readable(x, one, a.line) == readable(x, other, b.line) then
    return ("both run '%s' (%s), which reads nodes of one of them"):format(callback.node.name, role_text(callback))
  end
  local function runs(it, line, its_sink, its_callback)
    if its_sink then return ("sink '%s'"):format(its_sink) end
    if its_callback and callback ~= other_callback then return ("'%s' (%s)"):format(its_callback.node.name, role_text(its_callback)) end
    return line and ("`%s`"):format(readable(x, it, line)) or "nothing more"
  end
  return ("the one runs %s, the other %s"):format(runs(one, a.line, sink, callback), runs(other, b.line, other_sink, other_callback))
end

local function of_slot(x, why)
  local slot = why.slot
  if slot.letter ~= "m" then return "what the audit calls their nodes does not go on by equal steps" end
  local function member(it) return x.names.member[x.resolved.order[it.numbers.m[slot.i]]] end
  return ("the states of %s are not at the distance that others have"):format(quoted(member(why.one), member(why.other)))
end

-- A value as the script says it.
local function value_text(x, condition)
  for _, symbol in ipairs(condition.field.type == "symbol" and x.graph.symbols or {}) do
    if x.graph:symbol_id(symbol) == condition.value then return symbol.text end
  end
  return (tostring(condition.value):gsub("U?LL$", ""))
end

---Why the values have no function in common, or the first of those that stay apart.
---@param x table
---@param why table of flux.export.values or values_text
---@return string
function M.text(x, why)
  if why.steps then return ("one for several would have %d steps, the plain form has %d"):format(why.steps, why.plain) end
  local first = value_text(x, why.condition)
  if why.length then return ("%s wakes %d steps, and a function has %d at most"):format(first, why.length, why.most) end
  if why.line then
    local text = readable(x, why.one, why.line)
    local saved = text:match("^save_([%w_]+)%(")
    if saved then return ("%s: on_error = \"rollback\" saves '%s' by itself"):format(first, saved) end
    return ("%s: `%s` is there for its node alone"):format(first, text)
  end
  local second = value_text(x, why.other_condition)
  return ("%s and %s differ: %s"):format(first, second, why.slot and of_slot(x, why) or of_texts(x, why))
end

return M
