#!/usr/bin/env bash
# Runs the shards of `posttask explore` or `posttask wpt` with GNU parallel, on this machine or over ssh. Then merges
# their reports into merged.json with slurm-merge.sh, which does not need Slurm.
#
#   ./gnu-parallel.sh reports 4 explore --runs 100000 app.js
#   SSHLOGIN=alice@one,alice@two FILES='app.js' ./gnu-parallel.sh reports 16 explore --runs 100000 app.js
#
# The arguments are a folder for the reports, the number of shards, the subcommand, and its other arguments except
# --shard, --jobs and --report. Each shard uses one thread, and GNU parallel starts as many shards as there are cores.
#
# Variables:
#   POSTTASK  the command (default: posttask). Over ssh, it must exist on every machine, or be one of the FILES.
#   SSHLOGIN  the machines, as for `parallel --sshlogin`. Each needs bash, rsync and GNU parallel, but no shared
#             folder. Use relative paths in this case. `:` is this machine.
#   FILES     the files and folders to copy to the machines, separated by spaces
#
# Exit code: 0 if all pass, 1 if an order or a test fails, 2 if a report is missing or cannot be merged.
set -euo pipefail

if [[ $# -lt 3 ]]; then
  echo "usage: gnu-parallel.sh FOLDER SHARDS explore|wpt [ARGUMENT]..." >&2
  exit 2
fi
folder=$1
shards=$2
subcommand=$3
shift 3
# GNU parallel would replace {} in arguments, so they are passed in a variable.
arguments=
if [[ $# -gt 0 ]]; then
  arguments=$(printf '%q ' "$@")
fi
POSTTASK=${POSTTASK:-posttask}

# Runs the shard with this number. A shard that finds a failing order has done its work, so it succeeds.
run_shard() {
  local part=$folder/part-$1 code=0
  mkdir -p "$folder"
  eval "set -- $1 $arguments"
  local index=$1
  shift
  "$POSTTASK" "$subcommand" --shard "$index/$shards" --jobs 1 --report "$part.partial" "$@" || code=$?
  if [[ $code -gt 1 || ! -s $part.partial ]]; then
    echo "shard $index/$shards did not finish: exit code $code" >&2
    return 2
  fi
  echo "$code" > "$part.exit" && mv "$part.partial" "$part.json"
}
export -f run_shard
export folder shards subcommand arguments POSTTASK

mkdir -p "$folder"
rm -f "$folder"/part-*.json "$folder"/part-*.exit "$folder"/part-*.partial "$folder/merged.json"

options=(--joblog "$folder/jobs.tsv")
for name in run_shard folder shards subcommand arguments POSTTASK; do
  options+=(--env "$name")
done
if [[ -n ${SSHLOGIN:-} ]]; then
  # Every shard runs in a temporary folder, whose reports are copied back.
  options+=(--sshlogin "$SSHLOGIN" --workdir ... --cleanup)
  options+=(--return "$folder/part-{}.json" --return "$folder/part-{}.exit")
  for file in ${FILES:-}; do
    options+=(--transferfile "$file")
  done
fi
# What the shards print is in output.txt.
seq "$shards" | parallel "${options[@]}" run_shard > "$folder/output.txt" || echo "a shard did not finish" >&2

exec "$(dirname "$0")/slurm-merge.sh" "$folder" "$subcommand" "$shards"
