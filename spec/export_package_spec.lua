-- SPDX-License-Identifier: MIT
-- An export with its CMakeLists.txt is a package: other projects add it as a subdirectory, or find it where it is installed.
local command = require "spec.support.command"
local exported = require "spec.support.exported"

local CONSUMER = [[
#include <stdio.h>
#include "hello.h"

static void print_jump(void *user, const hello_jump *jump) { fprintf(user, "above %g\n", jump->above); }

int main(void) {
  hello_t g;
  hello_init(&g);
  g.on_jump = print_jump;
  g.user = stdout;
  const double prices[] = { 100, 101, 104 };
  for (int i = 0; i < 3; i++) {
    if (hello_on_tick(&g, &(hello_tick_event){ .time = i, .price = prices[i] }) < 0) return 1;
  }
  return 0;
}
]]
-- mean: 100, 100.5, 102.25; only 104 is 1 or more above it.
local PRINTED = "above 1.75\n"

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

local function consumer(how)
  local directory = exported.directory()
  write(directory .. "/consumer.c", CONSUMER)
  write(directory .. "/CMakeLists.txt", ([[
cmake_minimum_required(VERSION 3.13)
project(consumer C)
%s
add_executable(consumer consumer.c)
target_link_libraries(consumer PRIVATE hello::hello)
]]):format(how))
  return directory
end

local function build(directory, options)
  exported.run(("cmake -S %s -B %s/build %s && cmake --build %s/build"):format(directory, directory, options or "", directory))
end

describe("an exported package", function()
  local out

  setup(function()
    out = exported.directory()
    exported.write("graphs/hello.lua", out, { main = true, cmake = true })
  end)
  teardown(exported.remove)

  it("is used through add_subdirectory", function()
    local directory = consumer(("add_subdirectory(%s hello)"):format(out))
    build(directory)
    assert.equal(PRINTED, exported.run(directory .. "/build/consumer"))
  end)

  it("is installed, and used through find_package", function()
    local prefix = exported.directory()
    build(out, "-DCMAKE_INSTALL_PREFIX=" .. prefix)
    exported.run(("cmake --install %s/build"):format(out))
    local directory = consumer "find_package(hello REQUIRED)"
    build(directory, "-DCMAKE_PREFIX_PATH=" .. prefix)
    assert.equal(PRINTED, exported.run(directory .. "/build/consumer"))
  end)

  it("has the driver as a program", function()
    build(out)
    local text = exported.run(("%s/build/hello_run --input Tick=graphs/data/hello.csv"):format(out))
    assert.truthy(text:find("1.8125", 1, true))
  end)

  it("takes another prefix everywhere", function()
    local directory = exported.directory()
    local result = command(("./flux export graphs/hello.lua -o %s --prefix my_graph --main --cmake"):format(directory))
    assert.same({ 0, "" }, { result.status, result.err })
    assert.equal(("%s/my_graph.h\n%s/my_graph.c\n%s/main.c\n%s/CMakeLists.txt\n"):gsub("%%s", directory), result.out)
    build(directory)
    exported.run(("%s/build/my_graph_run --input Tick=graphs/data/hello.csv"):format(directory))
    local symbols = exported.run(("nm -g --defined-only %s/build/libmy_graph.a"):format(directory))
    for name in symbols:gmatch "[TDRB] ([%w_]+)" do assert.truthy(name:find "^my_graph_", name) end
  end)
end)
