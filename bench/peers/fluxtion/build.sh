#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Generates the processors with Fluxtion's own compiler from Nodes.java and compiles them with the driver. See ../README.md.
# shellcheck source=bench/peers/common.sh disable=SC1091,SC2154
. "${BASH_SOURCE[0]%/*}/../common.sh"
need mvn
find_jdk
up_to_date "$out/java"
maven_jars
classpath=$(< "$out/classpath")
rm -rf "$out/generator" "$out/generated" "$out/new"
mkdir -p "$out/generator" "$out/generated" "$out/new"
"$jdk/bin/javac" -proc:none -d "$out/generator" -cp "$classpath" "$here/Nodes.java" "$here/Generate.java"
"$jdk/bin/java" -cp "$out/generator:$classpath" peer.Generate "$out/generated" > "$out/generate.log" 2>&1 || {
  cat "$out/generate.log" >&2
  exit 1
}
"$jdk/bin/javac" -proc:none -nowarn -Xlint:none -d "$out/new" -cp "$classpath" \
  "$here/Nodes.java" "$here/Arm.java" "$here/../Serve.java" "$out"/generated/peer/generated/*.java
rm -rf "$out/classes"
mv "$out/new" "$out/classes"
echo "$jdk/bin/java" > "$out/java"
