#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# One JVM that answers on stdin and stdout; the protocol is in ../README.md.
out=$(cd "${BASH_SOURCE[0]%/*}/../../.." && pwd)/build/bench/peers/rxjava
exec "$(< "$out/java")" -XX:+UseG1GC -Xms512m -Xmx512m -cp "$out/classes:$(< "$out/classpath")" peer.Serve
