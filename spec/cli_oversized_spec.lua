-- SPDX-License-Identifier: MIT
-- Files that are far too large, and memory that is used up: a line that says so, no traceback.
local command = require "spec.support.command"
local exported = require "spec.support.exported"

local GRAPH = [[
local flux = require "flux"
local Tick = flux.event("Tick", "double x;")
local g = flux.graph("large")
if os.getenv "GREEDY" then ("x"):rep(2 ^ 31 - 1) end -- more than a string can have
g:node("a", { state = "double x;", on = { [Tick] = function(self, event) self.x = event.x end } })
return g
]]

describe("a file that is too large", function()
  local directory

  setup(function()
    directory = exported.directory()
    local file = assert(io.open(directory .. "/large.lua", "wb"))
    file:write(GRAPH)
    file:close()
    exported.run(("cd %s && printf 'x\\n1\\n' >t.csv"):format(directory))
    exported.run(("./flux run %s/large.lua -q --input Tick=%s/t.csv --snapshot %s/good"):format(directory, directory, directory))
    exported.run(("cd %s && cp good long && truncate -s 3G long && truncate -s 3G zeros && : >none"):format(directory))
  end)
  teardown(exported.remove)

  local function says(arguments, status, message)
    local result = command(("./flux %s"):format((arguments:gsub("@", directory .. "/"))))
    assert.same({ status, "flux: " .. message:gsub("@", directory .. "/") .. "\n" }, { result.status, result.err })
  end

  it("is no snapshot, and the message says why", function()
    local size = #exported.run(("cat %s/good"):format(directory))
    says("run @large.lua -q --restore @zeros --input Tick=@t.csv", 1, "@zeros: this is not a snapshot")
    says("run @large.lua -q --restore /dev/zero --input Tick=@t.csv", 1, "/dev/zero: this is not a snapshot")
    says("run @large.lua -q --restore @none --input Tick=@t.csv", 1, "@none: this is not a snapshot")
    says("run @large.lua -q --restore @ --input Tick=@t.csv", 1, "cannot read the snapshot @")
    says("run @large.lua -q --restore @long --input Tick=@t.csv", 1,
      ("@long: the snapshot has something behind it: it has 3221225472 bytes and should have %d"):format(size))
  end)

  it("is no profile", function()
    says("check @large.lua --profile /dev/zero", 1, "/dev/zero: this is no profile; flux run --profile writes one")
  end)

  it("does not keep a pipe from being one", function()
    local line = "cat @good | ./flux run @large.lua -q --restore /dev/stdin --input Tick=@t.csv"
    local result = command((line:gsub("@", directory .. "/")))
    assert.same({ 0, "" }, { result.status, result.err })
  end)

  it("ends the command with the reason when the memory is used up", function()
    local result = command(("GREEDY=1 ./flux check %s/large.lua"):format(directory))
    assert.equal(1, result.status)
    assert.equal("flux: not enough memory\n", result.err)
  end)
end)
