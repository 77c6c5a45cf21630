/* SPDX-License-Identifier: MIT
 * fx_abi.c -- the table of sizes and offsets by which a host that reads memory checks that it reads this library's structs.
 *
 * The table is a constant: its numbers are digits that the compiler works out, so that it needs neither memory nor a first call.
 * A line is "struct offset size" or "struct.field offset size". */
#include "flux.h"

/* Every struct of flux_abi.h with every field. */
/* clang-format off */
#define FX_ABI(S, F)                                                                                                   \
  S(flux_step) F(flux_step, callback) F(flux_step, guard) F(flux_step, targets) F(flux_step, role)                     \
    F(flux_step, seed) F(flux_step, flags) F(flux_step, partner)                                                       \
  S(flux_target) F(flux_target, mask) F(flux_target, word) F(flux_target, flag)                                        \
  S(flux_region) F(flux_region, guard) F(flux_region, first) F(flux_region, end) F(flux_region, parent)                \
  S(flux_guard) F(flux_guard, first) F(flux_guard, count)                                                              \
  S(flux_watch) F(flux_watch, node) F(flux_watch, guard)                                                               \
  S(flux_prev_copy) F(flux_prev_copy, node) F(flux_prev_copy, source) F(flux_prev_copy, copy)                          \
    F(flux_prev_copy, size)                                                                                            \
  S(flux_condition) F(flux_condition, offset) F(flux_condition, type) F(flux_condition, value)                         \
  S(flux_entry) F(flux_entry, kind) F(flux_entry, event) F(flux_entry, first_step) F(flux_entry, steps)                \
    F(flux_entry, settle) F(flux_entry, publish) F(flux_entry, first_region) F(flux_entry, regions)                    \
    F(flux_entry, first_guard) F(flux_entry, guards) F(flux_entry, first_watch) F(flux_entry, watches)                 \
    F(flux_entry, first_copy) F(flux_entry, copies) F(flux_entry, words) F(flux_entry, first_seed)                     \
    F(flux_entry, first_match) F(flux_entry, matches) F(flux_entry, flags) F(flux_entry, reserved)                     \
  S(flux_plan_callback) F(flux_plan_callback, node) F(flux_plan_callback, role) F(flux_plan_callback, reserved)        \
    F(flux_plan_callback, flags) F(flux_plan_callback, input) F(flux_plan_callback, element)                           \
    F(flux_plan_callback, event)                                                                                       \
  S(flux_plan_node) F(flux_plan_node, name) F(flux_plan_node, position) F(flux_plan_node, state)                       \
    F(flux_plan_node, size) F(flux_plan_node, first_input) F(flux_plan_node, inputs) F(flux_plan_node, kind)           \
    F(flux_plan_node, timer) F(flux_plan_node, flags)                                                                  \
  S(flux_clockwork) F(flux_clockwork, now) F(flux_clockwork, cycle) F(flux_clockwork, next_deadline)                   \
    F(flux_clockwork, wall) F(flux_clockwork, attention) F(flux_clockwork, status) F(flux_clockwork, has_now)          \
    F(flux_clockwork, has_wall) F(flux_clockwork, running) F(flux_clockwork, publishing)                               \
    F(flux_clockwork, reserved) F(flux_clockwork, state) F(flux_clockwork, due) F(flux_clockwork, valid)               \
    F(flux_clockwork, dirty_at) F(flux_clockwork, call) F(flux_clockwork, index) F(flux_clockwork, event)              \
    F(flux_clockwork, late) F(flux_clockwork, unhandled) F(flux_clockwork, skipped)                                    \
    F(flux_clockwork, clock_reads)                                                                                     \
  S(flux_trace_record) F(flux_trace_record, cycle) F(flux_trace_record, callback) F(flux_trace_record, outcome)        \
    F(flux_trace_record, index) F(flux_trace_record, reserved)                                                         \
  S(flux_audit_ring) F(flux_audit_ring, magic) F(flux_audit_ring, version) F(flux_audit_ring, record_size)             \
    F(flux_audit_ring, fingerprint) F(flux_audit_ring, next) F(flux_audit_ring, limit) F(flux_audit_ring, read) F(flux_audit_ring, lost)        \
    F(flux_audit_ring, capacity) F(flux_audit_ring, overwrite) F(flux_audit_ring, text) F(flux_audit_ring, scratch)    \
    F(flux_audit_ring, checksum) F(flux_audit_ring, graph)                                                             \
  S(flux_audit_record) F(flux_audit_record, cycle) F(flux_audit_record, time) F(flux_audit_record, kind)               \
    F(flux_audit_record, outcome) F(flux_audit_record, event) F(flux_audit_record, subject)                            \
    F(flux_audit_record, value)
/* clang-format on */

#define DIGITS(n)                                                                                                      \
  { (char)('0' + (n) / 1000 % 10), (char)('0' + (n) / 100 % 10), (char)('0' + (n) / 10 % 10), (char)('0' + (n) % 10) }
#define LINE(id, length)   char name_##id[length], gap_##id, offset_##id[4], space_##id, size_##id[4], end_##id;
#define STRUCT_MEMBER(s)   LINE(s, sizeof #s - 1)
#define FIELD_MEMBER(s, f) LINE(s##_##f, sizeof #s "." #f - 1)
#define STRUCT_TEXT(s)     #s, ' ', DIGITS(0), ' ', DIGITS(sizeof(s)), '\n',
#define FIELD_TEXT(s, f)   #s "." #f, ' ', DIGITS(offsetof(s, f)), ' ', DIGITS(sizeof(((s *)0)->f)), '\n',

static const struct table {
  FX_ABI(STRUCT_MEMBER, FIELD_MEMBER)
  char end;
} table = {FX_ABI(STRUCT_TEXT, FIELD_TEXT) '\0'};

const char *flux_abi_table(void) {
  return (const char *)&table;
}
