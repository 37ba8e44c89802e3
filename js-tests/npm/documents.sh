#!/usr/bin/env bash
# Runs tests of the same component, in React, Vue (also in a file of its own), Preact, Solid and Svelte, with the
# packages that make documents, and explores them: a search box whose two answers may overtake each other. Needs npm and
# a network.
#
#   js-tests/npm/documents.sh [POSTTASK [RUNS]]
set -euo pipefail
cd "$(dirname "$0")/documents"
posttask=$(command -v "${1:-posttask}")
runs=${2:-100}
npm install --no-audit --no-fund --no-package-lock --silent
failed=0
for dom in happy-dom jsdom linkedom; do
  for file in react.test.jsx vue.test.mjs vue_component.test.mjs preact.test.mjs solid.test.mjs svelte.test.mjs; do
    # React Testing Library asks for the styles of elements, which linkedom does not have.
    [ "$dom $file" = 'linkedom react.test.jsx' ] && continue
    options=(--dom "$dom" --wall-timeout 5m)
    start=$(date +%s.%N)
    "$posttask" test "${options[@]}" "$file" > node_modules/plain.txt && plain=passes || plain=fails
    "$posttask" test "${options[@]}" --explore "$runs" "$file" > node_modules/explored.txt && race=missed || race=found
    decisions=$(grep -c '^    - ' node_modules/explored.txt || true)
    seconds=$(echo "$(date +%s.%N) - $start" | bc)
    printf '%-10s %-16s %s, the race is %s, ' "$dom" "$file" "$plain" "$race"
    printf 'decisions: %s, %.1f s\n' "$decisions" "$seconds"
    [ "$plain $race" = 'passes found' ] || failed=1
  done
done
exit "$failed"
