#!/usr/bin/env bash
# Runs a command with mpirun on several hosts that this machine pretends to be: each has a name, an address, processes and
# shared memory of its own, and a cable to a switch, so that Open MPI sends between them over TCP.
#   scripts/test-hosts.sh 2+1 scripts/jzfof run SNAPSHOT    two ranks on the first host, one on the second
#   scripts/test-hosts.sh check                             exit code 0 where that can work, else the reason
# The exit code is that of mpirun, or 99 where a process outlives it. All files are shared, but /dev/shm. Where there are GPUs, each
# host sees as many as it has ranks, counted on from those of the host before, and the others again where they run out.
# Options for mpirun: MPIRUN_OPTIONS. Needs root, util-linux and Debian's iproute2; leaves nothing behind, even when killed.
set -euo pipefail

fail() { echo "test-hosts: error: $*" >&2; exit 1; }

PATH=$PATH:/usr/sbin
namespaces=(--net --uts --ipc --mount --pid --fork --kill-child --mount-proc)

check() {
  local tool
  [ "$(id -u)" -eq 0 ] || fail "only root can make hosts"
  for tool in unshare nsenter ip mpirun; do
    command -v "$tool" >/dev/null || fail "no $tool here (Debian: apt-get install util-linux iproute2 openmpi-bin)"
  done
  unshare "${namespaces[@]}" sh -c 'ip link add lan type bridge && ip link add name port type veth peer name plug && mount -t tmpfs none /dev/shm' ||
    fail "this system lets root make no bridge, no pair of interfaces or no mount of its own"
}

# gpus_of FIRST RANKS: the GPUs of a host whose first rank has this number.
gpus_of() {
  local r all seen=
  mapfile -t all < <(nvidia-smi --query-gpu=index --format=csv,noheader 2>/dev/null)
  for ((r = 0; r < $2 && r < ${#all[@]}; r++)); do
    seen+=${seen:+,}${all[($1 + r) % ${#all[@]}]}
  done
  echo "$seen"
}

# enter HOST ADDRESS: names this host, where the cable is plugged in already.
enter() {
  mount -t tmpfs none /dev/shm
  echo "host$1" >/proc/sys/kernel/hostname
  # Ranks are on one host where the machine was booted once.
  cat /proc/sys/kernel/random/uuid >/dev/shm/boot_id
  mount --bind /dev/shm/boot_id /proc/sys/kernel/random/boot_id
  ip link set lo up
}

# The first host: has the switch, starts the others and mpirun, and ends all with itself.
first_host() {
  local ranks h pid list='' at=0 code=0 left gpus yield=0
  IFS=+ read -ra ranks <<<"$1"
  shift
  enter 0
  ip link add lan type bridge
  ip address add 10.0.0.1/24 dev lan
  ip link set lan up
  { echo 127.0.0.1 localhost; for h in "${!ranks[@]}"; do echo "10.0.0.$((h + 1)) host$h"; done; } >"$shared/hosts"
  mount --bind "$shared/hosts" /etc/hosts
  for h in "${!ranks[@]}"; do
    list+=${list:+,}host$h:${ranks[h]}
    gpus=$(gpus_of "$at" "${ranks[h]}")
    at=$((at + ranks[h]))
    [ -z "$gpus" ] || echo "export CUDA_VISIBLE_DEVICES=$gpus" >"$shared/gpus$h"
    [ "$h" -gt 0 ] || continue
    mkfifo "$shared/up$h"
    exec {up}<>"$shared/up$h"
    unshare "${namespaces[@]}" "$0" --host "$h" 9>&"$up" {up}>&- &
    pid=$!
    read -r _ <&"$up"
    ip link add "port$h" type veth peer name lan netns "/proc/$pid/ns/net"
    ip link set "port$h" master lan up
    echo "$pid" >"$shared/host$h"
    on_host "$h" "ip address add 10.0.0.$((h + 1))/24 dev lan && ip link set lan up"
  done
  # What mpirun starts instead of ssh.
  printf '#!/bin/bash\nshared=%q exec %q --on "$@"\n' "$shared" "$0" >"$shared/agent"
  chmod +x "$shared/agent"
  [ "$at" -le "$(nproc)" ] || yield=1 # Open MPI does not know that the hosts share their cores
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  [ ! -e "$shared/gpus0" ] || . "$shared/gpus0"
  # shellcheck disable=SC2086
  mpirun --mca plm rsh --mca plm_rsh_agent "$shared/agent" --mca plm_rsh_no_tree_spawn 1 --mca mpi_yield_when_idle "$yield" \
    --host "$list" --bind-to none ${MPIRUN_OPTIONS:-} "$@" ||
    code=$?
  for _ in $(seq 50); do
    left=$(ranks_left)
    [ -n "$left" ] || exit "$code"
    sleep 0.1
  done
  echo "test-hosts: error: still there 5 s after the end of mpirun: $left" >&2
  exit 99
}

# What is not of this script, on all hosts: their processes are among those of the first.
ranks_left() {
  ps -eo stat=,pid=,comm= | awk '$1 !~ /^Z/ && $3 !~ /^(bash|unshare|sleep|ps|awk)$/ { print $2, $3 }'
}

# on_host HOST COMMAND: a command line on a host that is not the first.
on_host() {
  local pid
  read -r pid <"$shared/host$1"
  nsenter -t "$pid" --net --uts --ipc --mount --pid="/proc/$pid/ns/pid_for_children" bash -c "$2"
}

case ${1:-} in
  check) check ;;
  --first) first_host "${@:2}" ;;
  --host)
    enter "$2"
    echo up >&9
    exec 9>&-
    sleep infinity &
    while :; do wait -n || true; done # of processes that lost their parent, too
    ;;
  --on)
    host=${2#host}
    [ ! -e "$shared/gpus$host" ] || . "$shared/gpus$host"
    on_host "$host" "${*:3}"
    ;;
  [1-9]*)
    [ $# -gt 1 ] && [[ $1 =~ ^[1-9][0-9]*(\+[1-9][0-9]*)*$ ]] || fail "say the ranks of each host and the command: test-hosts.sh 2+1 COMMAND"
    shared=$(mktemp -d)
    export shared
    trap 'rm -rf "$shared"' EXIT
    unshare "${namespaces[@]}" "$(readlink -f "$0")" --first "$@" &
    trap 'kill -KILL $!' INT TERM # unshare waits whatever comes, and its processes end with it
    wait $!
    ;;
  *) fail "say check, or the ranks of each host and the command: test-hosts.sh 2+1 COMMAND" ;;
esac
