#!/bin/sh
# SPDX-License-Identifier: MIT
# flux -- the launcher: installs what is missing, builds libflux, and hands over to lua/flux/cli/main.lua.
#
#   ./flux run graphs/hello.lua          ./flux --help
#
# When nothing is missing it costs a few milliseconds: build/.ready is newer than every source of libflux, build/.bundle newer than
# every Lua module, and the tools are there. FLUX_NO_INSTALL=1 only says what is missing. Needs no writable working directory, only a writable checkout.
set -u

# The directory of this file, through any chain of symbolic links.
self=$0
while [ -h "$self" ]; do
  target=$(readlink "$self")
  case $target in
    /*) self=$target ;;
    *) self=$(dirname "$self")/$target ;;
  esac
done
self=${self#./}
case $self in
  /*) root=${self%/*} ;;
  */*) root=$PWD/${self%/*} ;;
  *) root=$PWD ;;
esac
case $root in */.. | */../* | */. | */./*) root=$(cd "$root" && pwd) ;; esac
build=$root/build

say() { printf 'flux: %s\n' "$*" >&2; }
one_line() { tr '\n' ' ' | sed 's/ $//'; }
have() { command -v "$1" >/dev/null 2>&1; }
has_module() {
  luajit -e 'local rocks = os.getenv "FLUX_ROCKS"
    package.path = package.path .. ";" .. rocks .. "/share/lua/5.1/?.lua"
    package.cpath = package.cpath .. ";" .. rocks .. "/lib/lua/5.1/?.so"
    require(os.getenv "FLUX_MODULE")' >/dev/null 2>&1
}
# CC may be several words.
# shellcheck disable=SC2086
c_works() { printf '#include <stdio.h>\nint main(void) { return 0; }\n' | ${CC:-cc} -x c -o /dev/null - >/dev/null 2>&1; }

# What is missing, as names that the package lists below know.
missing_to_run() {
  have luajit || echo luajit
  if have luajit; then
    for module in lpeg argparse cjson dkjson; do FLUX_ROCKS=$root/.cache/rocks FLUX_MODULE=$module has_module || echo "$module"; done
  else
    echo lpeg argparse cjson dkjson
  fi
  c_works || echo compiler
  have cmake || echo cmake
  have make || echo make
}

missing_to_test() {
  for tool in busted luacheck clang clang-format cppcheck c++; do have "$tool" || echo "$tool"; done
  # What steps through exported C and lints it; elsewhere those specs are skipped.
  if [ "$(uname)" = Linux ]; then for tool in gdb clang-tidy; do have "$tool" || echo "$tool"; done; fi
  # Another architecture, and what counts instructions; where no package is known those specs are skipped.
  if have apt-get; then for tool in aarch64-linux-gnu-gcc qemu-aarch64 valgrind; do have "$tool" || echo "$tool"; done; fi
  # A browser that opens the page of `flux graph`; only where it is a package, elsewhere that spec is skipped.
  if have apt-cache && apt-cache show chromium chromium-driver >/dev/null 2>&1; then
    for tool in chromium chromedriver; do have "$tool" || echo "$tool"; done
    FLUX_ROCKS=$root/.cache/rocks FLUX_MODULE=socket.http has_module || echo socket
  fi
  printf '#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <setjmp.h>\n#include <cmocka.h>\n' |
    ${CC:-cc} -x c -fsyntax-only - >/dev/null 2>&1 || echo cmocka
  if have clang; then
    printf 'int main(void) { return 0; }\n' | clang -fsanitize=address,undefined -x c -o /dev/null - >/dev/null 2>&1 || echo clang-rt
  else
    echo clang-rt
  fi
}

debian_names() {
  for name in "$@"; do
    case $name in
      luajit) echo luajit ;;
      lpeg | argparse | cjson | dkjson | busted | socket) echo "lua-$name" ;;
      chromedriver) echo chromium-driver ;;
      luacheck) echo lua-check ;;
      compiler) echo gcc libc6-dev ;;
      cmocka) echo libcmocka-dev ;;
      clang-rt) echo libclang-rt-dev ;;
      c++) echo g++ ;;
      gnuplot) echo gnuplot-nox ;;
      aarch64-linux-gnu-gcc) echo gcc-aarch64-linux-gnu libc6-dev-arm64-cross ;;
      qemu-aarch64) echo qemu-user ;;
      *) echo "$name" ;;
    esac
  done
}

# Homebrew and other systems have the tools; the Lua modules come from LuaRocks into .cache/rocks.
tool_names() {
  for name in "$@"; do
    case $name in
      lpeg | argparse | cjson | dkjson | busted | luacheck) echo luarocks ;;
      compiler | c++) echo gcc ;;
      clang-rt) echo clang ;;
      *) echo "$name" ;;
    esac
  done | sort -u | one_line
}

rock_names() {
  for name in "$@"; do
    case $name in
      cjson) echo lua-cjson ;;
      lpeg | argparse | dkjson | busted | luacheck) echo "$name" ;;
    esac
  done
}

rocks_command() { echo "luarocks --lua-version 5.1 --tree '$root/.cache/rocks' install"; }

refuse() { # what is missing, the command that installs it
  say "missing: $1. Install it with: $2"
  exit 1
}

install_debian() {
  # shellcheck disable=SC2046 # one word per package is meant
  set -- $(debian_names "$@")
  command="apt-get install -y --no-install-recommends $*"
  [ -z "${FLUX_NO_INSTALL:-}" ] || refuse "$*" "$command"
  as_root=
  if [ "$(id -u)" -ne 0 ]; then
    have sudo || refuse "$*" "$command (as root)"
    as_root=sudo
  fi
  say "installing with apt-get: $*"
  log=$(mktemp "${TMPDIR:-/tmp}/flux-install.XXXXXX")
  # The lists first: absent or old ones name packages that are not there. Without a network the old ones may still do.
  $as_root apt-get update -qq >"$log" 2>&1 || say "apt-get update failed; trying with the package lists that are there"
  # shellcheck disable=SC2086 # empty as_root is no word
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >>"$log" 2>&1 || {
    tail -n 15 "$log" >&2
    rm -f "$log"
    say "apt-get failed; the command was: $command"
    exit 1
  }
  rm -f "$log"
}

install_brew() {
  c_works || refuse "a C compiler" "xcode-select --install"
  tools=$(tool_names "$@" | sed 's/clang-format/clang_format/; s/clang //; s/clang_format/clang-format/')
  rocks=$(rock_names "$@" | one_line)
  [ -z "${FLUX_NO_INSTALL:-}" ] || refuse "$*" "brew install $tools${rocks:+ && $(rocks_command) $rocks}"
  say "installing with brew and luarocks: $*"
  # shellcheck disable=SC2086 # one word per package is meant
  brew install $tools >&2 || exit 1
  for rock in $rocks; do luarocks --lua-version 5.1 --tree "$root/.cache/rocks" install "$rock" >&2 || exit 1; done
}

provide() {
  [ $# -gt 0 ] || return 0
  if have apt-get; then install_debian "$@"; return; fi
  if have brew; then install_brew "$@"; return; fi
  tools=$(tool_names "$@")
  rocks=$(rock_names "$@" | one_line)
  for manager in 'dnf install -y' 'zypper install -y' 'pacman -S --needed' 'apk add'; do
    have "${manager%% *}" || continue
    refuse "$*" "$manager $tools${rocks:+ && $(rocks_command) $rocks}"
  done
  refuse "$*" "your package manager: $tools${rocks:+, then $(rocks_command) $rocks}"
}

usable() { have luajit && { [ -f "$build/libflux.so" ] || [ -f "$build/libflux.dylib" ]; }; }
alive() { kill -0 "$1" 2>/dev/null || [ -d "/proc/$1" ]; }

# Where nothing can be written nothing can be built; a libflux that is there, built from older sources or not, still runs.
unwritable() {
  if usable; then
    say "$build cannot be written: running the libflux that is there, though its sources look newer"
    return 1
  fi
  say "$build cannot be written, and libflux is built there: make it writable, or copy the checkout to a place that is"
  exit 1
}

# One launcher at a time installs and builds; the others wait. A lock whose owner is gone is taken over, and so is one that
# names no owner for a while: a launcher that was killed at that moment left it. Fails where the build cannot be written.
lock() {
  mkdir -p "$build" 2>/dev/null || { unwritable; return 1; }
  waited=0 refused=0
  until mkdir "$build/.lock" 2>/dev/null; do
    if [ ! -d "$build/.lock" ]; then
      # Removed just now by its owner, or never made; the same three times in a row is no coincidence.
      refused=$((refused + 1))
      [ "$refused" -lt 3 ] || { unwritable; return 1; }
      continue
    fi
    refused=0
    owner=$(cat "$build/.lock/pid" 2>/dev/null)
    if { [ -n "$owner" ] && ! alive "$owner"; } || { [ -z "$owner" ] && [ "$waited" -ge 10 ]; }; then
      rm -rf "$build/.lock" 2>/dev/null
      [ -d "$build/.lock" ] || continue
      unwritable
      return 1
    fi
    if [ "$waited" -ge 1800 ]; then
      say "another flux (process $owner) is still building in $build; when it is not, remove $build/.lock"
      exit 1
    fi
    [ "$waited" -ne 0 ] || say "waiting for another flux that is building in $build"
    waited=$((waited + 1))
    sleep 1
  done
  echo $$ >"$build/.lock/pid"
  trap 'rm -rf "$build/.lock"' EXIT
  trap 'exit 130' INT TERM HUP
}

unlock() {
  rm -rf "$build/.lock"
  trap - EXIT INT TERM HUP
}

sources() { find "$root/core" "$root/CMakeLists.txt" -newer "$build/$1" 2>/dev/null; }

# The modules as bytecode in one file. Without it, where it cannot be written, the sources are read.
bundle() {
  bundle=$build/.bundle
  place=
  [ ! -f "$bundle" ] || { read -r _ && IFS= read -r place; } <"$bundle"
  if [ "$place" = "$root" ] && [ -z "$(find "$root/lua" -newer "$bundle" 2>/dev/null)" ]; then return; fi
  stamp=$build/.bundle.$$ # made before the sources are read: one that changes meanwhile is newer
  # A subshell: a redirection that fails ends the shell that tries it on `:`.
  if (: >"$stamp") 2>/dev/null &&
    find "$root/lua" -name '*.lua' -exec luajit "$root/lua/flux/cli/bundle.lua" "$root" "$stamp.new" {} + >/dev/null 2>&1 &&
    touch -r "$stamp" "$stamp.new"; then
    mv "$stamp.new" "$bundle"
  else
    bundle=
  fi
  rm -f "$stamp" "$stamp.new"
}

ready() { [ -f "$build/$1" ] && [ -z "$(sources "$1")" ] && have luajit; }

compile() {
  # The physical path: CMake refuses a build directory that it knows under another name. A checkout that moved starts anew.
  real=$(cd "$root" && pwd -P)
  build=$real/build
  log=$build/.log
  if [ -f "$build/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$real" "$build/CMakeCache.txt"; then
    rm -rf "$build/CMakeCache.txt" "$build/CMakeFiles"
  fi
  usable || say "building libflux in $build"
  stamp=$build/.stamp.$$
  : >"$stamp" # made before the build: a source that changes meanwhile is newer
  { cmake -S "$real" -B "$build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_EXPORT_COMPILE_COMMANDS=ON && cmake --build "$build" -j 2; } >"$log" 2>&1 || {
    tail -n 40 "$log" >&2
    rm -f "$stamp"
    say "building libflux failed; the whole log is $log"
    exit 1
  }
  mv "$stamp" "$build/$1"
}

prepare() { # the stamp's name, the function that lists what is missing
  lock || return 0
  if ! ready "$1"; then
    # shellcheck disable=SC2046 # one word per package is meant
    provide $($2)
    # Lua modules can only be probed once luajit is there.
    # shellcheck disable=SC2046
    provide $($2)
    compile "$1"
  fi
  unlock
}

missing_all() { missing_to_run; missing_to_test; }

# What counts instructions and draws charts; elsewhere the bench does without.
missing_to_bench() {
  missing_all
  if have apt-get; then for tool in gnuplot valgrind; do have "$tool" || echo "$tool"; done; fi
}

case ${1:-} in
  test | fuzz) ready .ready-test || prepare .ready-test missing_all ;;
  bench) ready .ready-bench || prepare .ready-bench missing_to_bench ;;
  '' | -h | --help | --version | help) ready .ready || prepare .ready missing_to_run ;;
  *) ready .ready || prepare .ready missing_to_run ;;
esac

bundle
exec luajit "$root/lua/flux/cli/launch.lua" "flux:$bundle" "$@"
