#!/usr/bin/env bash
# Runs one shard of `posttask explore` or `posttask wpt` in each task of a Slurm array job.
#
#   mkdir reports
#   sbatch --array=1-4 slurm-array.sh reports explore --runs 100000 app.js
#
# The arguments are a folder for the reports, the subcommand, and its other arguments except --shard, --jobs,
# --report and --resume. All tasks must see the same folder. The variable POSTTASK can name another command than
# `posttask`.
#
# A shard that finds a failing order has done its work, so the task succeeds. The exit code of posttask is written to
# part-I.exit, next to the report part-I.json. slurm-merge.sh reads both. A task that was killed and is started again
# continues from part-I.partial.
#SBATCH --job-name=posttask-shard
#SBATCH --cpus-per-task=1
#SBATCH --time=01:00:00
set -euo pipefail

if [[ $# -lt 2 ]]; then
  echo "usage: sbatch --array=1-N slurm-array.sh FOLDER explore|wpt [ARGUMENT]..." >&2
  exit 2
fi
folder=$1
subcommand=$2
shift 2
if [[ ! -d $folder ]]; then
  echo "$folder is not a folder" >&2
  exit 2
fi

index=$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN + 1))
part=$folder/part-$index
rm -f "$part.json" "$part.exit"

code=0
"${POSTTASK:-posttask}" "$subcommand" --shard "$index/$SLURM_ARRAY_TASK_COUNT" --jobs "${SLURM_CPUS_PER_TASK:-1}" \
  --report "$part.partial" --resume "$@" || code=$?

# 0: all pass. 1: an order or a test fails. Everything else means that the report is missing or not complete.
if [[ $code -gt 1 || ! -s $part.partial ]]; then
  echo "shard $index/$SLURM_ARRAY_TASK_COUNT did not finish: exit code $code" >&2
  exit 2
fi
echo "$code" > "$part.exit"
mv "$part.partial" "$part.json"
