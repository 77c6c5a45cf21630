/* SPDX-License-Identifier: MIT
 * Random graphs against the naive rule: whatever the resolver derives, the observable order of callbacks is that of walking every
 * node in order and asking the rule (S9). The rule below shares nothing with the core: it reads the test's own description.
 *
 * Every callback's verdict is a hash of its node, its role and the cycle, so that the rule can foretell it. Each graph also runs
 * with its callbacks foreign, that is by returning to the host for every one of them: the trace must be the same. */
#include "support.h"
#include <stdio.h>
#include <string.h>

enum { MAX_NODES = 160, FEW_NODES = 24, MAX_INPUTS = 4, MAX_ELEMENTS = 3, EVENTS = 3, KEYS = 3 };

typedef struct in {
  uint32_t flags, count, element[MAX_ELEMENTS];
  int on_input; /* 0: none, 1: dirty, 2: ran */
} in;

typedef struct description {
  uint32_t inputs;
  in input[MAX_INPUTS];
  int handles[EVENTS]; /* bits: 1 plain, 2 quiet instead, 4 filters on key 1, 8 on key 2, 16 otherwise */
  int update, on_arrest, after_update, after_cycle, when_all, timer, always, sink;
} description;

static description graph[MAX_NODES];
static uint32_t nodes;

static uint32_t seed_state;
static uint32_t draw(uint32_t n) {
  seed_state ^= seed_state << 13;
  seed_state ^= seed_state >> 17;
  seed_state ^= seed_state << 5;
  return seed_state % n;
}

static void describe(void) {
  memset(graph, 0, sizeof graph);
  nodes = 3 + draw(draw(5) ? FEW_NODES - 3 : MAX_NODES - 3); /* many: entries wider than one word */
  for (uint32_t n = 0; n < nodes; n++) {
    description *d = &graph[n];
    d->inputs = n ? draw(MAX_INPUTS) : 0;
    for (uint32_t i = 0; i < d->inputs; i++) {
      in *input = &d->input[i];
      input->flags = draw(4) == 0 ? FLUX_PASSIVE : draw(8) == 0 ? FLUX_PREV : 0;
      if (draw(4) == 0) input->flags |= FLUX_LIST;
      input->count = input->flags & FLUX_LIST ? 1 + draw(MAX_ELEMENTS) : 1;
      for (uint32_t e = 0; e < input->count; e++) input->element[e] = draw(n);
      input->on_input = draw(4) == 0 ? 1 + (int)draw(2) : 0;
    }
    for (int t = 0; t < EVENTS; t++)
      if (draw(d->inputs ? 8 : 3) == 0) d->handles[t] = (int)(draw(4) ? 1 : 1 + draw(31));
    d->update = d->inputs && draw(5);
    d->on_arrest = d->inputs && draw(3) == 0;
    d->after_update = draw(5) == 0;
    d->after_cycle = draw(9) == 0;
    d->when_all = d->update && draw(5) == 0;
    d->timer = draw(8) == 0;
    d->always = draw(2) == 0;
    d->sink = draw(4) == 0;
  }
}

/* -- verdicts -------------------------------------------------------------------------------------------------------- */

static int verdict_of(uint32_t node, int role, int64_t cycle) {
  uint32_t hash = node * 2654435761u ^ (uint32_t)role * 40503u ^ (uint32_t)cycle * 2246822519u;
  hash ^= hash >> 15;
  hash *= 2654435761u;
  return (hash >> 13 & 3) != 0; /* mostly dirty */
}
static int is_always(uint32_t node, int role) {
  return graph[node].always && role != FLUX_ON_ARREST;
}

static int answer(void *self, const flux_ctx *ctx, int role) {
  const uint32_t node = (uint32_t)((cell *)self)->count;
  return is_always(node, role) || verdict_of(node, role, ctx->clock->cycle);
}
#define ANSWER(name, role)                                                                                             \
  static int name(void *self, const void *const *inputs, const flux_ctx *ctx) {                                        \
    (void)inputs;                                                                                                      \
    return answer(self, ctx, role);                                                                                    \
  }
ANSWER(handles, FLUX_HANDLER)
ANSWER(ticks, FLUX_TIMER)
ANSWER(hears, FLUX_INPUT)
ANSWER(updates, FLUX_UPDATE)
ANSWER(arrests, FLUX_ON_ARREST)
ANSWER(settles, FLUX_AFTER_UPDATE)
ANSWER(closes, FLUX_AFTER_CYCLE)

/* -- the graph in the core ------------------------------------------------------------------------------------------- */

static int foreign;
static uint32_t facts(uint32_t node, int role) {
  return (is_always(node, role) ? FLUX_ALWAYS_DIRTY : 0) | (foreign ? FLUX_FOREIGN : 0);
}

static void add(world *w, uint32_t n, int role, int event, int input, uint32_t flags, int32_t key, flux_fn fn) {
  const flux_condition is_key = {offsetof(event_data, key), FLUX_T_I32, key};
  const flux_callback_spec spec = {.node = n,
                                   .role = role,
                                   .event = event,
                                   .input = input,
                                   .flags = flags | facts(n, role),
                                   .conditions = &is_key,
                                   .condition_count = key ? 1 : 0,
                                   .fn = foreign ? NULL : fn};
  if (flux_add_callback(w->b, &spec) < 0) fail_msg("%s", flux_builder_error(w->b));
}

static int sink_hears(void *user, const void *state) {
  (void)user;
  (void)state;
  return 0;
}

static char names[MAX_NODES][16];
static void build(world *w) {
  world_new(w, &(flux_options){.on_error = (uint8_t)draw(3), .stream_clock = 1});
  for (int t = 0; t < EVENTS; t++) event(w, (const char *[]){"A", "B", "C"}[t]);
  for (uint32_t n = 0; n < nodes; n++) {
    const description *d = &graph[n];
    const cell initial = {0, n};
    snprintf(names[n], sizeof names[n], "n%u", n);
    node_with(w, (flux_node_spec){.name = names[n],
                                  .initial = &initial,
                                  .when_all = (uint8_t)d->when_all,
                                  .timer = (uint8_t)d->timer,
                                  .every = d->timer ? 100 * (n % 3 + 1) : 0});
    for (uint32_t i = 0; i < d->inputs; i++)
      input_list(w, n, (const char *[]){"i0", "i1", "i2", "i3"}[i], d->input[i].flags, d->input[i].count,
                 d->input[i].element);
    for (int t = 0; t < EVENTS; t++) {
      const int bits = d->handles[t];
      if (bits & 4) add(w, n, FLUX_HANDLER, t, -1, 0, 1, handles);
      if (bits & 8) add(w, n, FLUX_HANDLER, t, -1, 0, 2, handles);
      if (bits & 16) add(w, n, FLUX_HANDLER, t, -1, FLUX_OTHERWISE, 0, handles);
      if (bits & 3) add(w, n, FLUX_HANDLER, t, -1, bits & 2 ? FLUX_QUIET : 0, 0, handles);
    }
    if (d->timer) add(w, n, FLUX_TIMER, -1, -1, 0, 0, ticks);
    for (uint32_t i = 0; i < d->inputs; i++)
      if (d->input[i].on_input) add(w, n, FLUX_INPUT, -1, (int)i, d->input[i].on_input == 2 ? FLUX_RAN : 0, 0, hears);
    if (d->update) add(w, n, FLUX_UPDATE, -1, -1, 0, 0, updates);
    if (d->on_arrest) add(w, n, FLUX_ON_ARREST, -1, -1, 0, 0, arrests);
    if (d->after_update) add(w, n, FLUX_AFTER_UPDATE, -1, -1, 0, 0, settles);
    if (d->after_cycle) add(w, n, FLUX_AFTER_CYCLE, -1, -1, 0, 0, closes);
  }
  for (uint32_t n = 0, s = 0; n < nodes; n++)
    if (graph[n].sink) flux_add_sink(w->b, names[n], n), s++;
}

/* -- the naive rule -------------------------------------------------------------------------------------------------- */

static struct {
  char text[65536];
  size_t at;
  int64_t cycle, now;
  int dirty[MAX_NODES], ran[MAX_NODES], held_dirty[MAX_NODES], held_ran[MAX_NODES], valid[MAX_NODES];
  int begun_dirty[MAX_NODES], begun_ran[MAX_NODES]; /* of the trigger's cycle: what was held */
} rule;

static void say(const char *what, uint32_t node, int index, int outcome) {
  rule.at +=
      (size_t)snprintf(rule.text + rule.at, sizeof rule.text - rule.at, "%lld:%s%u", (long long)rule.cycle, what, node);
  if (index >= 0) rule.at += (size_t)snprintf(rule.text + rule.at, sizeof rule.text - rule.at, "[%d]", index);
  rule.at += (size_t)snprintf(rule.text + rule.at, sizeof rule.text - rule.at, "%s ", outcome ? "" : "-");
}

static const char *const role_words[] = {"h", "t", "i", "u", "", "a", "s", "c"};
static void call_rule(uint32_t n, int role, int index, int quiet) {
  const int outcome = is_always(n, role) || verdict_of(n, role, rule.cycle);
  const int counts = !quiet && role != FLUX_INPUT && role < FLUX_AFTER_UPDATE;
  say(role_words[role], n, index, outcome || !counts);
  if (!counts) return;
  rule.ran[n] = 1;
  if (outcome) rule.dirty[n] = rule.valid[n] = 1;
}

static int is_dirty(uint32_t n) {
  return rule.dirty[n] || rule.begun_dirty[n];
}
static int has_run(uint32_t n) {
  return rule.ran[n] || rule.begun_ran[n];
}
static int is_valid(uint32_t n) {
  return rule.valid[n];
}
static int any(const in *input, int (*is)(uint32_t)) {
  for (uint32_t e = 0; e < input->count; e++)
    if (is(input->element[e])) return 1;
  return 0;
}
static int any_trigger(uint32_t n, int (*is)(uint32_t)) {
  for (uint32_t i = 0; i < graph[n].inputs; i++)
    if (!(graph[n].input[i].flags & (FLUX_PASSIVE | FLUX_PREV)) && any(&graph[n].input[i], is)) return 1;
  return 0;
}
static int waits(uint32_t n) {
  for (uint32_t i = 0; i < graph[n].inputs; i++)
    if (graph[n].when_all && !(graph[n].input[i].flags & (FLUX_PASSIVE | FLUX_PREV)) &&
        !any(&graph[n].input[i], is_valid))
      return 1;
  return 0;
}

static void at_node(uint32_t n, int event, int key, int timer, int buffered) {
  const description *d = &graph[n];
  if (event >= 0) {
    const int bits = d->handles[event];
    const int matched = (bits & 4 && key == 1) || (bits & 8 && key == 2);
    if (matched) call_rule(n, FLUX_HANDLER, -1, 0);
    if (bits & 16 && !matched) call_rule(n, FLUX_HANDLER, -1, 0);
    if (bits & 3) call_rule(n, FLUX_HANDLER, -1, bits & 2);
  }
  if (timer && d->timer && rule.now % (100 * (n % 3 + 1)) == 0) call_rule(n, FLUX_TIMER, -1, 0);
  for (uint32_t i = 0; i < d->inputs; i++) {
    const in *input = &d->input[i];
    if (!input->on_input || input->flags & FLUX_PREV) continue;
    for (uint32_t e = 0; e < input->count; e++)
      if (input->on_input == 2 ? rule.ran[input->element[e]] : rule.dirty[input->element[e]])
        call_rule(n, FLUX_INPUT, input->flags & FLUX_LIST ? (int)e : -1, 0);
  }
  if (buffered) return;
  if (any_trigger(n, is_dirty)) {
    if (d->update && !waits(n)) call_rule(n, FLUX_UPDATE, -1, 0);
  } else if (d->on_arrest && any_trigger(n, has_run)) {
    call_rule(n, FLUX_ON_ARREST, -1, 0);
  }
}

static void cycle_rule(int event, int key, int timer, int buffered, int trigger) {
  rule.cycle++;
  memset(rule.dirty, 0, sizeof rule.dirty);
  memset(rule.ran, 0, sizeof rule.ran);
  for (uint32_t n = 0; n < nodes; n++) {
    rule.begun_dirty[n] = trigger && rule.held_dirty[n];
    rule.begun_ran[n] = trigger && rule.held_ran[n];
    if (trigger) rule.held_dirty[n] = rule.held_ran[n] = 0;
  }
  for (uint32_t n = 0; n < nodes; n++) at_node(n, event, key, timer, buffered);
  for (uint32_t n = 0; n < nodes && buffered; n++) {
    rule.held_dirty[n] |= rule.dirty[n];
    rule.held_ran[n] |= rule.ran[n];
  }
  if (buffered) return;
  for (uint32_t n = nodes; n-- > 0;)
    if (graph[n].after_update && is_dirty(n)) call_rule(n, FLUX_AFTER_UPDATE, -1, 0);
  for (uint32_t n = nodes; n-- > 0;)
    if (graph[n].after_cycle) call_rule(n, FLUX_AFTER_CYCLE, -1, 0);
  uint32_t sink = 0;
  for (uint32_t n = 0; n < nodes; n++) {
    if (!graph[n].sink) continue;
    if (is_dirty(n)) say("sink", sink, -1, 1);
    sink++;
  }
}

static int any_held(void) {
  for (uint32_t n = 0; n < nodes; n++)
    if (rule.held_ran[n]) return 1;
  return 0;
}
static int is_handled(int event) {
  for (uint32_t n = 0; n < nodes; n++)
    if (graph[n].handles[event]) return 1;
  return 0;
}
static void trigger_rule(void) {
  if (any_held()) cycle_rule(-1, 0, 0, 0, 1);
}
static void advance_rule(int64_t time) {
  for (; rule.now + 100 <= time;) {
    int due = 0;
    rule.now += 100;
    for (uint32_t n = 0; n < nodes; n++) due |= graph[n].timer && rule.now % (100 * (n % 3 + 1)) == 0;
    if (!due) continue;
    trigger_rule();
    cycle_rule(-1, 0, 1, 0, 0);
  }
}

/* -- both ------------------------------------------------------------------------------------------------------------ */

static int host_answers(world *w) {
  const flux_clockwork *clock = flux_engine_clock(w->e);
  const flux_plan_callback *callback = flux_plan_callbacks(w->plan, NULL) + clock->call;
  return is_always(callback->node, callback->role) || verdict_of(callback->node, callback->role, clock->cycle);
}
static void drive(world *w, int rc) {
  while (rc == FLUX_CALL) rc = flux_resume(w->e, host_answers(w));
  if (rc) fail_msg("%d: %s", rc, flux_engine_error(w->e));
}

static void compare(world *w) {
  char line[64];
  size_t at = 0;
  assert_true(w->recorded < sizeof w->records / sizeof *w->records);
  for (uint64_t i = 0; i < w->recorded; i++) {
    const flux_trace_record *r = &w->records[i];
    size_t size;
    if (r->callback & FLUX_TRACE_SINK) {
      size = (size_t)snprintf(line, sizeof line, "%lld:sink%u", (long long)r->cycle,
                              r->callback & ~(uint32_t)FLUX_TRACE_SINK);
    } else {
      const flux_plan_callback *c = flux_plan_callbacks(w->plan, NULL) + r->callback;
      size = (size_t)snprintf(line, sizeof line, "%lld:%s%u", (long long)r->cycle, role_words[c->role], c->node);
    }
    if (r->index >= 0) size += (size_t)snprintf(line + size, sizeof line - size, "[%d]", r->index);
    size += (size_t)snprintf(line + size, sizeof line - size, "%s ", r->outcome ? "" : "-");
    if (strncmp(rule.text + at, line, size) != 0) {
      static char dump[65536];
      flux_plan_dump(w->plan, dump, sizeof dump);
      print_error("%s", dump);
      fail_msg("core: %s rule: %.40s (before: %.*s)", line, rule.text + at, (int)(at < 80 ? at : 80),
               rule.text + (at < 80 ? 0 : at - 80));
    }
    at += size;
  }
  if (at != rule.at) fail_msg("the core stops short of: %.60s", rule.text + at);
  w->recorded = 0;
  rule.at = 0;
}

static void run(uint32_t seed) {
  static world w;
  seed_state = seed * 2654435761u + 1;
  describe();
  foreign = draw(2) == 0;
  build(&w);
  world_start(&w);
  uint32_t sinks = 0;
  for (uint32_t n = 0; n < nodes; n++)
    if (graph[n].sink) flux_on(w.e, sinks++, sink_hears, NULL, 0);
  memset(&rule, 0, sizeof rule);
  drive(&w, flux_advance(w.e, 0));
  for (int step = 0; step < 40; step++) {
    const int type = (int)draw(EVENTS), key = (int)draw(KEYS), what = (int)draw(8);
    if (what == 0) {
      trigger_rule();
      drive(&w, flux_trigger(w.e));
    } else if (what == 1) {
      const int64_t time = rule.now + 100 * draw(4);
      advance_rule(time);
      drive(&w, flux_advance(w.e, time));
    } else if (is_handled(type)) {
      const int buffered = what < 4;
      if (!buffered) trigger_rule();
      cycle_rule(type, key, 0, buffered, 0);
      drive(&w, (buffered ? buffer : send)(&w, type, 0, key, 0));
    }
    compare(&w);
  }
  world_free(&w);
}

static void random_graphs_follow_the_naive_rule(void **ctx) {
  (void)ctx;
  for (uint32_t seed = 1; seed <= 1500; seed++) run(seed);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_graphs_follow_the_naive_rule)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
