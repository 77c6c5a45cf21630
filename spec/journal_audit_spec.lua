-- SPDX-License-Identifier: MIT
-- flux replay --audit: a replay's audit against the one that the recording wrote; the first record that differs is named, in both.

local command = require "spec.support.command"
local exported = require "spec.support.exported"

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
    -- Another level has other records: the first value is not recorded then.
    local other = command(line:format("nodes", "table"))
    assert.truthy(other.out:find 'DIFFERS at cycle 1, .*audit record %d+: recorded {.-"kind":"value".-"node":"fast"', other.out)
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
end)
