# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# What the build.sh of every peer begins with:  . "${BASH_SOURCE[0]%/*}/../common.sh"
# Sets `here` (the peer's sources), `name` and `out` (where it is built, outside the tracked files).
set -euo pipefail
here=$(cd "${BASH_SOURCE[1]%/*}" && pwd)
name=${here##*/}
out=$(cd "$here/../../.." && pwd)/build/bench/peers/$name

# This peer cannot be had here: one line that says why, and the status that means it.
skip() {
  echo "$name: $*" >&2
  exit 77
}

need() {
  local tool
  for tool; do command -v "$tool" > /dev/null || skip "skipped, no $tool on PATH"; done
}

# Ends the build when `$1` is newer than every source of the peer. From here on no other build of it runs.
up_to_date() {
  mkdir -p "$out"
  exec 9> "$out/lock"
  if command -v flock > /dev/null; then flock 9; fi
  if [ -e "$1" ] && [ -z "$(find "$here" "$here"/../common.sh "$here"/../Serve.java -type f -newer "$1")" ]; then exit 0; fi
}

# The newest JDK from 17 on: JAVA_HOME, PATH, or where Linux distributions put them. Sets `jdk`, for the caller.
# shellcheck disable=SC2034
find_jdk() {
  local candidate version best=16
  for candidate in "${JAVA_HOME:-}" "$(command -v javac | xargs -r readlink -f | sed 's|/bin/javac$||')" /usr/lib/jvm/*; do
    if ! [ -x "$candidate/bin/javac" ] || ! [ -f "$candidate/release" ]; then continue; fi
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$candidate/release")
    if [ "${version:-0}" -gt "$best" ]; then
      best=$version
      jdk=$candidate
    fi
  done
  [ "$best" -gt 16 ] || skip "skipped, no JDK from 17 on"
}

# The jars that the pom.xml of the peer names, as a class path in $out/classpath.
maven_jars() {
  if ! mvn -q -B -f "$here/pom.xml" dependency:build-classpath -Dmdep.outputFile="$out/classpath" > "$out/maven.log" 2>&1; then
    skip "skipped, Maven found not all it needs ($out/maven.log)"
  fi
}
