-- SPDX-License-Identifier: MIT
-- S18: transcendental functions give the same bits on every compiler, optimisation level and architecture, and these are the
-- bits of the correctly rounded result. Values from mpmath and from C11 annex F (spec/reference/math.py).
local ffi = require "ffi"
local mathlib = require "flux.export.mathlib"

local DIRECTORY = os.tmpname()
os.remove(DIRECTORY)
local FLAGS = "-std=c11 -ffp-contract=off -Icore/math "
local SOURCES = " spec/math/check.c core/math/*.c -lm"

local function run(command)
  local pipe = io.popen(command .. " 2>&1; echo status=$?")
  local output = pipe:read("*a")
  pipe:close()
  local text, status = output:match("^(.*)status=(%d+)\n$")
  return text, tonumber(status)
end

local function have(program) return select(2, run("command -v " .. program)) == 0 end

---Builds the check program with each compiler command in parallel; returns their programs' paths.
local function build(commands)
  local lines, programs = {}, {}
  for i, command in ipairs(commands) do
    programs[i] = ("%s/check%d"):format(DIRECTORY, i)
    lines[i] = ("%s %s -o %s %s"):format(command, FLAGS, programs[i], SOURCES)
  end
  local output, status = run("printf '%s\\n' '" .. table.concat(lines, "' '") .. "' | xargs -P 4 -I{} sh -c '{}'")
  assert(status == 0, output)
  return programs
end

local function write(path, text)
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
end

local function bits(x)
  local box = ffi.new("union { double d; uint64_t u; }", { d = x })
  return bit.tohex(box.u)
end

describe("portable functions", function()
  setup(function() assert(os.execute("mkdir -p " .. DIRECTORY) == 0) end)
  teardown(function() os.execute("rm -rf " .. DIRECTORY) end)

  it("agree with mpmath and annex F to the bit", function()
    local program = build({ "cc -O1" })[1]
    local output, status = run(program .. " spec/reference/math_values.csv")
    assert.equal("0 of 4271 differ\n", output)
    assert.equal(0, status)
  end)

  it("give one checksum per function on every compiler, level and architecture", function()
    local commands, prefix = {}, {}
    local function add(command, emulator)
      commands[#commands + 1] = command
      prefix[#commands] = emulator or ""
    end
    -- Each file is large, so the default is one level per compiler and way; FLUX_MATH_ALL=1 builds them all.
    local levels = { gcc = { "-O0", "-O3" }, clang = { "-O2" } }
    if os.getenv("FLUX_MATH_ALL") then
      levels = { gcc = { "-O0", "-O1", "-O2", "-O3" }, clang = { "-O0", "-O1", "-O2", "-O3" } }
      local flags = io.open("/proc/cpuinfo")
      if flags and flags:read("*a"):find("%f[%w]fma%f[%W]") then add("cc -O3 -mfma") end
      if flags then flags:close() end
    end
    for _, cc in ipairs { "gcc", "clang" } do
      for _, level in ipairs(have(cc) and levels[cc] or {}) do
        add(cc .. " " .. level)
      end
    end
    add("cc -O2 -DFLUX_MATH_LIBRARY_FMA")
    if have("clang") then add("clang -O1 -DFLUX_MATH_BITINT") end -- what a target of 32 bits uses
    if have("aarch64-linux-gnu-gcc") and have("qemu-aarch64") then
      add("aarch64-linux-gnu-gcc -static -O2", "qemu-aarch64 ")
    end
    local file = assert(io.open("spec/reference/math_checksums.csv"))
    local expected = file:read("*a")
    file:close()
    for i, program in ipairs(build(commands)) do
      assert.equal(expected, (run(prefix[i] .. program)), commands[i])
    end
  end)
end)

describe("mathlib.sources", function()
  setup(function() assert(os.execute("mkdir -p " .. DIRECTORY) == 0) end)
  teardown(function() os.execute("rm -rf " .. DIRECTORY) end)

  ---C whose main prints the bits of f(0.7[, 1.3]) for each name.
  local function program(names)
    local lines = { (mathlib.sources(names)), "#include <stdio.h>", "int main(void) {" }
    for _, name in ipairs(names) do
      local second = #mathlib.by_name[name].params == 2 and ", 1.3" or ""
      lines[#lines + 1] = ("  printf(\"%s %%016llx\\n\", (union { double f; unsigned long long u; }){ flux_%s(0.7%s) }.u);"):format(
        name,
        name,
        second
      )
    end
    lines[#lines + 1] = "  return 0;\n}\n"
    return table.concat(lines, "\n")
  end

  it("is self-contained and clean at the level of exported C", function()
    local all = {}
    for i, f in ipairs(mathlib.functions) do all[i] = f.name end
    local path = DIRECTORY .. "/all.c"
    write(path, program(all))
    local first
    for _, cc in ipairs { "gcc", "clang" } do
      if have(cc) then
        local strict = " -std=c11 -O1 -ffp-contract=off -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror "
        local output, status = run(cc .. strict .. "-o " .. path .. ".out " .. path .. " -lm")
        assert(status == 0, output)
        local printed = run(path .. ".out")
        first = first or printed
        assert.equal(first, printed)
      end
    end
    assert.truthy(first:find("log " .. bits(-0.35667494393873245), 1, true)) -- log 0.7
    assert.truthy(first:find("pow " .. bits(0.6289664092534478), 1, true)) -- 0.7 ^ 1.3
  end)

  it("defines what is asked for and no more, in a fixed order", function()
    local text, needs = mathlib.sources { "sinh", "exp" }
    assert.truthy(text:find("\nstatic double flux_exp%(double x%)"))
    assert.truthy(text:find("\nstatic double flux_sinh%(double x%)"))
    assert.falsy(text:find("flux_log", 1, true))
    assert.equal(text, (mathlib.sources { "exp", "sinh", "exp" }))
    assert.same({ int128 = false, libm = true }, needs)
    assert.truthy(text:find("Copyright", 1, true))
  end)

  it("says each licence once, and whose each function is", function()
    local text = mathlib.sources { "pow", "sin", "log", "atan2", "log10" }
    local _, licences = text:gsub("Permission is hereby granted", "")
    assert.equal(1, licences)
    local seen = {}
    for comment in text:gmatch "/%*.-%*/" do
      if comment:find("Copyright", 1, true) then
        assert.is_nil(seen[comment], comment)
        seen[comment] = true
      end
    end
    for name in ("pow sin log atan2 log10"):gmatch "%S+" do -- nobody's name is lost
      local file = assert(io.open("core/math/" .. name .. ".c"))
      for owner in file:read("*a"):gmatch "Copyright[^\n]*" do assert.truthy(text:find(owner, 1, true), owner) end
      file:close()
    end
  end)

  it("is empty for no names, and refuses a name it does not have", function()
    assert.equal("", (mathlib.sources {}))
    assert.has_error(function() mathlib.sources { "gamma" } end, "flux: there is no portable function 'gamma'")
  end)
end)
