#!/usr/bin/env bash
# A Slurm of several nodes that this machine pretends to be (scripts/hosts.sh), without systemd, to try the batch scripts:
#   scripts/slurm/test-cluster.sh 2 bash               a shell on the first of two nodes, host0 and host1; ends the cluster with itself
#   scripts/slurm/test-cluster.sh on DIR COMMAND...    another command there from elsewhere; DIR is the folder of $SLURM_CONF
#   scripts/slurm/test-cluster.sh check                exit code 0 where a cluster can work, else the reason
# On the first node, "kill -9 $(<DIR/host1)" ends all processes of another at once. Needs root and Debian's slurm-wlm, munge,
# procps and iproute2; leaves nothing behind, even when killed.
set -euo pipefail

fail() { echo "test-cluster: error: $*" >&2; exit 1; }

script=$(readlink -f "$0")
. "${script%/*}/../hosts.sh"

check() {
  local tool
  for tool in munged slurmctld slurmd sbatch srun; do
    command -v "$tool" >/dev/null || fail "no $tool here (Debian: apt-get install slurm-wlm munge)"
  done
  grep -q '^[^ ]* /sys/fs/cgroup ' /proc/mounts || fail "slurmd does not start without control groups: nothing is mounted on /sys/fs/cgroup"
  check_hosts
}

# configure NODES: %n is the name of a node.
configure() {
  local kib
  read -r _ kib _ </proc/meminfo
  cat >"$shared/slurm.conf" <<END
ClusterName=jzfof
SlurmctldHost=host0
SlurmUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$shared/munge/socket
StateSaveLocation=$shared/state
SlurmctldPidFile=$shared/slurmctld.pid
SlurmctldLogFile=$shared/slurmctld.log
SlurmdSpoolDir=$shared/%n.spool
SlurmdPidFile=$shared/%n.pid
SlurmdLogFile=$shared/%n.log
TmpFS=$shared/%n.tmp
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_interval=1
JobCompType=jobcomp/none
KillWait=10
ReturnToService=2
# A node that does not answer is lost after about 20 s instead of 5 minutes.
SlurmdTimeout=10
MessageTimeout=5
# More processors than there may be: ranks of tests share them.
SlurmdParameters=config_overrides
NodeName=host[0-$(($1 - 1))] CPUs=8 RealMemory=$((kib / 1024)) State=UNKNOWN
PartitionName=test Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
}

# start LOG COMMAND...: a daemon, which goes to the background by itself.
start() {
  "${@:2}" 2>>"$1" || fail "${*:2} does not start: $(tail -n 1 "$1")"
}

# first_node NODES COMMAND...: starts the other nodes and all daemons, and ends them with itself.
first_node() {
  local h end
  make_hosts "$1"
  configure "$1"
  export SLURM_CONF=$shared/slurm.conf
  mkdir "$shared"/{state,munge}
  chmod 0755 "$shared" "$shared/munge"
  head -c 1024 /dev/urandom >"$shared/munge/key"
  chmod 0400 "$shared/munge/key"
  # --force: munged dislikes folders that others may write to, such as /tmp.
  start "$shared/munge/log" munged --force --socket="$shared/munge/socket" --key-file="$shared/munge/key" \
    --pid-file="$shared/munge/pid" --log-file="$shared/munge/log" --seed-file="$shared/munge/seed"
  start "$shared/slurmctld.log" slurmctld -c
  for ((h = 0; h < $1; h++)); do
    mkdir "$shared/host$h".{spool,tmp}
    if [ "$h" -eq 0 ]; then
      start "$shared/host0.log" slurmd
    else
      start "$shared/host$h.log" on_host "$h" slurmd
    fi
  done
  end=$((SECONDS + 30))
  while [ "$(timeout 10 sinfo -h -t idle -o %D 2>/dev/null)" != "$1" ]; do
    [ "$SECONDS" -lt "$end" ] || { sinfo; tail -n 3 "$shared"/*.log; fail "the nodes did not come up within 30 s"; } >&2
    sleep 0.2
  done
  "${@:2}"
}

case ${1:-} in
  check) check ;;
  on)
    [ $# -gt 2 ] && shared=$2 && [ -r "$shared/slurm.conf" ] || fail "name the folder of a cluster and the command: test-cluster.sh on DIR COMMAND"
    SLURM_CONF=$shared/slurm.conf on_host 0 'cd "$1" && exec "${@:2}"' "$PWD" "${@:3}"
    ;;
  --first) first_node "${@:2}" ;;
  [1-9]*)
    [ $# -gt 1 ] && [[ $1 =~ ^[1-9][0-9]?$ ]] || fail "say the number of nodes and the command: test-cluster.sh 2 COMMAND"
    check
    on_first_host "$script" --first "$@"
    ;;
  *) fail "say the number of nodes and the command (test-cluster.sh 2 COMMAND), on DIR COMMAND, or check" ;;
esac
