-- SPDX-License-Identifier: MIT
-- bench.report.charts: SVG charts by gnuplot.
--
--   charts.bars(path, { title = …, note = …, unit = …, groups = { { title = …, rows = { { label, color, { summary, … } } … } } … } })
--   charts.dots(path, { title = …, unit = …, series = { { name, color, hollow } … }, rows = { { label, { [series] = summary } } … } })
--   charts.lines(path, { title = …, x = …, y = …, log = "xy", lines = { { name = …, points = { { x, y, low, high } … } } … } })
--   charts.panels(path, { title = …, columns = 2, panels = { lines, lines … } })
--
-- Each returns false, and draws nothing, where there is nothing to draw.
--
-- A summary is { median, min, max }: whiskers run from min to max. One colour a system, everywhere: flux blue, by hand grey, peers warm.
-- Compilers are a pair: gcc full, clang pale, hollow or dashed.

local host = require "bench.host"
local report = require "bench.report.results"

local M = {}

M.COLORS = {
  flux = "#1f6feb", dark = "#0b3d91", lua = "#2da44e", hand = "#6e7781", peer = "#d1632a", other = "#e3b341",
}

---What a chart of bars says under its title.
M.PAIRS = "pairs: gcc above, clang (pale) below; whiskers: least and most of all rounds"

local GREY, INK, FAINT = "#57606a", "#24292f", "#d8dee4"

local function quoted(text) return '"' .. tostring(text):gsub('["\\]', "\\%0"):gsub("_", "\\\\_") .. '"' end

-- The colour, half way to white.
local function pale(color)
  return (color:gsub("%x%x", function(part) return ("%02x"):format(math.floor((tonumber(part, 16) + 255) / 2)) end))
end

---Is gnuplot here?
function M.available() return select(2, host.run("command -v gnuplot")) end

local Script = {}
Script.__index = Script

function Script:add(format, ...) self[#self + 1] = select("#", ...) > 0 and format:format(...) or format end

local function script(path, width, height)
  local self = setmetatable({ path = path }, Script)
  self:add("set terminal svg size %d,%d dynamic background '#ffffff' font 'sans-serif,13' enhanced", width, height)
  self:add("set output %s", host.quote(path))
  self:add("set border 3 lc rgb '%s'", GREY)
  self:add("set errorbars small")
  self:add("set tics nomirror tc rgb '%s'", INK)
  self:add("set grid x lc rgb '%s' lt 1", FAINT)
  return self
end

local function bare(text) return quoted(text):sub(2, -2) end

local WIDTH = 820

-- A title across the whole picture of a height, a smaller line under it, and a key across it (`keys`: how many entries, in two rows where
-- they are many); everything else lies below.
function Script:head(chart, height, keys)
  local function at(pixels) return 1 - pixels / height end
  self:add('set label "{/:Bold %s}" at screen 0.5, screen %g center font "sans-serif,15" tc rgb "%s"', bare(chart.title), at(18), INK)
  if chart.note then
    self:add('set label "%s" at screen 0.5, screen %g center font "sans-serif,11" tc rgb "%s"', bare(chart.note), at(40), INK)
  end
  if keys then
    self:add("set key at screen 0.5, screen %g center top horizontal maxrows %d samplen 2 font 'sans-serif,11' tc rgb '%s'", at(32),
      keys > 3 and 2 or 1, INK)
  end
  self:add("set tmargin at screen %g", at((chart.note and 55 or 35) + (keys and (keys > 3 and 38 or 22) or 0)))
end

function Script:run()
  local path = self.path:gsub("%.svg$", ".gnuplot")
  local file = assert(io.open(path, "w"))
  file:write(table.concat(self, "\n"), "\n")
  file:close()
  local output, ok = host.run("gnuplot " .. host.quote(path))
  os.remove(path)
  if not ok then error("gnuplot: " .. output, 0) end
end

-- Where the bars of a row lie, and how thick they are: one in the middle, or a pair.
local PLACES = { { 0 }, { 0.21, -0.21 } }
local THICK = { 0.3, 0.18 }

---Horizontal bars in groups. A second bar of a row is paler: clang's under gcc's.
function M.bars(path, chart)
  local ticks, bars, headings, y, largest = {}, {}, {}, 0, 0
  for _, group in ipairs(chart.groups) do
    if group.title then
      headings[#headings + 1] = { group.title, y }
      y = y - 1
    end
    for _, row in ipairs(group.rows) do
      ticks[#ticks + 1] = ("%s %g"):format(quoted(row[1]), y)
      for i, value in ipairs(row[3]) do
        largest = math.max(largest, value.max)
        bars[#bars + 1] = { value = value, y = y + PLACES[#row[3]][i], half = THICK[#row[3]], color = i == 1 and row[2] or pale(row[2]) }
      end
      y = y - 1
    end
    y = y - 0.3
  end
  if #bars == 0 then return false end
  local height = math.floor(130 - 30 * y)
  local out = script(path, WIDTH, height)
  out:head(chart, height)
  out:add("set style textbox opaque noborder fillcolor rgb '#ffffff'")
  out:add("set ytics (%s) scale 0", table.concat(ticks, ", "))
  out:add("set yrange [%g:0.6]", y + 0.6)
  out:add("set xrange [0:%g]", largest * 1.12)
  out:add("set xlabel %s", quoted(chart.unit))
  for _, heading in ipairs(headings) do
    out:add('set label "{/:Bold %s}" at character 1, first %g left front boxed tc rgb "%s"', bare(heading[1]), heading[2], INK)
  end
  for i, bar in ipairs(bars) do
    local low, high = bar.y - bar.half, bar.y + bar.half
    out:add("set object %d rectangle from 0,%g to %g,%g fc rgb '%s' fs solid noborder", i, low, bar.value.median, high, bar.color)
    local text = quoted(report.number(bar.value.median))
    out:add("set label %s at %g,%g left offset 0.7,0 font 'sans-serif,11' front", text, bar.value.max, bar.y)
  end
  out:add("plot '-' using 2:1:3:4 with xerrorbars lc rgb '%s' pt 0 lw 1 notitle", INK)
  for _, bar in ipairs(bars) do out:add("%g %g %g %g", bar.y, bar.value.median, bar.value.min, bar.value.max) end
  out:add("e")
  out:run()
end

-- 1, 2, 5, 10 … from `least` to `most`.
local function decades(least, most)
  local list = {}
  for power = math.floor(math.log10(least)), math.ceil(math.log10(most)) do
    for _, digit in ipairs { 1, 2, 5 } do
      local x = digit * 10 ^ power
      if x >= least and x <= most then list[#list + 1] = ("%g"):format(x) end
    end
  end
  return table.concat(list, ", ")
end

local function extent(rows)
  local least, most = math.huge, 0
  for _, row in ipairs(rows) do
    for _, value in pairs(row[2]) do least, most = math.min(least, value.min), math.max(most, value.max) end
  end
  return least * 0.85, most * 1.2
end

---A row a graph and a dot a series, joined by a line, on a logarithmic axis. A row may have a gap before it.
function M.dots(path, chart)
  local ticks, places, y = {}, {}, 0
  for i, row in ipairs(chart.rows) do
    y = y - (row.gap and 1.6 or 1)
    places[i] = y
    ticks[i] = ("%s %g"):format(quoted(row[1]), y)
  end
  local least, most = extent(chart.rows)
  if most == 0 then return false end
  local height = math.floor(150 - 17 * y)
  local out = script(path, WIDTH, height)
  out:head(chart, height, #chart.series)
  out:add("set ytics (%s) scale 0 font 'sans-serif,11'", table.concat(ticks, ", "))
  out:add("set yrange [%g:-0.2]", y - 0.8)
  out:add("set logscale x")
  out:add("set xrange [%g:%g]", least, most)
  out:add("set xtics (%s)", decades(least, most))
  out:add("set xlabel %s", quoted(chart.unit))
  for i, row in ipairs(chart.rows) do
    local from, to
    for _, value in pairs(row[2]) do from, to = math.min(from or value.median, value.median), math.max(to or 0, value.median) end
    if from then
      out:add("set arrow from %g,%g to %g,%g nohead back lc rgb '%s' lw 1", from, places[i], to, places[i], FAINT)
    end
  end
  local plots = {}
  for i, series in ipairs(chart.series) do
    plots[i] = ("'-' using 2:1:3:4 with xerrorbars lc rgb '%s' pt %d ps 0.75 lw 1.2 title %s"):format(
      series[2], series[3] and 6 or 7, quoted(series[1]))
  end
  out:add("plot %s", table.concat(plots, ", \\\n"))
  for i in ipairs(chart.series) do
    for at, row in ipairs(chart.rows) do
      local value = row[2][i]
      if value then out:add("%g %g %g %g", places[at], value.median, value.min, value.max) end
    end
    out:add("e")
  end
  out:run()
end

-- A chart of lines within a script, which may hold several.
local function draw_lines(out, chart)
  out:add("set grid y lc rgb '%s' lt 1", FAINT)
  out:add("set xlabel %s", quoted(chart.x))
  out:add("set ylabel %s", quoted(chart.y))
  if chart.log then out:add("set logscale %s", chart.log) end
  if chart.from_zero then out:add("set yrange [0:*]") end
  for _, axis in ipairs { "x", "y" } do
    local list, marks, range = {}, chart[axis .. "_ticks"], chart[axis .. "_range"]
    for i, mark in ipairs(marks or {}) do list[i] = ("%s %g"):format(quoted(mark[1]), mark[2]) end
    if marks then out:add("set %stics (%s)", axis, table.concat(list, ", ")) end
    if range then out:add("set %srange [%s:%s]", axis, range[1], range[2] or "*") end
  end
  local plots = {}
  for i, line in ipairs(chart.lines) do
    plots[i] = ("'-' using 1:2:3:4 with yerrorlines lc rgb '%s' pt %d ps 0.5 lw 1.6 dt %d title %s"):format(
      line.color, line.dashed and 6 or 7, line.dashed and 2 or 1, quoted(line.name))
  end
  out:add("plot %s", table.concat(plots, ", \\\n"))
  for _, line in ipairs(chart.lines) do
    for _, p in ipairs(line.points) do out:add("%g %g %g %g", p[1], p[2], p[3] or p[2], p[4] or p[2]) end
    out:add("e")
  end
end

-- The chart without lines that have no points; nil where none is left.
local function filled(chart)
  local lines = {}
  for _, line in ipairs(chart.lines) do
    if #line.points > 0 then lines[#lines + 1] = line end
  end
  chart.lines = lines
  return #lines > 0 and chart or nil
end

---Lines with points; a point may have a low and a high.
function M.lines(path, chart)
  if not filled(chart) then return false end
  local out = script(path, WIDTH, 420)
  out:head(chart, 420, #chart.lines)
  draw_lines(out, chart)
  out:run()
end

-- The key alone, across the picture: each panel would squeeze its own into its width.
local function draw_key(out, chart, height)
  local plots = {}
  out:head(chart, height, #chart.panels[1].lines)
  out:add("unset border; unset tics; unset grid; set xrange [0:1]; set yrange [0:1]")
  for i, line in ipairs(chart.panels[1].lines) do
    plots[i] = ("NaN with linespoints lc rgb '%s' pt %d ps 0.5 lw 1.6 dt %d title %s"):format(
      line.color, line.dashed and 6 or 7, line.dashed and 2 or 1, quoted(line.name))
  end
  out:add("plot %s", table.concat(plots, ", \\\n"))
  out:add("set xtics nomirror tc rgb '%s'; set ytics nomirror tc rgb '%s'", INK, INK)
  out:add("unset key; unset label; set tmargin 2; set border 3; set grid x; set xrange [*:*]; set yrange [*:*]")
end

---Several charts of lines that share a title and a key (the first one's).
function M.panels(path, chart)
  local panels = {}
  for _, panel in ipairs(chart.panels) do panels[#panels + 1] = filled(panel) end
  if #panels == 0 then return false end
  chart.panels = panels
  local columns, each = chart.columns, 250
  local rows = math.ceil(#chart.panels / columns)
  local height = 70 + each * rows
  local out = script(path, WIDTH, height)
  out:add("set multiplot")
  draw_key(out, chart, height)
  for i, panel in ipairs(chart.panels) do
    local column, row = (i - 1) % columns, math.floor((i - 1) / columns)
    out:add("set size %g,%g", 1 / columns, each / height)
    out:add("set origin %g,%g", column / columns, (rows - 1 - row) * each / height)
    out:add('set title "{/:Bold %s}" offset 0,-0.5 tc rgb "%s"', bare(panel.title), INK)
    draw_lines(out, panel)
  end
  out:add("unset multiplot")
  out:run()
end

return M
