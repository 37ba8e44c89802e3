#!/usr/bin/env bash
# Compares `toWeb` and `fromWeb` of node:stream, on the package readable-stream, with Node's. Needs npm and a network.
#
#   js-tests/npm/web_streams/compare.sh FOLDER [POSTTASK] [NODE]
set -euo pipefail
program=$(cd "$(dirname "$0")" && pwd)/program.mjs
posttask=$(realpath "$(command -v "${2:-posttask}")")
mkdir -p "$1"
cp "$program" "$1"
cd "$1"
echo '{ "private": true }' >package.json
npm install --no-audit --no-fund --no-package-lock --silent readable-stream@4
diff <("${3:-node}" program.mjs 2>&1) <("$posttask" run --node program.mjs 2>&1) && echo 'the same'
