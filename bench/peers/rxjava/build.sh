#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compiles our streams against RxJava. See ../README.md.
# shellcheck source=bench/peers/common.sh disable=SC1091,SC2154
. "${BASH_SOURCE[0]%/*}/../common.sh"
need mvn
find_jdk
up_to_date "$out/java"
maven_jars
rm -rf "$out/classes"
mkdir -p "$out/classes"
"$jdk/bin/javac" -proc:none -d "$out/classes" -cp "$(< "$out/classpath")" "$here/Arm.java" "$here/../Serve.java"
echo "$jdk/bin/java" > "$out/java"
