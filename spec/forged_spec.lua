-- SPDX-License-Identifier: MIT
-- Snapshots whose bytes somebody has changed and whose checksum is right again: they may be restored, and whatever the state then says,
-- no access leaves an array and every loop ends. On every backend the same comes of it, and in exported C under the sanitizers.

local command = require "spec.support.command"
local exported = require "spec.support.exported"
local snapshot = require "flux.snapshot"

local BACKENDS = { "table", "luajit", "native" }
local VALUES = { "\255\255\255\127", "\0\0\0\128", "\255\255\255\255", "\40\0\0\0", "\0\1\0\0", "\1\0\0\0", "\0\0\0\0", "\5\0\3\0" }

local function feed(rt, graph, from, count)
  for i = 1, count do
    rt:send(graph.by_event.Tick, { time = from + 9 * i, x = i * i % 7, s = "S" .. i * 5 % 9 })
  end
end

local function sample()
  local graph = dofile "fuzz/keyed.lua"
  local rt = graph:start()
  feed(rt, graph, 0, 40)
  return rt:snapshot()
end

-- Some words of the states changed, by a fixed rule.
local function forged(bytes, round)
  local read = snapshot.read(bytes)
  local from = 104 + snapshot.get(bytes, 40, 4) + #read.nodes
  local size = 0
  for _, node in ipairs(read.nodes) do
    for _, field in ipairs(node.fields) do size = size + field.size end
  end
  for change = 1, 1 + round % 4 do
    local at = from + (round * 7919 + change * 104729) % (size - 4)
    bytes = bytes:sub(1, at) .. VALUES[1 + (round * 3 + change) % #VALUES] .. bytes:sub(at + 5)
  end
  return bytes:sub(1, 24) .. snapshot.put(snapshot.checksum(bytes), 8) .. bytes:sub(33)
end

describe("forged state", function()
  teardown(exported.remove)

  it("comes to the same on every backend, and to an end", function()
    local bytes, graph, rts = sample(), dofile "fuzz/keyed.lua", {}
    for i, backend in ipairs(BACKENDS) do rts[i] = graph:start { backend = backend } end
    for round = 1, 400 do
      local text, expected = forged(bytes, round), nil
      for i, rt in ipairs(rts) do
        rt:resume()
        assert.is_true(rt:restore(text))
        feed(rt, graph, 360, 25)
        rt:resume()
        local after = rt:snapshot()
        expected = expected or after
        assert.equal(expected, after, ("round %d, %s"):format(round, BACKENDS[i]))
      end
    end
  end)

  it("stays within the arrays of exported C", function()
    if not exported.has "clang" then return end
    local directory, bytes = exported.directory(), sample()
    exported.write("fuzz/keyed.lua", directory, { snapshot = true })
    for round = 1, 600 do
      local file = assert(io.open(("%s/%d.forged"):format(directory, round), "wb"))
      file:write(forged(bytes, round))
      file:close()
    end
    exported.run(("clang -std=c11 -O1 -g -ffp-contract=off -fsanitize=address,undefined -fno-sanitize-recover=all -I%s -o %s/forged "
      .. "%s/held.c spec/support/graphs/forged_main.c -lm"):format(directory, directory, directory))
    local result = command(("%s/forged %s/*.forged"):format(directory, directory))
    assert.equal(0, result.status, result.err)
    assert.equal("600 restored, of 600\n", result.out)
  end)
end)
