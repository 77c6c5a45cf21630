-- SPDX-License-Identifier: MIT
-- Draws docs/nodes/NAME.svg: what each example of docs/nodes.md publishes (blue) when it reads a real series (grey), the S&P 500 of the
-- second half of 2008, one close every 30 ms with a pause now and then, about 100 with a deviation of 6; sizes are the volume, 0 to 12.
--
--   luajit tools/nodes-pictures.lua [NAME …]        needs gnuplot
--
-- What has the scale of the price is drawn over it, the rest below.

local root = arg[0]:match "^(.*)/tools/[^/]*$" or "."
package.path = ("%s/lua/?.lua;%s/lua/?/init.lua;%s"):format(root, root, package.path)

local flux = require "flux"
local examples = dofile(root .. "/tools/nodes_examples.lua")

local FIRST, COUNT = 2190, 130
local STEP = 30000000LL
local MANY, PAUSE = 60, 0.16 -- fewer points are no line; seconds

-- What is drawn of nodes whose result is not `value`.
local FIELDS = {
  regression = { "slope" }, bollinger = { "middle", "upper", "lower" }, macd = { "line", "signal", "histogram" }, hysteresis = { "on" },
  deadline = { "late" }, edge = { "count" }, combine = { "price", "volume" }, interval_join = { "pairs" }, lookup = { "value" },
}
local STEPS = { hysteresis = true, deadline = true, edge = true }
local COLOURS = { "#1f77b4", "#d62728", "#2ca02c" }

-- Price, size and time of the events.
local function series()
  local rows, number = {}, 0
  for line in io.lines(root .. "/graphs/data/sp500-2000.csv") do
    number = number + 1
    local cells = {}
    for cell in (line .. ","):gmatch "([^,]*)," do cells[#cells + 1] = cell end
    if number >= FIRST and number < FIRST + COUNT then rows[#rows + 1] = { tonumber(cells[5]), tonumber(cells[7]) } end
  end
  local function scale(column, mean, deviation)
    local sum, squares = 0, 0
    for _, row in ipairs(rows) do sum, squares = sum + row[column], squares + row[column] ^ 2 end
    local centre = sum / #rows
    local spread = math.sqrt(squares / #rows - centre ^ 2)
    for _, row in ipairs(rows) do row[column] = mean + (row[column] - centre) / spread * deviation end
  end
  scale(1, 100, 6)
  scale(2, 6, 2.5)
  local time = 0LL
  for i, row in ipairs(rows) do
    row[2], row[3] = math.max(0, math.min(12, math.floor(row[2] + 0.5))), time
    time = time + (i % 13 == 0 and 5 * STEP or STEP)
  end
  return rows
end

local function number(value)
  if type(value) == "boolean" then return value and 1 or 0 end
  return tonumber(value)
end

-- Runs the examples: sink → list of { seconds, values }.
local function run(list, rows)
  local Tick = flux.event("Tick", "double price, size; symbol venue; int64_t time;", { time = "time" })
  local g, sinks = examples.graph(flux, list, Tick)
  local drawn, now, on = {}, 0, {}
  for _, example in ipairs(list) do
    local sink, points = sinks[example.name][1], {}
    drawn[example.name] = points
    on[sink] = function(state)
      local values = {}
      if example.name == "top" then
        for i = 0, 2 do values[i + 1] = i < state.count and number(state.value[i]) or nil end
      else
        for i, field in ipairs(FIELDS[example.name] or { "value" }) do values[i] = number(state[field]) end
      end
      points[#points + 1] = { now, values }
    end
  end
  local rt = g:start { on = on }
  for i, row in ipairs(rows) do
    if i > 1 then
      local before = rows[i - 1][3]
      for step = 1, tonumber((row[3] - before) / 10000000) do -- so that timers are seen about when they run
        local at = before + step * 10000000LL - 1
        now = tonumber(at) / 1e9
        assert(rt:advance(at))
      end
    end
    now = tonumber(row[3]) / 1e9
    assert(rt:send(Tick, { price = row[1], size = row[2], venue = "V" .. (i - 1) % 3, time = row[3] }))
  end
  return drawn
end

local function range(points)
  local low, high = math.huge, -math.huge
  for _, point in ipairs(points) do
    for _, value in pairs(point[2]) do -- the least and the greatest: the order does not matter
      if value - value == 0 then low, high = math.min(low, value), math.max(high, value) end
    end
  end
  return low, high
end

local function table_of(points, columns)
  local lines = {}
  for i, point in ipairs(points) do
    local cells = { ("%.3f"):format(point[1]) }
    for k = 1, columns do
      local value = point[2][k]
      cells[k + 1] = value and value - value == 0 and ("%.5g"):format(value) or "NaN"
    end
    lines[i] = table.concat(cells, " ")
    -- A line is broken where nothing was published for longer than the series pauses.
    if #points >= MANY and i > 1 and point[1] - points[i - 1][1] > PAUSE then lines[i] = "\n" .. lines[i] end
  end
  return "\n" .. table.concat(lines, "\n") .. "\nEOD\n"
end

-- Few points are marked; what does not lie on a line is drawn in steps.
local function plots(name, points, columns)
  local list = {}
  for k = 1, columns do
    local style = STEPS[name] and "steps" or #points < MANY and "points pt 7 ps 0.35" or "lines"
    list[k] = ("$out using 1:%d with %s lc rgb '%s' lw 1 notitle"):format(k + 1, style, COLOURS[k])
  end
  return table.concat(list, ", ")
end

local function draw(name, price, points)
  local columns = 1
  for _, point in ipairs(points) do columns = math.max(columns, table.maxn(point[2])) end
  local low, high = range(points)
  local least, most = range(price)
  local over = low > least - 0.2 * (most - least) and high < most + 0.2 * (most - least) and high - low > 0.05 * (most - least)
  local grey = "$price using 1:2 with lines lc rgb '#b0b0b0' lw 1 notitle"
  local out = assert(io.popen("gnuplot", "w"))
  out:write("$price << EOD", table_of(price, 1), "$out << EOD", table_of(points, columns),
    ("set terminal svg size 480,%d font 'sans-serif,9' noenhanced name '%s'\n"):format(over and 140 or 180, name),
    ("set output '%s/docs/nodes/%s.svg'\n"):format(root, name),
    ("set xrange [0:%.2f]\n"):format(price[#price][1]), "set tics nomirror out scale 0.5\nset border 3 lc rgb '#808080'\n",
    "set lmargin 6\nset rmargin 1\nset tmargin 0.5\nset bmargin 1.5\nset ytics autofreq\nset xtics 1\n")
  if over then
    out:write("plot ", grey, ", ", plots(name, points, columns), "\n")
  else
    local margin = high > low and 0.1 * (high - low) or 1
    out:write("set multiplot layout 2,1\nset format x ''\nplot ", grey, "\nset format x\n",
      ("set yrange [%.6g:%.6g]\nset ytics %.3g\n"):format(low - margin, high + margin, (high - low + 2 * margin) / 3),
      "plot ", plots(name, points, columns), "\nunset multiplot\n")
  end
  out:close()
end

-- gnuplot defines all its markers in every file and spaces its lines widely: half of the bytes say nothing.
local function shorten(name)
  local path = ("%s/docs/nodes/%s.svg"):format(root, name)
  local file = assert(io.open(path, "rb"))
  local text = file:read "*a"
  file:close()
  text = text:gsub("<desc>.-</desc>", ""):gsub("<defs>(.-)</defs>", function(defs)
    local kept, wanted = {}, {}
    for id in text:gmatch "href='#(gpPt%d+)' transform='translate" do wanted[id] = true end
    for base, id in defs:gmatch "href='#(gpPt%d+)' id='(gpPt%d+)'" do wanted[base] = wanted[base] or wanted[id] end
    for item in defs:gmatch "<[^\n]+\n" do
      if wanted[item:match "id='(gpPt%d+)'"] then kept[#kept + 1] = item end
    end
    return "<defs>" .. table.concat(kept) .. "</defs>"
  end)
  -- What every group repeats is said once, by the outermost.
  local common = ' fill="none" stroke="currentColor" stroke-width="1.0" stroke-linecap="butt" stroke-linejoin="miter"'
  local font = ' font-family="sans-serif" font-size="9.0"'
  text = text:gsub("(%d+%.%d)%d+", "%1"):gsub(" color=\"%w+\"", ""):gsub("<g[^>]*>%s*</g>%s*", "")
  text = text:gsub('<rect [^>]-fill="none"/>', ""):gsub('<g id="plot[^"]*" >', "<g>"):gsub("<title>[^<]*</title>", "", 2)
  text = text:gsub("[ \t]*\n%s*", "\n"):gsub("<g>%s*</g>\n", "")
  text = text:gsub(common:gsub("%W", "%%%0"), ""):gsub(font:gsub("%W", "%%%0") .. "%s*", " ")
  text = text:gsub('<g id="gnuplot_canvas">', "<g" .. common .. font .. ">")
  file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

local list, chosen = examples.read(root .. "/docs/nodes.md"), {}
for _, name in ipairs(arg) do chosen[name] = true end
local rows, price = series(), {}
for i, row in ipairs(rows) do price[i] = { tonumber(row[3]) / 1e9, { row[1] } } end
os.execute(("mkdir -p '%s/docs/nodes'"):format(root))
local drawn = run(list, rows)
for _, example in ipairs(list) do
  if not arg[1] or chosen[example.name] then
    if #drawn[example.name] == 0 then io.stderr:write(example.name, " publishes nothing\n") end
    draw(example.name, price, drawn[example.name])
    shorten(example.name)
  end
end
