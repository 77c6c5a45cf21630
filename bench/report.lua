-- SPDX-License-Identifier: MIT
-- bench.report: docs/performance.md, its charts, and the table of figures in the README, from the stored results.
--
--   report.write("bench/results", "docs", print)
--
-- What it costs and against what comes first, and of that what is worse than a goal or a peer; then the parts of the cost; then method
-- and limits. Long tables come after those that matter, so that nothing that was measured is left out.

local ablation = require "bench.report.ablation"
local charts = require "bench.report.charts"
local glance = require "bench.report.glance"
local host = require "bench.host"
local memory = require "bench.report.memory"
local method = require "bench.report.method"
local parts = require "bench.report.parts"
local results = require "bench.report.results"
local size = require "bench.report.size"
local systems = require "bench.report.systems"
local verdict = require "bench.report.verdict"

local M = {}

---All workloads, in the order in which they run.
M.WORKLOADS = { "ladder", "article", "debs", "wingfoil", "sweep", "scale", "counts", "latency", "csv", "start", "math" }

-- What a heading is called in a link, as GitHub does it.
local function anchor(heading) return (heading:lower():gsub("[^%w%s_-]", ""):gsub("%s", "-")) end

-- The headings of a text, as a list of links.
local function contents(text)
  local lines = {}
  for marks, heading in ("\n" .. text):gmatch("\n(##+) ([^\n]+)") do
    if #marks == 2 then
      lines[#lines + 1] = ("* [%s](#%s): "):format(heading, anchor(heading))
    elseif #marks == 3 then
      lines[#lines] = ("%s%s[%s](#%s)"):format(lines[#lines], lines[#lines]:find(": $") and "" or ", ", heading, anchor(heading))
    end
  end
  return (table.concat(lines, "\n"):gsub(": \n", "\n"):gsub(": $", "")) .. "\n"
end

local WIDTH = 120

local function length(text) return #text:gsub("[\128-\191]", "") end -- in characters

-- Prose and lists in lines of WIDTH characters or so; tables, headings and pictures as they are.
local function wrapped(text)
  local out, words, indent = {}, {}, ""
  local function flush()
    local line = ""
    for _, word in ipairs(words) do
      if #line > #indent and length(line) + length(word) >= WIDTH then
        out[#out + 1], line = line, indent
      end
      line = line .. (#line > #indent and " " or "") .. word
    end
    if #words > 0 then out[#out + 1] = line end
    words, indent = {}, ""
  end
  for line in (text .. "\n"):gmatch("(.-)\n") do
    local bullet = line:match("^%* ")
    local plain = line:find("^[^|#!<%s]") or line:find("^  %S") and #words > 0
    if bullet or not plain then flush() end
    if bullet then
      indent = "  "
      words[1], line = "* " .. line:match("^%* (%S*)"), line:gsub("^%* %S*", "")
    end
    if plain then
      for word in line:gmatch("%S+") do words[#words + 1] = word end
    else
      out[#out + 1] = line
    end
  end
  flush()
  return table.concat(out, "\n") .. "\n"
end

local HEAD = [[
# Performance

Written by `./flux bench` from the results in `bench/results/`. `median (least–most)` of all rounds; *once*: one round; *counted*:
instructions and the like, which do not vary. Smaller is better, but in MB/s; a ratio `ours ÷ theirs` below 1 is for ours. Times are ns
an event where nothing else is said.

* *exported*: the C that `flux export` writes. *typed entry*: one call per event; *batch entry*: one call per 1,024 events; *dispatch*: one
  call for any type of event; *with a profile*: written knowing which nodes stop events unpredictably. *by*: the compiler; "lua" where the
  graph is driven from Lua, "own" where an engine brings its own.
* *luajit backend*, *table backend*, *native backend*: the same graph run from Lua, as generated Lua, from a table, as compiled C.
* *by hand*, *hand-guarded*, *inlined*: what an expert writes for the same work ([bench/hand](../bench/hand)).
]]

local function page(r, chart)
  local body = table.concat({
    "## What it costs, and against what\n",
    verdict.worse(r), verdict.peers(r), verdict.met(r), systems.ladder(r, chart), systems.debs(r, chart), systems.wingfoil(r, chart),
    "## Where the time goes\n",
    parts.capabilities(r, chart), memory.section(r), parts.filtering(r), ablation.section(r), size.sweep(r, chart), size.scale(r, chart),
    parts.counts(r), parts.latency(r, chart), parts.input(r), parts.mathematics(r), systems.rest(r), ablation.rest(r),
    parts.article_rest(r),
    method.section(r),
  }, "\n")
  local text = table.concat({ HEAD, verdict.sentence(r), "", glance.chart(r, chart), contents(body), body }, "\n")
  return wrapped((text:gsub("\n\n\n+", "\n\n"):gsub("%s+$", "")))
end

---The short table for the README.
function M.figures(r)
  local rows = {}
  local function add(what, row, opponent, name)
    local ratio = row and row.against[opponent]
    if ratio then rows[#rows + 1] = { what, results.value(row), ("%s × %s"):format(results.ratio(row, opponent), name) } end
  end
  for _, input in ipairs { "periodic", "random" } do
    local what = ("ten nodes, %s, one call an event"):format(input)
    add(what, r:row("ladder", input, "exported, typed entry", "gcc"), "hand-guarded", "hand-guarded C")
  end
  local batch = r:row("ladder", "random", "exported with a profile, batch entry", "gcc")
  add("ten nodes, random, batch with a profile", batch, "inlined-branch", "inlined C with a branch")
  add("ten nodes, random, batch with a profile", batch, "inlined-mask", "inlined C without one")
  add("chain of 100", r:row("debs", "deep 100", "exported, typed entry", "gcc"), "fluxtion, stream clock", "Fluxtion")
  add("diamond of 101", r:row("debs", "diamond 101", "exported, typed entry", "gcc"), "fluxtion, stream clock", "Fluxtion")
  local worst, at
  for _, row in ipairs(r:rows("debs", nil, "exported, typed entry", "gcc")) do
    local ratio = row.against["fluxtion, stream clock"]
    if ratio and (not worst or ratio.median > worst.against["fluxtion, stream clock"].median) then worst, at = row, row.case end
  end
  add(("the worst of Fluxtion's dimensions, %s"):format(at or ""), worst, "fluxtion, stream clock", "Fluxtion")
  local fanout = r:row("wingfoil", "fanout 103", "result only, batch entry", "gcc")
  add("fan-out of 103, result only, batch", fanout, "wingfoil compiled", "wingfoil")
  add("ten nodes, random, LuaJIT", r:row("ladder", "random", "luajit backend"), "fluxtion wall", "Fluxtion as it comes")
  if #rows == 0 then return nil end
  return results.table({ "exported C (gcc), or as it says", "ns an event (min–max)", "median ratio (min–max)" }, rows)
end

local BEGIN, END = "<!-- figures: written by flux bench -->\n", "<!-- end of figures -->"

local function write_readme(r)
  local path = host.path("README.md")
  local text, figures = host.read(path), M.figures(r)
  local first, last = text:find(BEGIN, 1, true)
  local stop = first and text:find(END, last, true)
  if not (stop and figures) then return end
  local file = assert(io.open(path, "w"))
  file:write(text:sub(1, last), "\n", figures, "\n", text:sub(stop))
  file:close()
end

---Renders everything.
---@param from string directory of results
---@param docs string directory of performance.md
---@param say fun(format: string, ...)
---@param readme? boolean the README too
function M.write(from, docs, say, readme)
  local r = results.load(from, M.WORKLOADS)
  if #r.list == 0 then return say("no results in %s: nothing to render", from) end
  local drawn = charts.available()
  if not drawn then say("gnuplot is not here: the page is written without new charts") end
  os.execute(("mkdir -p '%s/performance'"):format(docs))
  local function chart(name, draw)
    if drawn then
      local ok, problem = pcall(draw, ("%s/performance/%s.svg"):format(docs, name))
      if not ok then say("chart %s: %s", name, tostring(problem)) end
      if problem == false then return "" end -- there was nothing to draw
    end
    return ("![%s](performance/%s.svg)\n"):format(name:gsub("_", " "), name)
  end
  local path = docs .. "/performance.md"
  local text = page(r, chart)
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
  if readme then write_readme(r) end
  say("%s", path)
end

return M
