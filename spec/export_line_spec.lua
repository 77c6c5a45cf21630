-- SPDX-License-Identifier: MIT
-- `flux export --line`: in the exported program a debugger breaks in the script, steps through it and shows the node's state.
local exported = require "spec.support.exported"

local function lines_of(path)
  local list = {}
  for line in io.lines(path) do list[#list + 1] = line end
  return list
end

-- The line of the script in which a text stands, the first from `from` on.
local function line_with(text, from)
  for i, line in ipairs(lines_of "graphs/sp500.lua") do
    if i >= (from or 1) and line:find(text, 1, true) then return i end
  end
  error("no such line: " .. text)
end

describe("an export with line = true", function()
  local out

  setup(function()
    out = exported.directory()
    exported.write("graphs/sp500.lua", out, { line = true, main = true })
  end)
  teardown(exported.remove)

  it("lets gdb step through the script", function()
    if not exported.has "gdb" then return pending "gdb is not installed" end
    exported.run(("cd %s && cc -std=c11 -g -O0 -ffp-contract=off -Wall -Wextra -Wpedantic -Werror *.c -lm -o sp500"):format(out))
    local head = line_with "local cross = "
    local first, side = line_with("ctx.valid(volatility)", head), line_with("self.side = 1", head)
    local stop = line_with("self.date = ctx.now", head)
    local text = exported.run(table.concat({
      "gdb -q -batch", ("-ex 'break sp500.lua:%d'"):format(stop),
      ("-ex 'run --input Bar=graphs/data/sp500-2000.csv --output signal=%s/signal.csv --output new_low=%s/low.csv'"):format(out, out),
      "-ex 'printf \"side %d before %d now %ld\\n\", self->side, before, now'",
      "-ex next -ex 'printf \"date %ld\\n\", self->date' -ex 'info source' -ex up -ex 'info line'",
      ("-ex 'delete' -ex 'break sp500.lua:%d' -ex 'continue' -ex next -ex next -ex next"):format(first), out .. "/sp500",
    }, " "))
    -- The first signal: 2000-03-23, midnight UTC; the fast average crosses above the slow one.
    assert.truthy(text:find(("sp500.lua:%d\n%d%%s+self.date = ctx.now"):format(stop, stop)), text)
    assert.truthy(text:find("side 1 before -1 now 953769600000000000", 1, true), text)
    assert.truthy(text:find(("\n%d%%s+self.strength = "):format(stop + 1)), text)
    assert.truthy(text:find("date 953769600000000000", 1, true), text)
    assert.truthy(text:find("Current source file is [^\n]*/graphs/sp500.lua"), text)
    -- The caller is a line of the export again, and names the right one.
    local number = tonumber(text:match("bar_cycle %(.-sp500%.c:(%d+)"))
    assert.truthy(lines_of(out .. "/sp500.c")[number]:find("cross_update(", 1, true), text)
    -- The next day: the branch that is taken, statement by statement.
    local steps = "\n%d%%s+if not ctx.valid.-\n%d%%s+local before.-\n%d%%s+if fast.value.-\n"
    assert.truthy(text:find(steps:format(first, first + 1, side)), text)
  end)

  it("is the same code as without", function()
    local plain = exported.directory()
    exported.write("graphs/sp500.lua", plain, { main = true })
    local function without_lines(path)
      local list = {}
      for _, line in ipairs(lines_of(path)) do
        if not line:find "^#line " then list[#list + 1] = line end
      end
      return list
    end
    assert.same(lines_of(plain .. "/sp500.c"), without_lines(out .. "/sp500.c"))
  end)
end)
