-- SPDX-License-Identifier: MIT
-- Exported C that another thread feeds: flux_inbox.h and flux_inbox.c beside it, without libflux.
local command = require "spec.support.command"
local exported = require "spec.support.exported"

local PROGRAM = [[
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include "flux_inbox.h"
#include "hello.h"

static void print_jump(void *user, const hello_jump *jump) { fprintf(user, "%.17g\n", jump->above); }

static const double prices[] = { 100, 100, 104, 103, 103, 102, 106, 105 };

static void *feed(void *inbox) {
  for (int i = 0; i < 8; i++) {
    const hello_tick_event tick = { .time = i + 1, .price = prices[i] };
    flux_inbox_put_wait(inbox, HELLO_TICK, &tick, 0, -1);
  }
  return NULL;
}

int main(void) {
  static hello_t g;
  const flux_inbox_input inputs[] = { { .size = sizeof(hello_tick_event) } };
  const flux_inbox_spec spec = { inputs, 1, 2 };
  const size_t size = flux_inbox_size(&spec);
  void *memory = malloc(size);
  flux_inbox *inbox;
  pthread_t thread;
  if (flux_inbox_init(memory, size, &spec, &inbox) < 0) return 1;
  hello_init(&g);
  g.on_jump = print_jump;
  g.user = stdout;
  pthread_create(&thread, NULL, feed, inbox);
  for (int count = 0; count < 8;) {
    flux_inbox_wait(inbox, -1);
    for (const flux_inbox_item *item; (item = flux_inbox_take(inbox)) != NULL; count++) {
      if (hello_dispatch(&g, (int)item->input, item->event) < 0) return 1;
    }
  }
  pthread_join(thread, NULL);
  flux_inbox_close(inbox);
  free(memory);
  return 0;
}
]]

describe("an export with an inbox", function()
  teardown(exported.remove)

  it("runs what another thread sends, with no part of libflux", function()
    local out = exported.directory()
    exported.write("graphs/hello.lua", out, { inbox = true })
    local file = assert(io.open(out .. "/program.c", "wb"))
    file:write(PROGRAM)
    file:close()
    for _, compiler in ipairs { "cc", "clang" } do
      if compiler == "cc" or exported.has(compiler) then
        exported.run(compiler .. " -std=c11 -O2 -ffp-contract=off -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror " ..
          "hello.c flux_inbox.c program.c -lpthread -o program", { directory = out })
        -- The two rows that the script's head has: 104 - 102, 106 - 104.1875.
        assert.same({ out = "2\n1.8125\n", err = "", status = 0 }, command("./program", { directory = out }))
      end
    end
    local cpp = "printf '#include \"flux_inbox.h\"\\nint main() { return flux_inbox_size(nullptr) > 1; }\\n' >use.cpp && "
    exported.run(cpp .. "c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -c use.cpp -o use.o", { directory = out })
  end)
end)
