-- SPDX-License-Identifier: MIT
-- bench.start: from nothing to the first event: whole processes, wall clock, nothing else to do. The least of ten starts a round.

local host = require "bench.host"

local M = { name = "start" }

local function arm(name, command, check)
  return {
    name = name, compiler = "own", silent = true,
    run = function()
      local best = math.huge
      for _ = 1, 10 do
        local start = host.nanoseconds("wall")
        local output, ok = host.run(command)
        best = math.min(best, host.nanoseconds("wall") - start)
        if not ok or (check and not output:find(check, 1, true)) then error(output, 0) end
      end
      return "", best / 1e6
    end,
  }
end

function M.cases()
  return { function()
    return {
      name = "start", unit = "ms", fixed = true, warmup = 1, events = 1, against = { "luajit with lpeg and ffi" },
      arms = {
        arm("a shell that does nothing", "true"),
        arm("luajit with lpeg and ffi", [[luajit -e 'require "lpeg" require "ffi"']]),
        arm("flux run graphs/hello.lua", "./flux run graphs/hello.lua --limit 1 --quiet"),
        arm("flux run graphs/hello.lua, luajit", "./flux run graphs/hello.lua --limit 1 --quiet --backend luajit"),
        arm("flux run graphs/hello.lua, native", "./flux run graphs/hello.lua --limit 1 --quiet --backend native"),
      },
    }
  end }
end

return M
