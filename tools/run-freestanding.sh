#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles the exported C of graphs/weather.lua for a Cortex-M4 without a C library, runs it under QEMU and on this machine, and
# compares the final state, byte for byte. Reports what it takes of code and memory. docs/embedding.md explains it.
#
#   tools/run-freestanding.sh [ROWS]
set -eu

tools=$(cd "$(dirname "$0")" && pwd)
rows=${1:-500}
packages=
command -v arm-none-eabi-gcc >/dev/null || packages="$packages gcc-arm-none-eabi"
command -v qemu-system-arm >/dev/null || packages="$packages qemu-system-arm"
if [ -n "$packages" ]; then
  echo "installing:$packages" >&2
  # shellcheck disable=SC2086 # one word per package is meant
  apt-get update -qq && apt-get install -y -qq --no-install-recommends $packages >/dev/null
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
declared=$(luajit "$tools/freestanding.lua" "$work" "$rows")

warnings="-Wall -Wextra -Wpedantic -Werror"
from=$tools/freestanding
# shellcheck disable=SC2086 # the warnings are words
${CC:-cc} -std=c11 -O2 -ffp-contract=off $warnings -I"$work" -I"$from" -idirafter /usr/include \
  -o "$work/desktop" "$from/main.c" "$from/desktop.c" "$work/weather.c" -lm
"$work/desktop" >"$work/desktop.txt"

target="-mcpu=cortex-m4 -mthumb -mfloat-abi=soft -std=c11 -Os -ffp-contract=off -ffreestanding -fno-builtin"
target="$target -ffunction-sections -fdata-sections"
for file in "$work/weather.c" "$from/support.c" "$from/main.c" "$from/board.c"; do
  # shellcheck disable=SC2086
  arm-none-eabi-gcc $target $warnings -I"$work" -I"$from" -c -o "$work/$(basename "$file" .c).o" "$file"
done
(
  cd "$work"
  # shellcheck disable=SC2086
  arm-none-eabi-gcc $target -nostdlib -T "$from/board.ld" -Wl,--gc-sections -Wl,-Map=map.txt -o board.elf \
    main.o board.o support.o weather.o -lgcc
)
timeout 60 qemu-system-arm -M mps2-an386 -display none -monitor none -serial none -chardev stdio,id=text \
  -semihosting-config enable=on,target=native,chardev=text -kernel "$work/board.elf" </dev/null >"$work/board.txt"
cmp "$work/desktop.txt" "$work/board.txt" || { diff "$work/desktop.txt" "$work/board.txt"; exit 1; }
echo "the same bytes after $rows rows on $(uname -m) and on a Cortex-M4 under QEMU"

arm-none-eabi-size -A "$work/weather.o" | awk '
  /^\.text/ { code += $2 } /^\.rodata/ { constants += $2 } /^\.(data|bss)/ { memory += $2 }
  END { print "weather.o: code " code " bytes, constants (names and tables for tools) " constants ", static memory " memory + 0 }'
instance=$(arm-none-eabi-nm -S "$work/board.elf" | awk '$4 == "graph" { print $2 }')
# shellcheck disable=SC2086
stack=$(arm-none-eabi-gcc $target -I"$work" -I"$from" -fstack-usage -c -o "$work/stack.o" "$work/weather.c" &&
  awk '$2 > most { most = $2 } END { print most }' "$work/stack.su")
echo "an instance: $((0x$instance)) bytes of memory; the largest stack frame: $stack bytes"
nodes=$(awk '/^[a-z]+ [0-9a-f]/ && $1 != "days" { n = 0; for (i = 2; i <= NF; i++) n += length($i) / 2; total += n } END { print total }' \
  "$work/board.txt")
echo "state of the nodes: $nodes bytes; declared fields: $declared bytes"
