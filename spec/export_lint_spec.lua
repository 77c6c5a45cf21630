-- SPDX-License-Identifier: MIT
-- Exported C is clean under compilers, linters and static analysers: the examples, and graphs that use everything.
local command = require "spec.support.command"
local exported = require "spec.support.exported"

local GRAPHS = {
  "graphs/hello.lua", "graphs/ladder.lua", "graphs/sp500.lua", "graphs/weather.lua",
  "spec/support/graphs/everything.lua", "spec/support/graphs/ticker.lua", "spec/support/graphs/venues.lua",
}

local WARNINGS = "-std=c11 -O2 -ffp-contract=off -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"

-- What is left out of clang-tidy's bugprone-*, cert-* and performance-*:
local TIDY = table.concat({
  "-*", "bugprone-*", "cert-*", "performance-*",
  "-bugprone-easily-swappable-parameters", -- a body's parameters are the inputs that the user declared
  "-bugprone-signed-char-misuse", "-cert-str34-c", -- int8_t is a number in a graph, never a character
  "-cert-flp30-c", -- a numeric `for` whose bounds are no constants counts in doubles, as Lua defines it
}, ",")

-- What is left out of cppcheck: it knows no NaN, for which "x > A is false, so x <= A" does not hold; and where `status` of a cycle
-- is declared is a matter of taste.
local CPPCHECK = "cppcheck --std=c11 --quiet --error-exitcode=1 --enable=warning,style,performance,portability " ..
  "--suppress=knownConditionTrueFalse --suppress=variableScope"

-- As deep as a test has time for; `clang --analyze` alone finds nothing either, and takes four times as long.
local ANALYSE = "clang --analyze -std=c11 -Xclang -analyzer-werror -Xclang -analyzer-config -Xclang max-nodes=40000 -o /dev/null"

-- The vendored mathematics is not flux's: linters and analysers, which need many seconds for it, see its declarations.
local function without_mathematics(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "*a"
  file:close()
  text = text:gsub("/%* NOLINTBEGIN: vendored %*/.-/%* NOLINTEND %*/\n", "")
  text = text:gsub("\nstatic (double flux_%l+%d*%(double[^)]*%);)", "\n%1")
  file = assert(io.open(path:gsub("%.c$", "_own.c"), "wb"))
  file:write(text)
  file:close()
end

describe("exported C", function()
  local out, files

  setup(function()
    out, files = exported.directory(), {}
    for i, script in ipairs(GRAPHS) do
      files[i] = exported.write(script, out)[2]
      without_mathematics(files[i])
    end
    local function add(script, prefix, options)
      options.prefix = prefix
      files[#files + 1] = exported.write(script, out, options)[2]
      without_mathematics(files[#files])
    end
    add("spec/support/graphs/everything.lua", "scanned", { scan = { least = 2, bits = 3 }, batch = false })
    add("spec/support/graphs/everything.lua", "valued", { values = { least = 1, times = 50 }, batch = false })
    add("graphs/ladder.lua", "masked", { unpredictable = true })
  end)
  teardown(exported.remove)

  -- Every graph at once: what the command says of them, which is nothing.
  local function clean(pattern, line, after)
    local loop = "cd %s && for file in %s; do %s $file %s || echo failed: $file; done"
    local result = command(loop:format(out, pattern, line, after or ""))
    assert.equal("", result.out .. result.err)
  end

  it("of every example has no warning with snapshots either", function()
    local directory = exported.directory()
    for script in command("ls graphs/*.lua").out:gmatch "[^\n]+" do
      local file = exported.write(script, directory, { snapshot = true })[2]
      for _, compiler in ipairs { "gcc", "clang" } do
        assert.equal("", exported.run(("%s -c -o /dev/null %s %s"):format(compiler, WARNINGS, file)))
      end
    end
  end)

  it("has no warning with gcc", function() clean("*[!n].c", "gcc -c -o /dev/null " .. WARNINGS) end)

  it("has no warning with clang", function()
    if exported.has "clang" then clean("*[!n].c", "clang -c -o /dev/null " .. WARNINGS) end
  end)

  it("has headers for C++", function()
    for _, path in ipairs(files) do
      local header = path:gsub("%.c$", ".h")
      exported.run("c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -x c++ " .. header)
    end
  end)

  it("has no finding of clang-tidy", function()
    if exported.has "clang-tidy" then
      clean("*_own.c", ("clang-tidy --quiet --warnings-as-errors='*' --checks='%s'"):format(TIDY), "-- -std=c11 2>/dev/null")
    end
  end)

  it("has no finding of cppcheck", function()
    if exported.has "cppcheck" then clean("*_own.c", CPPCHECK) end
  end)

  it("has no finding of clang's analyser", function()
    if exported.has "clang" then clean("*_own.c", ANALYSE) end
  end)

  it("has no finding of gcc's analyser", function()
    if command("gcc --version | grep -q 'Free Software'").status ~= 0 then return pending "gcc is another compiler here" end
    clean("*_own.c", "gcc -std=c11 -O2 -fanalyzer -Werror -c -o /dev/null")
  end)
end)
