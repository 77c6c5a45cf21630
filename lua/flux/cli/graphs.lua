-- SPDX-License-Identifier: MIT
-- What the commands that take a graph share: loading the script, its inputs, and `--set`.
--
--   graphs.options(parser)                       -- GRAPH, --set
--   local graph = graphs.load(args)              -- the Graph that the script returns, parameters set
--   local inputs = graphs.inputs(graph, args)    -- list of { event, file, format = where it is said }
local adapters = require "flux.adapters"
local main = require "flux.cli.main"
local M = {}

---Adds the graph argument and --set.
---@param parser table argparse parser
function M.options(parser)
  parser:argument("graph", "Lua script that returns a graph.")
  parser:option("--set", "Set a parameter of a node. May be given several times."):argname("NODE.PARAM=VALUE"):count("*")
end

---Adds --input and --on-bad-row.
---@param parser table
function M.input_options(parser)
  parser:option("--input -i", "Read events of this type from a file (CSV, or JSON Lines when it ends in .jsonl or jsonl: is put in " ..
    "front; - is standard input). Several inputs merge by time, ties in the order given. Replaces the graph's default inputs.")
    :argname("EVENT=FILE"):count("*")
  parser:option("--on-bad-row", "What to do with a row that cannot be read: stop (the default), or skip it and count.")
    :choices { "stop", "skip" }
end

local function names(list)
  local out = {}
  for i, item in ipairs(list) do out[i] = item.name end
  return table.concat(out, ", ")
end

---@param text string "left=right"
---@param option string for the message
---@return string left
---@return string right
function M.pair(text, option)
  local left, right = text:match("^([^=]+)=(.+)$")
  if not left then main.usage("--%s %s: expected NAME=VALUE", option, text) end
  return left, right
end

---@param graph table
---@param name string
---@param option string
---@return table node
function M.node(graph, name, option)
  local node = graph.by_name[name]
  if not node then main.usage("--%s: graph '%s' has no node '%s'; it has: %s", option, graph.name, name, names(graph.nodes)) end
  return node
end

local function set(graph, text)
  local left, value = M.pair(text, "set")
  local node, param = left:match("^([^.]+)%.([^.]+)$")
  if not node then main.usage("--set %s: expected NODE.PARAM=VALUE", text) end
  local ok, reason = pcall(graph.set_param, graph, M.node(graph, node, "set"), param, value)
  if not ok then main.usage("--set %s: %s", text, (tostring(reason):gsub("^.-: ", "", 1))) end
end

---@param args table parsed arguments: graph, set
---@return table graph
function M.load(args)
  local path = args.graph
  local chunk, reason = loadfile(path)
  if not chunk then
    local file = io.open(path, "rb")
    if not file then main.fail("cannot open the graph %s: no such file", path) end
    local text = file:read "*a"
    file:close()
    main.fail("%s", text and require("flux.body.syntax").refusal(path, text, reason).message or reason)
  end
  local graph = chunk()
  if type(graph) ~= "table" or not graph.nodes then
    main.fail("%s: a graph script ends with `return g`, the graph that flux.graph made; this one returns %s", path,
              graph == nil and "nothing" or "a " .. type(graph))
  end
  for _, text in ipairs(args.set or {}) do set(graph, text) end
  return graph
end

---@param graph table
---@param name string
---@param option string|nil for the message
---@return table event
function M.event(graph, name, option)
  for _, event in ipairs(graph.events) do
    if event.name == name then return event end
  end
  return main.usage("--%s: graph '%s' handles no event '%s'; it handles: %s", option or "input", graph.name, name, names(graph.events))
end

-- What cannot be read at all, or not twice.
local function check_sources(inputs, args)
  local piped
  for i, input in ipairs(inputs) do
    if input.file == "unix:" then main.usage("--input %s: expected the path of a socket: unix:PATH", args.input[i]) end
    if input.file == "-" and piped then main.usage("--input %s: standard input can be read only once", args.input[i]) end
    piped = piped or input.file == "-"
  end
end

---The files to read: those of --input, or else the graph's default inputs.
---@param graph table
---@param args table
---@return table[] inputs { event, file, format = "csv"|"jsonl"|nil }
function M.inputs(graph, args)
  local inputs = {}
  for i, text in ipairs(args.input or {}) do
    local name, file = M.pair(text, "input")
    local path, format = adapters.source(file)
    inputs[i] = { event = M.event(graph, name), file = path, format = format }
  end
  if inputs[1] then
    check_sources(inputs, args)
    return inputs
  end
  for i, default in ipairs(graph.default_inputs) do inputs[i] = { event = default.event, file = default.file } end
  return inputs
end

---flux.End, when a node of the graph handles it (S17).
---@param graph table
---@return table? event
function M.end_event(graph)
  local flux = require "flux"
  for _, event in ipairs(graph.events) do
    if event == flux.End then return event end
  end
  return nil
end

---The backend that --backend names.
---@param parser table
function M.backend_option(parser)
  parser:option("--backend -b", "table walks the dispatch table (the default), luajit runs generated Lua, native runs the exported C.")
    :choices { "table", "luajit", "native" }:default "table"
end

---@param text string? an ISO 8601 time or an integer
---@param option string
---@return ffi.cdata*? nanoseconds
function M.time(text, option)
  if not text then return nil end
  local at, reason = require("flux.adapters.time").parse(text)
  if not at then main.usage("--%s %s: not a time: %s", option, text, reason) end
  return at
end

return M
