#!/usr/bin/env bash
# Runs what action.yml runs, with the packages for npm in a folder as release/npm.mjs writes them. Needs Node.js.
#
#   action/check.sh PACKAGES
set -euo pipefail
packages=$(realpath "$1")
cd "$(dirname "$0")/.."
action=$PWD/action/run.mjs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/project/node_modules/@posttask"
cp -r examples "$work/project"
cp -r "$packages/posttask" "$work/project/node_modules/"
for platform in "$packages"/*-*; do cp -r "$platform" "$work/project/node_modules/@posttask/"; done
cd "$work/project"
export GITHUB_STEP_SUMMARY=$work/summary.md

# run CODE TEMPORARY_FOLDER COMMAND SHARD ARGUMENT...
run() {
  local expected=$1 temporary=$work/$2 command=$3 shard=$4 code=0
  shift 4
  POSTTASK_COMMAND=$command POSTTASK_SHARD=$shard POSTTASK_ARGUMENTS=$(printf '%s\n' "$@") \
    node "$action" "$temporary" > "$work/output.txt" 2>&1 || code=$?
  if [ "$code" != "$expected" ]; then
    echo "exit code $code instead of $expected: $command"
    cat "$work/output.txt"
    exit 1
  fi
}

printed() {
  grep -qF -- "$1" "$work/output.txt" || { echo "not printed: $1"; cat "$work/output.txt"; exit 1; }
}

run 0 passing test '' examples/testing/draft.test.mjs
run 1 failing test '' examples/testing/race.test.mjs
printed '::error file='
grep -q '<html' "$work/failing/posttask/timeline-1.html"
for shard in 1 2; do
  run 0 "shard-$shard" explore "$shard/2" examples/flaky.js
  mkdir -p "$work/merge/posttask-shards/$shard"
  cp "$work/shard-$shard/posttask/explore.json" "$work/merge/posttask-shards/$shard/"
done
run 1 merge merge ''
printed '::error file=examples/flaky.js,line=6,col=28::'
grep -q '<html' "$work/merge/posttask/timeline-1.html"
run 1 single explore '' --runs 50 examples/flaky.js
grep -q '### Tests' "$GITHUB_STEP_SUMMARY"
grep -q '### examples/flaky.js: some orders fail' "$GITHUB_STEP_SUMMARY"
echo "the action works: $(node --version)"
