-- SPDX-License-Identifier: MIT
-- Records until it is killed: luajit spec/support/record_forever.lua JOURNAL BACKEND. After each flush it prints how many frames
-- it has handed over; whatever happens to it then, these must be readable.
package.path = "lua/?.lua;lua/?/init.lua;?.lua;" .. package.path
local graph = dofile "spec/support/graphs/kept.lua"
local rt = assert(require("flux.journal.record").start(graph, { backend = arg[2] }, { path = arg[1] }))
local finish, frames = rt.writer.finish, 1
rt.writer.finish = function(self)
  frames = frames + 1
  return finish(self)
end
rt:flush()
io.stdout:setvbuf "no"
for i = 1, math.huge do
  assert(rt:send(graph.by_event.Tick, { time = i * 7, price = i % 5 + 0.25, symbol = i % 3 == 0 and "MSFT" or "S" .. i % 4 }))
  if i % 3 == 0 then
    rt:flush()
    io.stdout:write(frames, "\n")
  end
end
