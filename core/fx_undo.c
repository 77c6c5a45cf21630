/* SPDX-License-Identifier: MIT
 * fx_undo.c -- policy "rollback": before a node's first write in a cycle its state goes into a shadow of the state block, at the
 * same place; a failed cycle copies back what it saved. The cost is the bytes of the nodes that ran. */
#include "fx_engine.h"
#include <string.h>

static void copy_state(const flux_engine *e, uint8_t *to, const uint8_t *from, uint32_t node) {
  const flux_plan_node *known = fx_plan_nodes(e->plan) + node;
  memcpy(to + known->state, from + known->state, known->size);
}

/* What earlier cycles saved is forgotten by the first that saves again. */
static void begin(flux_engine *e) {
  if (e->undo.serial == e->serial) return;
  e->undo.serial = e->serial;
  e->undo.count = e->undo.timer_count = 0;
}

void fx_undo_save(flux_engine *e, uint32_t node) {
  fx_undo *undo = &e->undo;
  if (undo->stamp[node] == e->serial) return;
  begin(e);
  undo->stamp[node] = e->serial;
  undo->nodes[undo->count++] = node;
  undo->valid[node] = e->clock.valid[node];
  undo->dirty_at[node] = e->clock.dirty_at[node];
  copy_state(e, undo->state, e->clock.state, node);
}

void fx_undo_save_shot(flux_engine *e, uint32_t timer) {
  fx_undo *undo = &e->undo;
  if (undo->shot_stamp[timer] == e->serial) return;
  begin(e);
  undo->shot_stamp[timer] = e->serial;
  undo->shots[timer] = e->timers[timer].shot;
  undo->timers[undo->timer_count++] = timer;
}

void fx_undo_restore(flux_engine *e) {
  const fx_undo *undo = &e->undo;
  begin(e);
  for (uint32_t i = 0; i < undo->count; i++) {
    const uint32_t node = undo->nodes[i];
    copy_state(e, e->clock.state, undo->state, node);
    e->clock.valid[node] = undo->valid[node];
    e->clock.dirty_at[node] = undo->dirty_at[node];
  }
  for (uint32_t i = 0; i < undo->timer_count; i++) fx_timer_set_shot(e, undo->timers[i], undo->shots[undo->timers[i]]);
  e->undo.count = e->undo.timer_count = 0;
}

void flux_engine_save(flux_engine *e, uint32_t node) {
  if (e->options.on_error == 2 && node < fx_plan_nodes_count(e->plan)) fx_undo_save(e, node);
}
