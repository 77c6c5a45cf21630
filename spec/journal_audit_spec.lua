-- SPDX-License-Identifier: MIT
-- flux replay --audit: a replay's audit against the one that the recording wrote; the first record that differs is named, in both.

local command = require "spec.support.command"
local exported = require "spec.support.exported"
local snapshot = require "flux.snapshot"

local BACKENDS = { "table", "luajit", "native" }

local function read(path)
  local file = assert(io.open(path, "rb"))
  local bytes = file:read("*a")
  file:close()
  return bytes
end

local function write(path, bytes)
  local file = assert(io.open(path, "wb"))
  file:write(bytes)
  file:close()
end

-- Without count and checksum a file is that of a recording that was interrupted.
local function opened(head, records)
  return head:sub(1, 24) .. ("\0"):rep(8) .. head:sub(33, 72) .. ("\0"):rep(8) .. head:sub(81) .. records
end

describe("a replay", function()
  teardown(exported.remove)

  it("compares the audit, record by record", function()
    local directory, graph = exported.directory(), "graphs/ladder.lua"
    local journal, audit = directory .. "/ladder.journal", directory .. "/ladder.audit"
    local recorded = command(("./flux run %s --quiet --limit 50 --record %s --audit %s --audit-level nodes,fast=values"):format(graph,
      journal, audit))
    assert.equal(0, recorded.status)
    local line = ("./flux replay %s %s --audit %s --audit-level %%s --backend %%s"):format(journal, graph, audit)
    local counted = tonumber((command(("./flux trace %s --format json | wc -l"):format(audit)).out))
    for _, backend in ipairs(BACKENDS) do
      local again = command(line:format("nodes,fast=values", backend))
      assert.equal(0, again.status, again.out .. again.err)
      assert.equal(("%d audit records"):format(counted), again.out:match("%d+ audit records"))
    end
    -- The audit says its level.
    local other = command(("./flux replay %s %s --audit %s"):format(journal, graph, audit))
    assert.same({ 0, ("%d audit records"):format(counted) }, { other.status, other.out:match("%d+ audit records") })
    other = command(line:format("nodes", "table"))
    assert.same({ 2, "flux: --audit-level nodes: the audit was recorded with nodes,fast=values\n" }, { other.status, other.err })
    -- One that does not is taken for another: of level nodes, the first value is not recorded.
    local said, level = read(audit), "level nodes,fast=values\n"
    assert.equal(level, said:sub(97, 96 + #level))
    write(audit, opened(said:sub(1, 64) .. snapshot.put(snapshot.get(said, 64, 4) - #level, 4) .. said:sub(69, 96),
      said:sub(97 + #level)))
    other = command(line:format("nodes", "table"))
    assert.truthy(other.out:find 'DIFFERS at cycle 1, .*audit record %d+: recorded {.-"kind":"value".-"node":"fast"', other.out)
    assert.equal(0, command(line:format("nodes,fast=values", "table")).status)
    write(audit, said)
    -- A record that says something else.
    local bytes = read(audit)
    local last = #bytes - 32
    write(audit, opened(bytes:sub(1, last), "\49" .. bytes:sub(last + 2)))
    other = command(line:format("nodes,fast=values", "luajit"))
    assert.equal(1, other.status)
    assert.truthy(other.out:find(('^DIFFERS at cycle 50, entry 50 .*audit record %d: recorded {.-"cycle":49,.*}, replayed {.-"cycle":50,')
      :format(counted - 1)), other.out)
    -- What was recorded behind the end of the replay.
    write(audit, opened(bytes, bytes:sub(last + 1)))
    other = command(line:format("nodes,fast=values", "table"))
    assert.truthy(other.out:find(("audit record %d: recorded {.*}, replayed nothing more"):format(counted)), other.out)
    other = command(("./flux replay %s %s --audit %s"):format(journal, graph, journal))
    assert.equal(1, other.status)
    assert.truthy(other.err:find("this is not an audit file", 1, true))
  end)

  it("compares what is whole of the audit of a run that died", function()
    local directory, graph = exported.directory(), "graphs/ladder.lua"
    local journal, audit = directory .. "/died.journal", directory .. "/died.audit"
    local line = ("./flux run %s -q --limit 50 --record %s --audit %s --audit-level values"):format(graph, journal, audit)
    assert.equal(0, command(line).status)
    local bytes = read(audit)
    local first = 96 + snapshot.get(bytes, 64, 4)
    local count = (#bytes - first) / 32
    assert.equal(0, count % 1)
    for _, whole in ipairs { 0, 1, 100, 999 } do
      write(audit, opened(bytes:sub(1, first), bytes:sub(first + 1, first + 32 * whole + 24)))
      local again = command(("./flux replay %s %s --audit %s"):format(journal, graph, audit))
      assert.same({ ("flux: %s: the recording was interrupted; %d records are whole, 24 bytes behind them are not\n"):format(audit, whole),
        ("%d audit records"):format(whole), 0 }, { again.err, again.out:match("%d+ audit records"), again.status })
    end
    -- A record that is whole and wrong is a difference.
    local at = first + 32 * 99
    write(audit, opened(bytes:sub(1, first), bytes:sub(first + 1, at) .. "\99" .. bytes:sub(at + 2, first + 3200)))
    local again = command(("./flux replay %s %s --audit %s"):format(journal, graph, audit))
    assert.same({ 1, "audit record 99" }, { again.status, again.out:match "audit record %d+" })
  end)

  -- Two records an event, handed over when 2048 wait: of 3000 events 2048 are in the file, and the rest died with the process.
  it("finds the audit of a run that was killed", function()
    local directory = exported.directory()
    local audit, lines = directory .. "/a", { "x" }
    for i = 1, 3000 do lines[i + 1] = tostring(i) end
    write(directory .. "/t.csv", table.concat(lines, "\n") .. "\n")
    local script = [[
local flux = require "flux"
local Tick = flux.event("Tick", "double x;")
local g = flux.graph("killed")
g:node("tick", { state = "double x;", on = { [Tick] = %s } })
return g
]]
    write(directory .. "/killed.lua", script:format('flux.lua(function(_, event)\n' ..
      '  if event.x == 3000 then os.execute("kill -9 $PPID") end\nend)'))
    write(directory .. "/plain.lua", script:format "function(self, event) self.x = event.x end")
    local said = ("flux: %s: the recording was interrupted; 4,096 records are whole\n"):format(audit)
    command(("luajit lua/flux/cli/launch.lua flux run %s/killed.lua -q --input Tick=%s/t.csv --record %s/j --audit %s"):format(directory,
      directory, directory, audit))
    local again = command(("./flux replay %s/j %s/plain.lua --force --audit %s"):format(directory, directory, audit))
    assert.truthy(again.err:find("the audit is of another graph", 1, true), again.err)
    assert.truthy(command(("./flux trace %s >/dev/null"):format(audit)).err:find(said, 1, true))

    exported.write(directory .. "/plain.lua", directory, { main = true })
    exported.run(("cc -O1 -ffp-contract=off -o %s/plain %s/*.c -lm"):format(directory, directory))
    os.remove(audit)
    command(([[
mkfifo f; ./plain --input Tick=f --audit a & child=$!
exec 3>f; cat t.csv >&3
n=0; while [ "$([ -e a ] && wc -c <a || echo 0)" -lt 131072 ] && [ $n -lt 3000 ]; do sleep 0.01; n=$((n + 1)); done
kill -9 $child; wait $child]]), { directory = directory })
    local traced = command(("./flux trace %s >/dev/null"):format(audit))
    assert.truthy(traced.err:find(said, 1, true), traced.err)
  end)
end)
