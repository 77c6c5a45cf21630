-- SPDX-License-Identifier: MIT
-- flux test: every test and every linter, one line a part, and `N passed, N failed` at the end.
--
--   flux test                 everything
--   flux test lua             one part (see PARTS below)
--
-- A cmocka test and a busted test each count one; a linter counts one. Exit status 1 when anything failed.
local files = require "flux.cli.files"
local interrupt = require "flux.interrupt"
local main = require "flux.cli.main"
local terminal = require "flux.cli.terminal"
local M = {}

M.summary = "build, and run all tests and linters"
M.description = "Runs all tests and linters of a checkout. The output of a part that fails is shown."

local quoted = files.quoted

-- Runs a shell command in the root; its output and exit status.
local function shell(command)
  local log = os.tmpname()
  local ran, good = pcall(interrupt.execute, ("cd %s && { %s; } >%s 2>&1 </dev/null"):format(quoted(main.root), command, quoted(log)))
  local file = assert(io.open(log, "rb"))
  local text = file:read("*a")
  file:close()
  os.remove(log)
  if not ran then error(good, 0) end
  return text, good
end

local function sum(text, pattern)
  local total = 0
  for count in text:gmatch(pattern) do total = total + tonumber(count) end
  return total
end

-- C tests in a build directory of their own; a build that fails is one failed test.
local function ctest(directory, options)
  return function()
    local build = ("cmake -S . -B %s %s && cmake --build %s -j 2"):format(directory, options, directory)
    local text, ok = shell(build)
    if not ok then return 0, 1, text end
    text, ok = shell(("ctest --test-dir %s -V --timeout 300"):format(directory))
    local passed, failed = sum(text, "%[  PASSED  %] (%d+) test"), sum(text, "%[  FAILED  %] (%d+) test")
    if not ok and failed == 0 then failed = 1 end
    if ok and passed == 0 then return 0, 1, text .. "\nno C test was run: is cmocka missing?" end
    return passed, failed, text
  end
end

-- The C test of what two threads share, which stands alone, under ThreadSanitizer.
local TSAN = "d=$(mktemp -d) && clang -std=c11 -g -O1 -fsanitize=thread -I core core/flux_inbox.c core/test/test_inbox.c -lcmocka " ..
  "-lpthread -o $d/test; $d/test; s=$?; rm -r $d; exit $s"

local function threads()
  local text, ok = shell("(" .. TSAN .. ")")
  local passed, failed = sum(text, "%[  PASSED  %] (%d+) test"), sum(text, "%[  FAILED  %] (%d+) test")
  return passed, (not ok or passed == 0) and math.max(failed, 1) or failed, text
end

-- Every spec file is a process of its own: a crash names its file and stops no other, and the processor's cores share the work.
local BUSTED = "find spec -name '*_spec.lua' | sort | xargs -P \"$(getconf _NPROCESSORS_ONLN)\" -I FILE sh -c '" ..
  "log=$2/$(echo \"$1\" | tr / -); busted --output=plainTerminal \"$1\" >\"$log\" 2>&1; " ..
  "echo \"flux test: $?\" >>\"$log\"' sh FILE %s; cat %s/*"

local function busted()
  local directory = os.tmpname()
  os.remove(directory)
  local text = shell(("mkdir %s && %s; rm -rf %s"):format(directory, BUSTED:format(directory, directory), directory))
  local passed, failed, shown = 0, 0, {}
  for log, status in text:gmatch("(.-)flux test: (%d+)\n") do
    local bad = sum(log, "/ (%d+) failure") + sum(log, "/ (%d+) error")
    passed = passed + sum(log, "(%d+) success")
    if status ~= "0" then
      failed = failed + math.max(bad, 1)
      shown[#shown + 1] = log:gsub("^%s+", "") .. (bad == 0 and ("busted ended with status %s\n"):format(status) or "")
    end
  end
  if passed + failed == 0 then return 0, 1, text end
  return passed, failed, table.concat(shown, "\n")
end

local function linter(command, optional)
  return function()
    if optional and not select(2, shell("command -v " .. optional)) then return 0, 0, nil, optional .. " is not installed" end
    local text, ok = shell(command)
    return ok and 1 or 0, ok and 0 or 1, text
  end
end

local C_FILES = "$(ls core/*.c core/*.h core/lua/*.c core/test/*.c core/test/*.h fuzz/*.c 2>/dev/null)"
local CPPCHECK = "cppcheck --std=c11 --error-exitcode=1 --inline-suppr --quiet --enable=warning,portability " ..
  "--suppress=missingIncludeSystem -I core core/*.c core/lua/*.c"
local WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"

-- Parts in the order in which they run: the quick ones first.
local PARTS = {
  { "luacheck", "Lua lint", linter "luacheck -q ." },
  { "shellcheck", "shell lint", linter("shellcheck flux .ci/run rockspec/install.sh", "shellcheck") },
  { "format", "C formatting", linter("clang-format --dry-run -Werror " .. C_FILES) },
  { "cppcheck", "C lint", linter(CPPCHECK) },
  { "clang", "clang warnings", linter(("clang -std=c11 -fsyntax-only %s -I core core/*.c core/lua/*.c"):format(WARNINGS)) },
  { "core", "C tests", ctest("build", "") },
  { "asan", "C tests, ASan + UBSan", ctest("build/asan", "-DFLUX_SANITIZE=ON -DFLUX_WERROR=ON -DCMAKE_BUILD_TYPE=Debug") },
  { "tsan", "C threads, TSan", threads },
  { "lua", "Lua tests", busted },
}

function M.configure(parser)
  local names = {}
  for i, part in ipairs(PARTS) do names[i] = part[1] end
  parser:argument("part", "Only these parts: " .. table.concat(names, ", ") .. "."):args("*")
end

local function chosen(wanted)
  if not wanted or not wanted[1] then return PARTS end
  local list = {}
  for _, name in ipairs(wanted) do
    local found
    for _, part in ipairs(PARTS) do
      if part[1] == name then found = part end
    end
    if not found then main.usage("test: there is no part '%s'", name) end
    list[#list + 1] = found
  end
  return list
end

function M.run(args)
  local passed, failed = 0, 0
  for _, part in ipairs(chosen(args.part)) do
    local start = terminal.seconds()
    io.stdout:write(("%-24s"):format(part[2]))
    io.stdout:flush()
    local good, bad, text, note = part[3]()
    passed, failed = passed + good, failed + bad
    if note then
      print("skipped: " .. note)
    else
      print(("%s  %d passed, %d failed  %.1f s"):format(bad == 0 and "ok  " or "FAIL", good, bad, terminal.seconds() - start))
    end
    if bad > 0 then print((text:gsub("\n*$", ""):gsub("[^\n]+", "    %0"))) end
  end
  print(("%d passed, %d failed"):format(passed, failed))
  return failed == 0 and 0 or 1
end

return M
