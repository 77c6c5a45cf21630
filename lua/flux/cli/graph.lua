-- SPDX-License-Identifier: MIT
-- flux graph: a picture of a graph: as text for Graphviz (dot) or for Markdown pages (mermaid), as svg, or as one html page that shows
-- the dispatch of each event type and plays audit files.
--
--   flux graph graphs/sp500.lua --format mermaid
--   flux graph graphs/sp500.lua --format html -o sp500.html --audit bars.audit --profile sp500.json
local files = require "flux.cli.files"
local graphs = require "flux.cli.graphs"
local main = require "flux.cli.main"

local WRITTEN = { "audit", "profile" }

local M = {}

M.summary = "draw the graph: dot, svg, mermaid, or an html page that plays audit files"
M.description = "Draws events, nodes, sinks and what triggers what. The html page needs no network: it shows the order in which an " ..
  "event type runs the nodes, each node's state, inputs, source and C, a profile as heat, and steps through an audit cycle by cycle."

function M.configure(parser)
  graphs.options(parser)
  parser:option("--format -f", "dot (the default), for Graphviz; svg, through Graphviz; mermaid, for Markdown; html, a page for a " ..
    "browser."):choices { "dot", "svg", "mermaid", "html" }:default "dot"
  parser:option("--output -o", "File to write to (default: standard output)."):argname("FILE")
  parser:option("--audit", "html: an audit of this graph, which the page then carries."):argname("FILE")
  parser:option("--profile", "html: what flux run --profile measured, as heat."):argname("FILE")
end

local function read_all(path)
  local file, problem = io.open(path, "rb")
  if not file then main.fail("cannot open the audit file %s", problem) end
  local bytes = file:read("*a")
  file:close()
  return bytes
end

-- The bytes of an audit file, once it is known to be of this graph and whole, or interrupted.
local function audit_of(resolved, path)
  if not path then return nil end
  local reader, reason = require("flux.audit.file").open(path, resolved)
  if not reader then main.fail("%s", reason) end
  local ok, problem = pcall(function() for _ in reader:records() do end end) -- luacheck: ignore 542
  reader:close()
  if not ok then main.fail("%s", problem) end
  return read_all(path)
end

local function html(graph, args)
  local report, resolved, profile = require("flux.cli.check").report(graph, args.profile)
  return require("flux.picture").html(resolved, report, {
    profile = profile, audit = audit_of(resolved, args.audit), audit_name = args.audit and args.audit:match("[^/]*$"),
  })
end

-- Graphviz lays out; it reads a file, and prints the picture or what is wrong.
local function svg(graph)
  if os.execute("command -v dot >/dev/null 2>&1") ~= 0 then
    main.fail("--format svg needs Graphviz, whose program dot is not there: install the package graphviz; --format html needs nothing")
  end
  local path = os.tmpname()
  local file = assert(io.open(path, "wb"))
  file:write(require("flux.picture.text").dot(graph))
  file:close()
  local pipe = assert(io.popen("dot -Tsvg " .. files.quoted(path), "r"))
  local text = pipe:read("*a")
  pipe:close()
  os.remove(path)
  if not text:find("</svg>", 1, true) then main.fail("Graphviz has drawn nothing; its messages are above") end
  return text
end

local function drawn(graph, args)
  if args.format == "html" then return html(graph, args) end
  for _, option in ipairs(WRITTEN) do
    if args[option] then main.usage("--%s goes into the html page only: add --format html", option) end
  end
  if args.format == "svg" then return svg(graph) end
  return require("flux.picture.text")[args.format](graph)
end

local function save(path, text)
  local file, problem = io.open(path, "wb")
  if not file then main.fail("cannot write %s", problem) end
  local ok, reason = file:write(text)
  if ok then ok, reason = file:flush() end
  file:close()
  if not ok then main.fail("cannot write %s: %s", path, reason) end
end

function M.run(args)
  local graph = graphs.load(args)
  graph:finish()
  local reads = files.of_graph(graph, args.graph, "flux graph")
  for _, option in ipairs(WRITTEN) do
    if args[option] then reads[#reads + 1] = { "--" .. option, args[option] } end
  end
  if args.output then files.distinct(reads, { { "--output", args.output } }) end
  local text = drawn(graph, args)
  if args.output and args.output ~= "-" then save(args.output, text) else io.stdout:write(text) end
  return 0
end

return M
