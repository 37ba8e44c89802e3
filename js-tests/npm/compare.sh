#!/usr/bin/env bash
# Runs programs that import packages of the npm registry, in posttask and in Node, and compares their outputs. The
# programs in TypeScript import the sources of packages, which Node refuses: they are compared with programs that import
# the packages themselves. Needs npm, a network, and Node 22 or later.
#
#   js-tests/npm/compare.sh [POSTTASK] [NODE]
set -euo pipefail
cd "$(dirname "$0")"
posttask=${1:-posttask}
node=${2:-node}
npm install --no-audit --no-fund --no-package-lock --silent
failed=0
compare() {
  # Comlink leaves ports open, which keep Node running.
  local actual expected
  actual=$(timeout 20 "$posttask" "$1" 2>&1 || true)
  expected=$(timeout 20 "$node" "$2" 2>&1 || true)
  if [ "$actual" = "$expected" ]; then
    echo "same       $1"
  else
    echo "different  $1"
    diff <(echo "$expected") <(echo "$actual") || true
    failed=1
  fi
}
for program in *.mjs *.cjs; do
  # Node does not find the files of this package, whose imports have no extensions.
  [ "$program" = main-thread-scheduling.mjs ] || compare "$program" "$program"
done
if [ "$("$posttask" main-thread-scheduling.mjs | tr '\n' ' ')" != 'continued yielded ' ]; then
  echo "different  main-thread-scheduling.mjs"
  failed=1
fi
compare effect-sources.ts effect.mjs
compare rxjs-sources.ts rxjs.mjs
exit "$failed"
