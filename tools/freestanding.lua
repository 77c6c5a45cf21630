-- SPDX-License-Identifier: MIT
-- Writes an exported graph and a table of its events, for run-freestanding.sh.
--
--   luajit tools/freestanding.lua DIR ROWS graphs/weather.lua    writes DIR/weather.h, weather.c, rows.h
--
-- Prints the graph's name and the bytes of its declared state. The events are the first of its default input; where it has none, of
-- one type whose fields are doubles, made up.

local root = (arg[0]:match "^(.*)/[^/]*$" or ".") .. "/.."
package.path = root .. "/lua/?.lua;" .. root .. "/lua/?/init.lua;" .. package.path

local ffi = require "ffi"
local types = require "flux.types"
local writer = require "flux.writer"

local directory, count, script = arg[1], tonumber(arg[2]), arg[3]
local graph = dofile(script)
local name, event, input = graph.name, graph.events[1], graph.default_inputs[1]
require("flux.export").write(require("flux.resolve").resolve(graph), { dir = directory })

-- Numbers of every size, the same on every machine (Park and Miller).
local seed = 1
local function made_up()
  seed = seed * 16807 % 2147483647
  local small = seed / 2147483647
  seed = seed * 16807 % 2147483647
  return (small - 0.3) * 4 ^ (seed % 11 - 5)
end

local function next_row(ctype)
  if not input then
    return function(row)
      for _, field in ipairs(event.record.fields) do row[field.name] = made_up() end
      return row
    end
  end
  local reader = require("flux.adapters").open(input.file, { event = event, new = function() return ffi.new(ctype) end })
  return function() return assert(reader:next()) end
end

local function literal(value)
  if type(value) == "number" then return ("%.17g"):format(value) end
  return ("INT64_C(%s)"):format(tostring(value):gsub("LL$", ""))
end

local out = writer.new "  "
out:line(("/* The first %d events of %s. */"):format(count, input and input.file:match "[^/]*$" or name))
out:line(('#include "%s.h"'):format(name)):blank()
out:line(("typedef %s_t graph_t;"):format(name)):line(("typedef %s_struct graph_struct;"):format(name))
out:line(("#define graph_init %s_init"):format(name)):line(("#define graph_step %s_on_%s"):format(name, event.name:lower()))
out:line(("#define graph_nodes %s_nodes"):format(name)):blank()
out:line(("enum { ROWS = %d, NODES = %s_NODES };"):format(count, name:upper())):blank()
out:line(("static const %s_%s_event rows[ROWS] = {"):format(name, event.name:lower())):indent()
local ctype = types.ctype(event.record)
local read, scratch = next_row(ctype), ffi.new(ctype)
for _ = 1, count do
  local row, values = read(scratch), {}
  for i, field in ipairs(event.record.fields) do values[i] = literal(row[field.name]) end
  out:line(("{ %s },"):format(table.concat(values, ", ")))
end
out:dedent():line "};"
local file = assert(io.open(directory .. "/rows.h", "wb"))
file:write(out:text())
file:close()

local bytes = 0
for _, node in ipairs(graph.nodes) do
  for _, field in ipairs(node.record.fields) do bytes = bytes + field.size end
end
print(name, bytes)
