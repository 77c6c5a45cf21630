-- SPDX-License-Identifier: MIT
-- Writes the exported graph weather and a table of its first readings, for run-freestanding.sh.
--
--   luajit tools/freestanding.lua DIR [ROWS]     writes DIR/weather.h, weather.c, rows.h; prints the bytes of declared state

local root = (arg[0]:match "^(.*)/[^/]*$" or ".") .. "/.."
package.path = root .. "/lua/?.lua;" .. root .. "/lua/?/init.lua;" .. package.path

local ffi = require "ffi"
local types = require "flux.types"
local writer = require "flux.writer"

local directory, count = arg[1], tonumber(arg[2] or 500)
local graph = dofile(root .. "/graphs/weather.lua")
require("flux.export").write(require("flux.resolve").resolve(graph), { dir = directory })

local input = graph.default_inputs[1]
local ctype = types.ctype(input.event.record)
local reader = require("flux.adapters").open(input.file, { event = input.event, new = function() return ffi.new(ctype) end })
local out = writer.new "  "
out:line(("/* The first %d rows of %s. */"):format(count, input.file:match "[^/]*$"))
out:line '#include "weather.h"'
out:line(("enum { ROWS = %d };"):format(count))
out:line "static const weather_reading_event rows[ROWS] = {":indent()
for _ = 1, count do
  local row = assert(reader:next())
  out:line(("{ INT64_C(%s), %.17g, %.17g, %.17g },"):format(tostring(row.date):gsub("LL$", ""), row.pressure, row.temperature, row.wind))
end
out:dedent():line "};"
local file = assert(io.open(directory .. "/rows.h", "wb"))
file:write(out:text())
file:close()

local bytes = 0
for _, node in ipairs(graph.nodes) do
  for _, field in ipairs(node.record.fields) do bytes = bytes + field.size end
end
print(bytes)
