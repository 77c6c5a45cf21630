#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compiles our streams against RxJava. See ../README.md.
# shellcheck source=bench/peers/common.sh disable=SC1091,SC2154
. "${BASH_SOURCE[0]%/*}/../common.sh"
need mvn
find_jdk
up_to_date "$out/java"
maven_jars
rm -rf "$out/new"
mkdir -p "$out/new"
"$jdk/bin/javac" -proc:none -d "$out/new" -cp "$(< "$out/classpath")" "$here/Arm.java" "$here/../Serve.java"
rm -rf "$out/classes"
mv "$out/new" "$out/classes"
echo "$jdk/bin/java" > "$out/java"
