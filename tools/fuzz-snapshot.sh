#!/bin/sh
# SPDX-License-Identifier: MIT
# Restores random bytes under the address and undefined-behaviour sanitizers, guided by coverage (libFuzzer).
#
#   tools/fuzz-snapshot.sh             one minute
#   tools/fuzz-snapshot.sh 3600        an hour; the corpus is kept in build/fuzz/snapshot, so that a later run goes on
#
# Needs clang with its runtime libraries (Debian: libclang-rt-14-dev).
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
out=build/fuzz
mkdir -p $out/snapshot
clang -std=c11 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -ffp-contract=off -Icore \
  core/test/fuzz/fuzz_snapshot.c core/fx_*.c -o $out/fuzz_snapshot
exec $out/fuzz_snapshot -max_total_time="$seconds" -max_len=2048 -artifact_prefix=$out/ -print_final_stats=1 $out/snapshot
