#!/usr/bin/env bash
# A Slurm of one node in a folder of its own, without systemd, to try the batch scripts:
#   scripts/slurm/test-cluster.sh start DIR    then: export SLURM_CONF=DIR/slurm.conf
#   scripts/slurm/test-cluster.sh stop DIR     ends every process it started
#   scripts/slurm/test-cluster.sh check        exit code 0 where a start can work, else the reason
# Needs root and Debian's slurm-wlm and munge.
set -euo pipefail

fail() { echo "test-cluster: error: $*" >&2; exit 1; }

check() {
  local tool
  [ "$(id -u)" -eq 0 ] || fail "only root can start slurmd"
  PATH=$PATH:/usr/sbin
  for tool in munged slurmctld slurmd sbatch srun; do
    command -v "$tool" >/dev/null || fail "no $tool here (Debian: apt-get install slurm-wlm munge)"
  done
  getent hosts localhost >/dev/null || fail "localhost has no address: name it in /etc/hosts"
  grep -q '^[^ ]* /sys/fs/cgroup ' /proc/mounts || fail "slurmd does not start without control groups: nothing is mounted on /sys/fs/cgroup"
}

# free_port: a port that nothing listens on.
free_port() {
  local port
  while :; do
    port=$((20000 + RANDOM % 10000))
    (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return; }
  done
}

start() {
  local mib
  check
  mkdir -p "$dir"
  dir=$(cd "$dir" && pwd -P)
  [ ! -e "$dir/slurm.conf" ] || fail "$dir has a cluster already: stop it first"
  mkdir -p "$dir"/{state,spool,munge}
  chmod 0755 "$dir" "$dir/munge"
  read -r _ mib _ </proc/meminfo
  cat >"$dir/slurm.conf" <<END
ClusterName=jzfof
SlurmctldHost=localhost
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$dir/munge/socket
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_interval=1
JobCompType=jobcomp/none
KillWait=10
ReturnToService=2
# More processors than there may be: ranks of tests share them.
SlurmdParameters=config_overrides
NodeName=localhost CPUs=8 RealMemory=$((mib / 1024)) State=UNKNOWN
PartitionName=test Nodes=localhost Default=YES MaxTime=INFINITE State=UP
END
  export SLURM_CONF=$dir/slurm.conf
  head -c 1024 /dev/urandom >"$dir/munge/key"
  chmod 0400 "$dir/munge/key"
  # --force: munged dislikes folders that others may write to, such as /tmp.
  munged --force --socket="$dir/munge/socket" --key-file="$dir/munge/key" --pid-file="$dir/munge/pid" \
    --log-file="$dir/munge/log" --seed-file="$dir/munge/seed" 2>>"$dir/munge/log" ||
    fail "munged does not start: $(tail -n 1 "$dir/munge/log")"
  slurmctld -c 2>>"$dir/slurmctld.log" || fail "slurmctld does not start: $(tail -n 1 "$dir/slurmctld.log")"
  slurmd -N localhost 2>>"$dir/slurmd.log" || fail "slurmd does not start: $(tail -n 1 "$dir/slurmd.log")"
  local end=$((SECONDS + 30))
  while [ "$SECONDS" -lt "$end" ]; do
    ! timeout 10 sinfo -h -t idle -o %T 2>/dev/null | grep -q idle || return 0
    sleep 0.2
  done
  sinfo >&2 || true
  tail -n 3 "$dir/slurmctld.log" "$dir/slurmd.log" >&2
  stop
  fail "the node did not come up within 30 s"
}

# end PIDFILE: ends a daemon and waits for it.
end() {
  local pid
  [ -r "$1" ] && read -r pid <"$1" || return 0
  kill "$pid" 2>/dev/null || return 0
  for _ in $(seq 100); do
    kill -0 "$pid" 2>/dev/null || return 0
    sleep 0.1
  done
  kill -9 "$pid" 2>/dev/null || true
}

stop() {
  [ -r "$dir/slurm.conf" ] || fail "$dir has no cluster"
  dir=$(cd "$dir" && pwd -P)
  export SLURM_CONF=$dir/slurm.conf
  # Jobs first: their steps are not children of slurmd.
  timeout 5 scancel --signal=KILL --full -u "$(id -un)" >/dev/null 2>&1 || true
  end "$dir/slurmd.pid"
  end "$dir/slurmctld.pid"
  end "$dir/munge/pid"
  rm -rf "$dir/slurm.conf" "$dir"/{state,spool,munge}
}

dir=${2:-}
case ${1:-} in
  check) check ;;
  start | stop)
    [ -n "$dir" ] || fail "name the folder of the cluster: test-cluster.sh $1 DIR"
    "$1"
    ;;
  *) fail "say start DIR, stop DIR or check" ;;
esac
