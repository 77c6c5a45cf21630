#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A Python environment of its own with csp in it. See ../README.md.
# shellcheck source=bench/peers/common.sh disable=SC1091,SC2154
. "${BASH_SOURCE[0]%/*}/../common.sh"
need python3
up_to_date "$out/built"
python3 -m venv "$out/venv" > "$out/pip.log" 2>&1 || skip "skipped, python3 has no venv ($out/pip.log)"
"$out/venv/bin/pip" install --quiet --only-binary :all: csp==0.19.1 > "$out/pip.log" 2>&1 ||
  skip "skipped, pip found no csp 0.19.1 for this machine ($out/pip.log)"
touch "$out/built"
