#!/usr/bin/env bash
# Runs a command with mpirun on several hosts that this machine pretends to be: each has a name, an address, processes and
# shared memory of its own, and a cable to a switch, so that MPI sends between them over TCP.
#   scripts/test-hosts.sh 2+1 scripts/jzfof run SNAPSHOT    two ranks on the first host, one on the second
#   scripts/test-hosts.sh check                             exit code 0 where that can work, else the reason
# The exit code is that of mpirun, or 99 where a process outlives it. All files are shared, but /dev/shm. Where there are GPUs, each
# host sees as many as it has ranks, counted on from those of the host before, and the others again where they run out.
# Options for mpirun: MPIRUN_OPTIONS; MPIRUN=mpiexec.mpich takes MPICH's instead of Open MPI's. Needs root and Debian's procps
# and iproute2; leaves nothing behind, even when killed.
set -euo pipefail

fail() { echo "test-hosts: error: $*" >&2; exit 1; }

script=$(readlink -f "$0")
. "${script%/*}/hosts.sh"

mpirun=${MPIRUN:-mpirun}

check() {
  command -v "$mpirun" >/dev/null || fail "no $mpirun here (Debian: apt-get install openmpi-bin or mpich)"
  check_hosts
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

# The first host: starts the others and mpirun, and ends all with itself.
first_host() {
  local ranks h list='' at=0 code=0 left gpus yield=0 options
  IFS=+ read -ra ranks <<<"$1"
  shift
  make_hosts "${#ranks[@]}"
  for h in "${!ranks[@]}"; do
    list+=${list:+,}host$h:${ranks[h]}
    gpus=$(gpus_of "$at" "${ranks[h]}")
    at=$((at + ranks[h]))
    [ -z "$gpus" ] || echo "export CUDA_VISIBLE_DEVICES=$gpus" >"$shared/gpus$h"
  done
  # What mpirun starts instead of ssh.
  printf '#!/bin/bash\nshared=%q exec %q --on "$@"\n' "$shared" "$script" >"$shared/agent"
  chmod +x "$shared/agent"
  [ "$at" -le "$(nproc)" ] || yield=1 # Open MPI does not know that the hosts share their cores
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  [ ! -e "$shared/gpus0" ] || . "$shared/gpus0"
  case $("$mpirun" --version) in
    *'Open MPI'*)
      options=(--mca plm rsh --mca plm_rsh_agent "$shared/agent" --mca plm_rsh_no_tree_spawn 1
        --mca mpi_yield_when_idle "$yield" --host "$list" --bind-to none) ;;
    *) options=(-launcher ssh -launcher-exec "$shared/agent" -hosts "$list" -n "$at") ;;
  esac
  # shellcheck disable=SC2086
  "$mpirun" "${options[@]}" ${MPIRUN_OPTIONS:-} "$@" || code=$?
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

case ${1:-} in
  check) check ;;
  --first) first_host "${@:2}" ;;
  --on)
    [ "$2" != -x ] || shift # no windows over ssh, says MPICH
    host=${2#host}
    [ ! -e "$shared/gpus$host" ] || . "$shared/gpus$host"
    on_host "$host" "${*:3}"
    ;;
  [1-9]*)
    [ $# -gt 1 ] && [[ $1 =~ ^[1-9][0-9]*(\+[1-9][0-9]*)*$ ]] || fail "say the ranks of each host and the command: test-hosts.sh 2+1 COMMAND"
    on_first_host "$script" --first "$@"
    ;;
  *) fail "say check, or the ranks of each host and the command: test-hosts.sh 2+1 COMMAND" ;;
esac
