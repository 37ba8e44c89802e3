#!/usr/bin/env bash
# Runs the published tests of npm packages that use node:test, unchanged, with Node and with posttask.
#
#   packages.sh SCRATCH_FOLDER [PACKAGE@VERSION...]
#
# NODE and POSTTASK name the two programs. Prints a line per test file: the counts of both, as
# tests/passed/failed/skipped/to do, and the most frequent error if they differ.
set -uo pipefail
scratch=${1:?usage: packages.sh SCRATCH_FOLDER [PACKAGE@VERSION...]}
shift
node=${NODE:-node}
posttask=${POSTTASK:-posttask}
packages=(
  @fastify/accept-negotiator@2.1.2 @fastify/forwarded@3.1.2 @fastify/merge-json-schemas@0.2.2
  avvio@9.3.1 @fastify/error@4.2.1 process-warning@5.1.1 light-my-request@6.8.1
)
[ $# -eq 0 ] || packages=("$@")

# Prints the devDependencies of the package in the current folder that its tests import.
imported_dependencies() {
  grep -rhoE "(require\(|from )'[^'.][^']*'" test ./*.js 2> /dev/null | sed -E "s/.*'([^']*)'/\1/" | sort -u |
    "$node" -e '
      const { readFileSync } = require("fs");
      const { devDependencies = {} } = JSON.parse(readFileSync("package.json"));
      const specifiers = readFileSync(0, "utf8").split("\n");
      const names = specifiers.map(it => it.split("/").slice(0, it[0] === "@" ? 2 : 1).join("/"));
      const used = [...new Set(names)].filter(name => name in devDependencies);
      console.log(used.map(name => `${name}@${devDependencies[name]}`).join(" "));'
}

# Downloads a package into the current folder, and installs what its tests need.
install() {
  local tarball
  tarball=$(npm pack --silent "$1" 2> /dev/null) || return 1
  tar xzf "$tarball" --strip-components 1
  local needed
  needed=$(imported_dependencies)
  npm pkg delete devDependencies > /dev/null 2>&1
  # shellcheck disable=SC2086
  npm install --silent --no-save --no-audit --no-fund --ignore-scripts $needed > npm.log 2>&1
}

# Prints the counts at the end of a TAP report. Cancelled tests count as failed.
counts() {
  awk '$1 == "#" && NF == 3 { n[$2] = $3 }
    END {
      failed = n["fail"] + n["cancelled"]
      print ("tests" in n) ? n["tests"] "/" n["pass"] "/" failed "/" n["skipped"] "/" n["todo"] : "none"
    }' "$1"
}

for package in "${packages[@]}"; do
  folder=$scratch/${package//[\/@]/_}
  mkdir -p "$folder"
  cd "$folder" || exit
  if ! [ -f package.json ] && ! install "$package"; then
    echo "$package cannot be installed"
    continue
  fi
  find test test.js -name '*.js' -not -path '*/node_modules/*' 2> /dev/null | sort | while read -r file; do
    grep -qE "node:test|require\('test'\)" "$file" || continue
    timeout 120 "$node" --test --test-reporter tap "$file" > node.tap 2> node.err
    timeout 120 "$posttask" test --reporter tap "$file" > posttask.tap 2> posttask.err
    expected=$(counts node.tap)
    actual=$(counts posttask.tap)
    note=
    if [ "$expected" != "$actual" ]; then
      note=$(sed -nE 's/^ *error: //p' posttask.tap | sort | uniq -c | sort -rn | head -1 | cut -c1-100)
    fi
    echo "$package  $file  node $expected  posttask $actual  $note"
  done
done
