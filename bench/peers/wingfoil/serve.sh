#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# One process that answers on stdin and stdout; the protocol is in ../README.md.
cd "${BASH_SOURCE[0]%/*}/../../../build/bench/peers/wingfoil" || exit 1
exec target/release/wingfoil-peer
