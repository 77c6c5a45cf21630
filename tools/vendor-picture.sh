#!/bin/sh
# SPDX-License-Identifier: MIT
# Fetches the libraries of the page that `flux graph --format html` writes, in the versions below, with their licences, through npm:
# lua/flux/picture/vendor/ is what this leaves there, unchanged. Run it to move to another version.
#
#   sh tools/vendor-picture.sh
set -eu
cytoscape=3.35.0
dagre=3.1.3
root=$(cd "$(dirname "$0")/.." && pwd)
vendor=$root/lua/flux/picture/vendor
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --silent --no-save --ignore-scripts --prefix "$work" "cytoscape@$cytoscape" "@dagrejs/dagre@$dagre"
mkdir -p "$vendor"
cp "$work/node_modules/cytoscape/dist/cytoscape.min.js" "$work/node_modules/@dagrejs/dagre/dist/dagre.min.js" "$vendor/"
cp "$work/node_modules/cytoscape/LICENSE" "$vendor/cytoscape.LICENSE"
cp "$work/node_modules/@dagrejs/dagre/LICENSE" "$vendor/dagre.LICENSE"
