#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# One process that answers on stdin and stdout; the protocol is in ../README.md.
here=$(cd "${BASH_SOURCE[0]%/*}" && pwd)
export PYTHONDONTWRITEBYTECODE=1
exec "$here/../../../build/bench/peers/csp/venv/bin/python" "$here/serve.py"
