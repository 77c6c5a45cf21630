-- SPDX-License-Identifier: MIT
-- bench.report.charts: SVG charts by gnuplot.
--
--   charts.bars(path, { title = …, unit = …, bars = { { label, median, min, max, color } … } })
--   charts.lines(path, { title = …, x = …, y = …, log = "xy", lines = { { name = …, points = { { x, y, low, high } … } } … } })
--
-- One colour a system, everywhere: flux blue, by hand grey, peers warm.

local host = require "bench.host"

local M = {}

M.COLORS = {
  flux = "#1f6feb", dark = "#0b3d91", light = "#8db8f8", hand = "#8b949e", peer = "#d1632a", other = "#e3b341", green = "#2da44e",
}

local function quoted(text) return '"' .. tostring(text):gsub('["\\]', "\\%0"):gsub("_", "\\\\_") .. '"' end

---Is gnuplot here?
function M.available() return select(2, host.run("command -v gnuplot")) end

local function plot(path, lines)
  local script = path:gsub("%.svg$", ".gnuplot")
  local file = assert(io.open(script, "w"))
  file:write(table.concat(lines, "\n"), "\n")
  file:close()
  local output, ok = host.run("gnuplot " .. host.quote(script))
  os.remove(script)
  if not ok then error("gnuplot: " .. output, 0) end
end

local function head(path, width, height, chart)
  return {
    ("set terminal svg size %d,%d dynamic background '#ffffff' font 'sans-serif,13' enhanced"):format(width, height),
    ("set output %s"):format(host.quote(path)),
    "set border 3 lc rgb '#57606a'",
    "set errorbars small",
    "set tics nomirror tc rgb '#24292f'",
    "set grid x lc rgb '#d8dee4' lt 1",
    ("set title %s offset 0,-0.3 tc rgb '#24292f'"):format(quoted(chart.title)),
  }
end

---Horizontal bars with whiskers from min to max.
function M.bars(path, chart)
  local bars, largest = chart.bars, 0
  for _, bar in ipairs(bars) do largest = math.max(largest, bar[4] or bar[2]) end
  local lines, ticks = head(path, 760, 70 + 24 * #bars, chart), {}
  for i, bar in ipairs(bars) do ticks[i] = ("%s %d"):format(quoted(bar[1]), -i) end
  local function add(...) lines[#lines + 1] = (...):format(select(2, ...)) end
  add("set ytics (%s) scale 0", table.concat(ticks, ", "))
  add("set yrange [%g:-0.3]", -#bars - 0.7)
  add("set xlabel %s", quoted(chart.unit))
  if chart.log then add("set logscale x") else add("set xrange [0:%g]", largest * 1.13) end
  for i, bar in ipairs(bars) do
    local from = chart.log and chart.log or 0
    add("set object %d rectangle from %g,%g to %g,%g fc rgb '%s' fs solid noborder", i, from, -i - 0.36, bar[2], -i + 0.36, bar[5])
    add("set label %d %s at %g,%d left offset 0.7,0 font 'sans-serif,11' front", i, quoted(("%.3g"):format(bar[2])), bar[4] or bar[2], -i)
  end
  if chart.log then add("set xrange [%g:%g]", chart.log, largest * 2) end
  add("plot '-' using 2:1:3:4 with xerrorbars lc rgb '#24292f' pt 0 lw 1 notitle")
  for i, bar in ipairs(bars) do add("%d %g %g %g", -i, bar[2], bar[3] or bar[2], bar[4] or bar[2]) end
  add("e")
  plot(path, lines)
end

---Lines with points; a point may have a low and a high.
function M.lines(path, chart)
  local lines = head(path, chart.ticks and #chart.ticks > 12 and 1080 or 760, 420, chart)
  local function add(...) lines[#lines + 1] = (...):format(select(2, ...)) end
  add("set grid y lc rgb '#d8dee4' lt 1")
  add("set key outside right top spacing 1.2 font 'sans-serif,11'")
  add("set xlabel %s", quoted(chart.x))
  add("set ylabel %s", quoted(chart.y))
  if chart.log then add("set logscale %s", chart.log) end
  if chart.from_zero then add("set yrange [0:*]") end
  if chart.ticks then
    local ticks = {}
    for i, label in ipairs(chart.ticks) do ticks[i] = ("%s %d"):format(quoted(label), i) end
    add("set xtics (%s)%s", table.concat(ticks, ", "), chart.rotate and " rotate by -60 font 'sans-serif,10'" or "")
    add("set xrange [0.5:%g]", #chart.ticks + 0.5)
  end
  if chart.level then
    add("set arrow from graph 0, first %g to graph 1, first %g nohead lc rgb '#24292f' dt 2", chart.level, chart.level)
  end
  local plots = {}
  for i, line in ipairs(chart.lines) do
    local style = line.points_only and "yerrorbars" or "yerrorlines"
    plots[i] = ("'-' using 1:2:3:4 with %s lc rgb '%s' pt 7 ps 0.6 lw 1.6 dt %d title %s"):format(
      style, line.color, line.dash or 1, quoted(line.name))
  end
  add("plot %s", table.concat(plots, ", \\\n"))
  for _, line in ipairs(chart.lines) do
    for _, p in ipairs(line.points) do add("%g %g %g %g", p[1], p[2], p[3] or p[2], p[4] or p[2]) end
    add("e")
  end
  plot(path, lines)
end

return M
