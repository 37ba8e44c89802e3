#!/usr/bin/env bash
# Runs small uses of popular packages of the npm registry, in posttask and in Node, and compares their outputs.
# Needs npm and a network. The packages are installed in a folder outside of the repository.
#
#   js-tests/npm/popular/compare.sh FOLDER [POSTTASK] [NODE]
#
# `differences.txt` has the packages whose output differs, and why. The exit code is 1 if others differ.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
posttask=$(command -v "${2:-posttask}")
posttask=$(cd "$(dirname "$posttask")" && pwd)/$(basename "$posttask")
node=${3:-node}
mkdir -p "$folder"
cp "$here"/*.mjs "$folder"
cd "$folder"
echo '{ "private": true, "type": "module" }' >package.json
# What is imported may be a file of a package.
names=$(for program in values text code programs; do "$node" $program.mjs --list; done |
  sed -E 's#^(@[^/]+/[^/]+|[^/@]+).*#\1#' | sort -u)
# shellcheck disable=SC2086 # the names are words
npm install --no-audit --no-fund --no-package-lock --legacy-peer-deps --silent $names preact-render-to-string
same=0 known=0 unknown=0
for program in values text code programs; do
  for name in $("$node" $program.mjs --list); do
    # A program may leave timers that keep it running.
    expected=$(timeout 60 "$node" $program.mjs "$name" 2>&1 || true)
    actual=$(timeout 60 "$posttask" $program.mjs "$name" 2>&1 || true)
    if [ "$actual" = "$expected" ]; then
      same=$((same + 1))
    elif grep -q "^$name  " "$here/differences.txt"; then
      known=$((known + 1))
    else
      unknown=$((unknown + 1))
      echo "different  $name"
      diff <(echo "$expected") <(echo "$actual") | cut -c1-200 || true
    fi
  done
done
echo "$same the same, $known known to differ, $unknown others"
[ "$unknown" = 0 ]
