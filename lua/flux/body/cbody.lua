-- SPDX-License-Identifier: MIT
-- C bodies: flux.c (the body of a function, as text) and flux.cfile (a function of a file).
--
-- Of C only tokens are read: which arguments a text mentions, which functions of the context it calls, whether it can arrest.

local assumed = require "flux.body.assumed"
local ctext = require "flux.body.ctext"
local origins = require "flux.origin"
local refuse = require "flux.body.refuse"

local ASKED = { "ticked", "valid" }

local M = {}

---What reads element i of a list in C: `xs(i)` of ports, `xs_value(i)` of nodes.
function M.reader_name(input, field)
  return input.elements[1].field and input.name or ("%s_%s"):format(input.name, field.name)
end

local function read_file(source)
  local file = io.open(source.file, "rb")
  if not file then
    refuse.near(source.origin, ("the C file '%s' cannot be read"):format(source.file), "paths are relative to the script")
  end
  local text = file:read "*a"
  file:close()
  return text
end

-- Where a text begins in the file that names it, of its occurrences the one nearest to where it was given: the line, and as much
-- white space as stands before it in columns.
local function first_line(text, origin)
  local file = io.open(origins.absolute(origin.file), "rb")
  local whole = file and file:read "*a" or ""
  if file then file:close() end
  local best, lead, from = nil, "", 1
  while text ~= "" do
    local pos = whole:find(text, from, true)
    if not pos then break end
    local line = ctext.line(whole, pos)
    if not best or math.abs(line - origin.line) < math.abs(best - origin.line) then
      best, lead = line, whole:sub(1, pos - 1):match("[^\n]*$"):gsub("[^\t]", " ")
    end
    from = pos + 1
  end
  return best or origin.line, lead
end

-- A text's own #line would hide where it stands.
local function check_line_directives(text, place)
  local pos = ("\n" .. text):find "\n[ \t]*#[ \t]*line%f[^%w_]" or ("\n" .. text):find "\n[ \t]*#[ \t]*%d"
  if not pos then return end
  refuse.near({ file = place.file, line = place.line + ctext.line(text, pos) - 1 }, "#line in a C body, whose lines are the script's",
    "remove it, or put the function into a file of its own: flux.cfile")
end

local function check_braces(text, place)
  local pos, reason = ctext.unbalanced(text)
  if not pos then return end
  refuse.near({ file = place.file, line = place.line + ctext.line(text, pos) - 1 }, "unbalanced braces in the C body: " .. reason)
end

local function observed(env, tokens, what)
  local list = {}
  for _, input in ipairs(assumed.sorted_inputs(env)) do
    if tokens[("flux_%s_%s"):format(what, input.name)] then list[#list + 1] = input end
  end
  return list
end

local function posted(env, tokens)
  local list = {}
  for _, event in ipairs(env.graph and env.graph.events or {}) do
    if tokens["flux_post_" .. event.name] then list[#list + 1] = event end
  end
  return list
end

-- Names of events that the text posts, whether or not the graph knows them yet.
local function posted_names(tokens)
  local names = {}
  for token in pairs(tokens) do names[#names + 1] = token:match "^flux_post_([%w_]+)$" end
  table.sort(names)
  return names
end

-- Functions of ctx that need to know which node runs, or which input is meant: a file is shared, so it cannot name them.
local function check_shared(tokens, text, file)
  local first
  for name in pairs(tokens) do -- the smallest: the order does not matter
    local of_node = name == "flux_after" or name == "flux_cancel" or name:match "^flux_ticked_" or name:match "^flux_valid_"
    if of_node and (not first or name < first) then first = name end
  end
  if not first then return end
  refuse.near({ file = file, line = ctext.line(text, ctext.find(text, first)) }, first .. " in a C file, which several nodes may share",
    "write this callback with flux.c[[ … ]]")
end

local function check_calls(env, tokens, text, place)
  local function refuse_at(name, reason, advice)
    refuse.near({ file = place.file, line = place.line + ctext.line(text, ctext.find(text, name)) - 1 }, reason, advice)
  end
  for _, name in ipairs(posted_names(tokens)) do
    local whole = "flux_post_" .. name
    if env.role == "stop" then refuse_at(whole, whole .. " in `stop`: nothing runs afterwards") end
    local known = false
    for _, event in ipairs(env.graph and env.graph.events or {}) do known = known or event.name == name end
    if env.graph and not known then refuse_at(whole, ("no node handles event type '%s'"):format(name)) end
  end
end

-- The arguments of a body given as text: what it mentions, self and the event first.
local function text_arguments(env, tokens, text)
  local args, reads = {}, {}
  if tokens.self then args[1] = { what = "self" } end
  if env.event and tokens.event then args[#args + 1] = { what = "event" } end
  for _, input in ipairs(assumed.sorted_inputs(env)) do
    if input.list then
      for _, field in ipairs(assumed.fields_of(input)) do
        local name = M.reader_name(input, field)
        -- `xs_n` alone is the length.
        if tokens[name] and (name ~= input.name .. "_n" or text:find(name .. "%s*%(")) then
          args[#args + 1] = { what = "list", input = input, field = field }
          reads[input.name] = assumed.all_fields(input)
        end
      end
    elseif tokens[input.name] then
      args[#args + 1] = { what = "input", input = input }
      reads[input.name] = assumed.all_fields(input)
    end
  end
  if env.indexed and tokens.index then args[#args + 1] = { what = "index" } end
  for _, what in ipairs(ASKED) do
    for _, input in ipairs(observed(env, tokens, what)) do args[#args + 1] = { what = what, input = input } end
  end
  if tokens.ctx then args[#args + 1] = { what = "ctx" } end
  return args, reads
end

-- The arguments of a function of a file: its parameters say by name what they want.
local function function_arguments(source, env, fn, text)
  local args, reads = {}, {}
  for i, name in ipairs(fn.parameters) do
    local input = env.inputs and env.inputs[name]
    if name == "self" or name == "ctx" or name == "event" and env.event or name == "index" and env.indexed then
      args[i] = { what = name }
    elseif not input or input.list then
      refuse.near({ file = source.file, line = ctext.line(text, fn.pos) },
        input and ("%s: input '%s' is a list"):format(source.function_name, name)
          or ("%s: this node has no input '%s'"):format(source.function_name, name),
        input and "read lists with flux.c[[ … ]]" or "parameters are self, event, index, ctx and the node's inputs, by name")
    else
      args[i] = { what = "input", input = input }
      reads[name] = assumed.all_fields(input)
    end
  end
  return args, reads
end

local function has_arg(args, what)
  for _, arg in ipairs(args) do
    if arg.what == what then return true end
  end
  return false
end

---The Body of a C text.
---@param source table
---@param env table
---@return table
function M.compile(source, env)
  local text = source.text or read_file(source)
  local place = { file = source.file, line = 1, lead = "" }
  if source.text then
    place.file = source.origin.file
    place.line, place.lead = first_line(text, source.origin)
    check_line_directives(text, place)
  end
  check_braces(text, place)
  local tokens = ctext.names(text)
  local args, reads, fn
  if source.text then
    args, reads = text_arguments(env, tokens, text)
  else
    fn = ctext.fn(text, source.function_name)
    if not fn then
      refuse.near(source.origin, ("the C file '%s' defines no function '%s'"):format(source.file, source.function_name))
    end
    check_shared(tokens, text, source.file)
    args, reads = function_arguments(source, env, fn, text)
    if not has_arg(args, "ctx") then tokens = {} end -- what other functions of the file reach is not this one's
  end
  check_calls(env, tokens, text, place)
  local verdict = assumed.verdicts[env.role] or false
  local returns = tokens["return"] or fn and not fn.is_void or false
  local names = posted_names(tokens)
  local facts = {
    always_dirty = not verdict or not returns, never_dirty = false, may_fail = returns or #names > 0,
    reads_now = tokens.flux_now or false, reads_wall = tokens.flux_wall or false, reads_cycle = tokens.flux_cycle or false,
    ticked = observed(env, tokens, "ticked"), valid = observed(env, tokens, "valid"), posts = posted(env, tokens), post_names = names,
    may_post = #names > #posted(env, tokens), arms = tokens.flux_after or tokens.flux_cancel or false, reads = reads,
    writes = has_arg(args, "self") and assumed.all_names(env.self) or {}, pure_tail = false,
  }
  return { language = "c", origin = source.origin, text = text, place = place, tokens = tokens, args = args, facts = facts, functions = {},
    event = env.event, inputs = env.inputs, verdict = verdict, c_file = fn and source.file or nil,
    c_function = fn and source.function_name or nil, c_head = fn and fn.head or nil, c_void = fn and fn.is_void or nil }
end

return M
