-- SPDX-License-Identifier: MIT
-- The peers of the benchmarks, as far as that needs no network: what they do when they cannot be had, and that what is said of them
-- is so.
local command = require "spec.support.command"

local PEERS = { "csp", "fluxtion", "rxjava", "wingfoil" }
local TOOL = { csp = "python3", fluxtion = "mvn", rxjava = "mvn", wingfoil = "cargo" }

local function slurp(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

describe("a peer", function()
  local place

  local function have(names)
    for _, name in ipairs(names) do os.execute(("ln -s \"$(command -v %s)\" '%s/bin/%s'"):format(name, place, name)) end
  end

  -- A copy, so that nothing is built yet, and a directory of commands for PATH.
  before_each(function()
    place = os.tmpname()
    os.remove(place)
    os.execute(("mkdir -p '%s/bin' '%s/bench' && cp -r bench/peers '%s/bench/peers'"):format(place, place, place))
    have { "bash" }
  end)
  after_each(function() os.execute("rm -rf '" .. place .. "'") end)

  -- A tool that cannot do what it is asked to, as without a network.
  local function broken(name)
    local file = assert(io.open(place .. "/bin/" .. name, "w"))
    file:write("#!/bin/sh\necho no network\necho no network >&2\nexit 1\n")
    file:close()
    os.execute(("chmod +x '%s/bin/%s'"):format(place, name))
  end

  local function build(peer, more)
    return command(("%s PATH='%s/bin' '%s/bin/bash' '%s/bench/peers/%s/build.sh'"):format(more or "", place, place, place, peer))
  end

  it("is skipped with one line and status 77 where its tool is missing", function()
    for _, peer in ipairs(PEERS) do
      local result = build(peer)
      assert.same({ out = "", err = ("%s: skipped, no %s on PATH\n"):format(peer, TOOL[peer]), status = 77 }, result)
    end
  end)

  it("is skipped with one line and status 77 where its registry cannot be reached", function()
    have { "find", "mkdir", "cp", "ln", "rm", "sed", "xargs", "readlink" }
    local made = "cd '%s' && mkdir -p jdk/bin && ln -s /bin/true jdk/bin/javac && echo 'JAVA_VERSION=\"17.0.1\"' > jdk/release"
    os.execute(made:format(place))
    for _, peer in ipairs(PEERS) do
      broken(TOOL[peer])
      local result = build(peer, "JAVA_HOME='" .. place .. "/jdk'")
      assert.matches("^" .. peer .. ": skipped, [^\n]+\n$", result.err)
      assert.equal("", result.out)
      assert.equal(77, result.status)
    end
  end)

  it("is built and served by executables of its own", function()
    for _, peer in ipairs(PEERS) do
      for _, script in ipairs { "build.sh", "serve.sh" } do
        assert.equal(0, command(("test -x bench/peers/%s/%s"):format(peer, script)).status)
      end
    end
  end)

  it("has the version that is built in the list of dependencies and in what is said of it", function()
    local versions = {
      csp = slurp("bench/peers/csp/build.sh"):match("csp==([%d.]+)"),
      fluxtion = slurp("bench/peers/fluxtion/pom.xml"):match("<artifactId>compiler</artifactId>%s*<version>([^<]+)"),
      rxjava = slurp("bench/peers/rxjava/pom.xml"):match("<artifactId>rxjava</artifactId>%s*<version>([^<]+)"),
      wingfoil = slurp("bench/peers/wingfoil/Cargo.toml"):match('wingfoil = "=([%d.]+)"'),
    }
    local said, dependencies = slurp("bench/peers/README.md"), slurp("docs/dependencies.md")
    for _, peer in ipairs(PEERS) do
      assert.truthy(said:find(" " .. versions[peer] .. " |", 1, true), peer)
      assert.truthy(dependencies:find(" " .. versions[peer] .. " |", 1, true), peer)
    end
    assert.truthy(slurp("bench/peers/fluxtion/Arm.java"):find('compiler ' .. versions.fluxtion .. '"', 1, true))
    assert.truthy(slurp("bench/peers/rxjava/Arm.java"):find('rxjava ' .. versions.rxjava .. '"', 1, true))
    assert.truthy(slurp("bench/peers/wingfoil/src/main.rs"):find('wingfoil ' .. versions.wingfoil .. ",", 1, true))
  end)
end)
