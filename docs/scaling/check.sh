#!/usr/bin/env bash
# Runs the shards of explorations and of web-platform-tests with Slurm and with GNU parallel on this machine, and
# compares the merged reports with those of a single process.
#
#   ./check.sh [--install] POSTTASK WPT_ROOT PROGRAM...
#
# Exit code: 0 only if everything is equal, 1 if something differs, 2 if the check cannot run.
#
# Needs bash, python3, GNU parallel, and a Slurm cluster whose nodes see the temporary folder. With --install, which
# needs root on Debian or Ubuntu, it installs GNU parallel, Slurm and munge, and starts a cluster that consists of this
# machine. The cluster does not need systemd, listens on the loopback address only, and ends with the check. Its files
# are in the temporary folder; /etc/slurm is not changed.
#
# Variables: SHARDS (default: 4), RUNS of each exploration (default: 2000), TIMED_RUNS of the measured exploration of
# the first program (default: 20000), TMPDIR.
# shellcheck disable=SC2317 # Some functions are called through a variable or a trap.
set -euo pipefail

usage() {
  echo "usage: check.sh [--install] POSTTASK WPT_ROOT PROGRAM..." >&2
  exit 2
}

install=false
if [[ ${1:-} == --install ]]; then
  install=true
  shift
fi
[[ $# -ge 3 ]] || usage
here=$(cd "$(dirname "$0")" && pwd)
POSTTASK=$(realpath "$1")
wpt_root=$(realpath "$2")
export POSTTASK
shift 2
shards=${SHARDS:-4}
runs=${RUNS:-2000}
timed_runs=${TIMED_RUNS:-20000}
[[ -x $POSTTASK && -d $wpt_root ]] || usage

work=$(mktemp -d)
# The processes of the cluster.
started=()

clean_up() {
  for process in "${started[@]}"; do
    kill "$process" 2> /dev/null || true
  done
  for process in "${started[@]}"; do
    wait "$process" 2> /dev/null || true
  done
  rm -rf "$work"
}
trap clean_up EXIT

cannot() {
  echo "check.sh: $*" >&2
  exit 2
}

# Waits until a command succeeds, for at most 30 seconds.
wait_for() {
  for ((try = 0; try < 150; try++)); do
    if "$@" > /dev/null 2>&1; then
      return
    fi
    sleep 0.2
  done
  tail -n 20 "$work"/cluster/*.log >&2 || true
  cannot "no answer from: $*"
}

node_is_idle() {
  [[ $(sinfo --noheader --format %T) == idle ]]
}

install_packages() {
  local packages=()
  command -v parallel > /dev/null || packages+=(parallel)
  command -v munged > /dev/null || packages+=(munge)
  command -v slurmctld > /dev/null || packages+=(slurm-wlm)
  if [[ ${#packages[@]} -gt 0 ]]; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update > "$work/apt.log" || cannot "apt-get update failed"
    apt-get install --yes --no-install-recommends "${packages[@]}" >> "$work/apt.log" ||
      cannot "cannot install ${packages[*]}"
  fi
}

start_cluster() {
  local cluster=$work/cluster name hardware
  mkdir -p "$cluster/state" "$cluster/spool"
  # munge accepts only folders that others cannot write to.
  chmod 755 "$work" "$cluster"

  # A key and a socket of its own, because a munged of the system may be running.
  local munge=$cluster/munge
  install -d -m 700 "$munge"
  install -d -m 755 "$munge/run"
  (umask 077 && head -c 128 /dev/urandom > "$munge/key")
  munged --foreground --key-file="$munge/key" --socket="$munge/run/socket" --pid-file="$munge/pid" \
    --seed-file="$munge/seed" --log-file="$munge/log" --force 2> "$cluster/munged.log" &
  started+=($!)
  wait_for test -S "$munge/run/socket"

  name=$(hostname -s)
  hardware=$(slurmd -C | grep -o 'CPUs=.*')
  cat > "$cluster/slurm.conf" << CONF
ClusterName=check
SlurmctldHost=$name(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
CommunicationParameters=NoInAddrAny
AuthType=auth/munge
AuthInfo=socket=$munge/run/socket
CredType=cred/munge
MpiDefault=none
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
NodeName=$name NodeAddr=127.0.0.1 $hardware
PartitionName=main Nodes=$name Default=YES State=UP
CONF
  export SLURM_CONF=$cluster/slurm.conf
  slurmctld -D > "$cluster/slurmctld.log" 2>&1 &
  started+=($!)
  wait_for scontrol ping
  slurmd -D > "$cluster/slurmd.log" 2>&1 &
  started+=($!)
  wait_for node_is_idle
}

now() {
  date +%s.%N
}

# Prints the time since $1, in seconds.
since() {
  python3 -c "print(f'{max($(now) - $1, 0.1):.1f}')"
}

# Runs a command whose exit code is known.
expect() {
  local expected=$1 code=0
  shift
  "$@" > "$work/output.txt" 2>&1 || code=$?
  if [[ $code -ne $expected ]]; then
    echo "exit code $code instead of $expected: $*" >&2
    tail -n 20 "$work/output.txt" >&2
    return 1
  fi
}

# with_slurm FOLDER SHARDS SUBCOMMAND ARGUMENT...: the exit code is that of slurm-merge.sh.
with_slurm() {
  local folder=$1 count=$2 subcommand=$3 array merge code
  shift 2
  mkdir "$folder" || return
  array=$(sbatch --parsable --output="$folder/shard-%a.txt" --array="1-$count" "$here/slurm-array.sh" "$folder" "$@")
  merge=$(sbatch --parsable --output="$folder/merge.txt" --dependency="afterany:$array" "$here/slurm-merge.sh" \
    "$folder" "$subcommand" "$count")
  # `sbatch --wait` would ask less and less often.
  while [[ -n $(squeue --noheader --jobs "$merge") ]]; do
    sleep 0.2
  done
  cat "$folder/shard-"*.txt "$folder/merge.txt"
  code=$(scontrol show job "$merge" | sed -n 's/.* ExitCode=\([0-9]*\):.*/\1/p')
  return "$code"
}

with_parallel() {
  "$here/gnu-parallel.sh" "$@"
}

# compare explore|wpt SINGLE FOLDER
compare() {
  python3 - "$@" << 'PYTHON'
import collections, glob, json, sys

kind, single_path, folder = sys.argv[1:]
read = lambda path: json.load(open(path, encoding="utf-8"))
single, merged = read(single_path), read(f"{folder}/merged.json")
parts = [read(path) for path in sorted(glob.glob(f"{folder}/part-*.json"))]
problems = []

def same(what, one, other):
    if one != other:
        problems.append(f"{what}: {one} in one process, {other} merged")

if kind == "explore":
    def outcome(found):
        error = next(iter(found["errors"]), None)
        first = error and (error["kind"], error["headline"], error["location"])
        return found["failure"], found["ending"], first, found["usual"], None if error else found["console"]

    def counts(report):
        counter = collections.Counter()
        for found in report["outcomes"]:
            counter[outcome(found)] += found["count"]
        return counter

    one, other = counts(single), counts(merged)
    same("outcomes", sorted(map(repr, one)), sorted(map(repr, other)))
    same("number of outcomes", len(single["outcomes"]), len(merged["outcomes"]))
    same("sum of the runs of the shards", sum(part["runs"] for part in parts), merged["runs"])
    same("complete", single["complete"], merged["complete"])
    same("distinct orders", single["distinct_orders"], merged["distinct_orders"])
    if not single["complete"]:
        # Sampled orders are numbered, so the shards have exactly the runs of one process.
        same("runs", single["runs"], merged["runs"])
        same("runs per outcome", one, other)
    failing = sum(found["failure"] for found in merged["outcomes"])
    runs = " + ".join(str(part["runs"]) for part in parts)
    how = "all orders" if merged["complete"] else "sampled"
    text = (f"{len(merged['outcomes'])} outcomes, {failing} failing; {how}: {merged['distinct_orders']} orders, "
            f"{runs} = {merged['runs']} runs ({single['runs']} in one process)")
else:
    def statuses(report):
        return {
            result["test"]: (result["status"], sorted((sub["name"], sub["status"]) for sub in result["subtests"]))
            for result in report["results"]
        }

    one, other = statuses(single), statuses(merged)
    same("tests", sorted(one), sorted(other))
    for test in sorted(one.keys() & other.keys()):
        same(test, one[test], other[test])
    files = " + ".join(str(len(part["results"])) for part in parts)
    text = f"{files} = {len(other)} tests, {sum(len(subtests) for _, subtests in other.values())} subtests"

for problem in problems:
    print(f"  different {problem}")
print(f"  {'equal' if not problems else 'DIFFERENT'}: {text}")
sys.exit(bool(problems))
PYTHON
}

if "$install"; then
  install_packages
  start_cluster
fi
for command in python3 parallel sbatch; do
  command -v "$command" > /dev/null || cannot "$command is missing; --install installs it"
done
sinfo > /dev/null || cannot "there is no Slurm cluster; --install starts one"
echo "$(nproc) cores, $(sbatch --version), $(parallel --version | head -n 1)"

failed=0
cd "$work"
programs=()
for program in "$@"; do
  [[ ! -e ${program##*/} ]] || cannot "two programs are called ${program##*/}"
  (cd "$OLDPWD" && cat "$program") > "${program##*/}"
  programs+=("${program##*/}")
done

for program in "${programs[@]}"; do
  single=$work/$program.json
  code=0
  "$POSTTASK" explore --runs "$runs" --report "$single" "$program" > output.txt || code=$?
  [[ $code -le 1 ]] || cannot "cannot explore $program"
  for how in slurm parallel; do
    echo "explore $program, $shards shards, $how:"
    folder=$how-$program
    if ! { expect "$code" "with_$how" "$folder" "$shards" explore --runs "$runs" "$program" &&
      compare explore "$single" "$folder"; }; then
      failed=1
    fi
  done
done

code=0
"$POSTTASK" wpt --root "$wpt_root" --report wpt.json > output.txt || code=$?
[[ $code -le 1 ]] || cannot "cannot run the tests in $wpt_root"
for how in slurm parallel; do
  echo "wpt, $shards shards, $how:"
  if ! { expect "$code" "with_$how" "$how-wpt" "$shards" wpt --root "$wpt_root" &&
    compare wpt wpt.json "$how-wpt"; }; then
    failed=1
  fi
done

# A shard that is killed must not look like one that finds nothing.
cat > killed << KILLED
#!/usr/bin/env bash
if [[ \$* == *"--shard 2/"* ]]; then
  kill -KILL \$\$
fi
exec "$POSTTASK" "\$@"
KILLED
chmod +x killed
for how in slurm parallel; do
  echo "a killed shard, $how:"
  if POSTTASK=$work/killed expect 2 "with_$how" "$how-killed" 2 explore -e ''; then
    echo "  reported"
  else
    failed=1
  fi
done

program=${programs[0]}
# Other work on this machine makes the ratios smaller.
echo "time to explore $program, $timed_runs runs (load before: $(cut -d ' ' -f 1 /proc/loadavg)):"
start=$(now)
"$POSTTASK" explore --jobs 1 --runs "$timed_runs" "$program" > output.txt || [[ $? -eq 1 ]]
one=$(since "$start")
echo "  one process, --jobs 1: $one s"
start=$(now)
"$POSTTASK" explore --jobs 2 --runs "$timed_runs" "$program" > output.txt || [[ $? -eq 1 ]]
seconds=$(since "$start")
echo "  one process, --jobs 2: $seconds s, ratio $(python3 -c "print(f'{$one / $seconds:.2f}')")"
for how in slurm parallel; do
  start=$(now)
  "with_$how" "$how-timed" 2 explore --runs "$timed_runs" "$program" > output.txt 2>&1 || [[ $? -eq 1 ]]
  seconds=$(since "$start")
  echo "  2 shards and the merge, $how: $seconds s, ratio $(python3 -c "print(f'{$one / $seconds:.2f}')")"
done

if [[ $failed -eq 0 ]]; then
  echo "everything is equal"
fi
exit "$failed"
