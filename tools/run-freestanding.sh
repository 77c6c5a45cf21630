#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles the exported C of a graph for a Cortex-M4 without a C library, runs it under QEMU and on this machine, and compares the
# final state, byte for byte. Reports what it takes of code and memory. docs/embedding.md explains it.
#
#   tools/run-freestanding.sh [ROWS]              graphs/weather.lua by gcc; tools/freestanding/functions.lua by clang
#   tools/run-freestanding.sh ROWS GRAPH [gcc|clang]
#
# The mathematical functions need integers of 128 bits, which gcc lacks on 32 bits and clang has.
set -eu

tools=$(cd "$(dirname "$0")" && pwd)
rows=${1:-500}
if [ $# -lt 2 ]; then
  "$0" "$rows" "$tools/../graphs/weather.lua" gcc
  exec "$0" "$rows" "$tools/freestanding/functions.lua" clang
fi
packages=
command -v arm-none-eabi-gcc >/dev/null || packages="$packages gcc-arm-none-eabi"
command -v qemu-system-arm >/dev/null || packages="$packages qemu-system-arm"
[ "${3:-gcc}" = gcc ] || command -v clang >/dev/null || packages="$packages clang"
if [ -n "$packages" ]; then
  echo "installing:$packages" >&2
  # shellcheck disable=SC2086 # one word per package is meant
  apt-get update -qq && apt-get install -y -qq --no-install-recommends $packages >/dev/null
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
described=$(luajit "$tools/freestanding.lua" "$work" "$rows" "$2")
name=${described%%	*} declared=${described##*	}

warnings="-Wall -Wextra -Wpedantic -Werror"
from=$tools/freestanding
# shellcheck disable=SC2086 # the warnings are words
${CC:-cc} -std=c11 -O2 -ffp-contract=off $warnings -I"$work" -I"$from" -idirafter /usr/include \
  -o "$work/desktop" "$from/main.c" "$from/desktop.c" "$work/$name.c" -lm
"$work/desktop" >"$work/desktop.txt"

target="-mcpu=cortex-m4 -mthumb -mfloat-abi=soft -std=c11 -Os -ffp-contract=off -ffreestanding -fno-builtin"
target="$target -ffunction-sections -fdata-sections"
[ "${3:-gcc}" = gcc ] && compiler=arm-none-eabi-gcc || compiler="clang --target=arm-none-eabi -fshort-enums"
for file in "$work/$name.c" "$from/support.c" "$from/fma.c" "$from/main.c" "$from/board.c"; do
  # shellcheck disable=SC2086
  $compiler $target $warnings -I"$work" -I"$from" -c -o "$work/$(basename "$file" .c).o" "$file"
done
(
  cd "$work"
  # shellcheck disable=SC2086
  arm-none-eabi-gcc $target -nostdlib -T "$from/board.ld" -Wl,--gc-sections -Wl,-z,noexecstack -Wl,-Map=map.txt -o board.elf \
    main.o board.o support.o fma.o "$name.o" -lgcc
)
timeout 60 qemu-system-arm -M mps2-an386 -display none -monitor none -serial none -chardev stdio,id=text \
  -semihosting-config enable=on,target=native,chardev=text -kernel "$work/board.elf" </dev/null >"$work/board.txt"
cmp "$work/desktop.txt" "$work/board.txt" || { diff "$work/desktop.txt" "$work/board.txt"; exit 1; }
echo "$name: the same bytes after $rows events on $(uname -m) and on a Cortex-M4 under QEMU"

arm-none-eabi-size -A "$work/$name.o" | awk -v name="$name" '
  /^\.text/ { code += $2 } /^\.rodata/ { constants += $2 } /^\.(data|bss)/ { memory += $2 }
  END { print name ".o: code " code " bytes, constants (tables, names for tools) " constants ", static memory " memory + 0 }'
instance=$(arm-none-eabi-nm -S "$work/board.elf" | awk '$4 == "graph" { print $2 }')
# shellcheck disable=SC2086
stack=$($compiler $target -I"$work" -I"$from" -fstack-usage -c -o "$work/stack.o" "$work/$name.c" &&
  awk '$2 > most { most = $2 } END { print most }' "$work/stack.su")
echo "an instance: $((0x$instance)) bytes of memory; the largest stack frame: $stack bytes"
nodes=$(awk '/^[a-z_0-9]+ [0-9a-f]/ { n = 0; for (i = 2; i <= NF; i++) n += length($i) / 2; total += n } END { print total }' \
  "$work/board.txt")
echo "state of the nodes: $nodes bytes; declared fields: $declared bytes"
