#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds our graphs on the wingfoil crate, and the crate's own `tiers` benchmark from its unmodified source. See ../README.md.
# shellcheck source=bench/peers/common.sh disable=SC1091,SC2154
. "${BASH_SOURCE[0]%/*}/../common.sh"
need cargo
up_to_date "$out/built"
cp -r "$here/Cargo.toml" "$here/src" "$out/"
cd "$out" || exit 1
cargo fetch --quiet > cargo.log 2>&1 || skip "skipped, cargo found not all it needs ($out/cargo.log)"
crate=$(cargo metadata --quiet --format-version 1 | grep -o '"[^"]*/wingfoil-9[^"/]*/Cargo.toml"' | head -n 1 | tr -d '"')
ln -sfn "${crate%/Cargo.toml}" upstream
RUSTC_VERSION=$(rustc --version | cut -d ' ' -f 2) cargo build --release --quiet
touch built
