#!/usr/bin/env bash
# Runs forty.test.mjs with posttask, Node, Deno and Bun, as far as they are installed, and prints their counts. Deno
# counts suites as tests or steps. Usage: js-tests/testing/compare.sh [POSTTASK]
set -uo pipefail
cd "$(dirname "$0")"
posttask=$(command -v "${1:-posttask}")

lines='tests in |^(ℹ|#) (tests|pass|fail|skipped|todo) |passed \(|^ *[0-9]+ (pass|skip|todo|fail)$'

show() {
  local name=$1 output status
  shift
  command -v "$1" > /dev/null || return 0
  output=$(NO_COLOR=1 timeout 60 "$@" 2>&1)
  status=$?
  printf '%-9s exit code %s: %s\n' "$name" "$status" "$(grep -E "$lines" <<< "$output" | tr -s '\n ' ' ')"
}

show posttask "$posttask" test forty.test.mjs
show node node --test forty.test.mjs
show deno deno test --allow-all forty.test.mjs
show bun bun test ./forty.test.mjs
