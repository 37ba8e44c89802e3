#!/usr/bin/env bash
# Merges the reports of slurm-array.sh into merged.json.
#
#   sbatch --dependency=afterany:JOB slurm-merge.sh reports explore 4
#
# The arguments are the folder of the reports, the subcommand, and the number of shards. The dependency must be
# `afterany`, so that this job also runs if a shard did not finish.
#
# Exit code: 0 if all pass, 1 if an order or a test fails, 2 if a report is missing or cannot be merged.
#SBATCH --job-name=posttask-merge
#SBATCH --cpus-per-task=1
#SBATCH --time=00:10:00
set -euo pipefail

if [[ $# -ne 3 ]]; then
  echo "usage: slurm-merge.sh FOLDER explore|wpt SHARDS" >&2
  exit 2
fi
folder=$1
subcommand=$2
shards=$3

parts=()
missing=0
failed=0
for ((index = 1; index <= shards; index++)); do
  part=$folder/part-$index
  if [[ ! -s $part.json || ! -s $part.exit ]]; then
    echo "shard $index/$shards has no report" >&2
    missing=1
    continue
  fi
  parts+=("$part.json")
  if [[ $(< "$part.exit") != 0 ]]; then
    failed=1
  fi
done

# The other reports are merged even if one is missing: they may contain a failing order.
code=2
if [[ ${#parts[@]} -gt 0 ]]; then
  code=0
  "${POSTTASK:-posttask}" "$subcommand" --merge "${parts[@]}" --report "$folder/merged.json" || code=$?
fi
if [[ $missing -eq 1 || $code -gt 1 ]]; then
  exit 2
fi
# `posttask wpt --merge` does not know the expectations, so its exit code is 0. The shards have compared the results.
if [[ $failed -eq 1 || $code -eq 1 ]]; then
  exit 1
fi
