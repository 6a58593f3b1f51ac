# Hosts that this machine pretends to be: each has a name (host0, host1, ...), an address, processes and shared memory of its own, and a
# cable to a switch. All files are shared, but /dev/shm. Needs root, util-linux, procps and Debian's iproute2.
# Sourced by test-hosts.sh and slurm/test-cluster.sh; $shared is a folder of what the hosts know of each other.

PATH=$PATH:/usr/sbin
hosts_script=$(readlink -f "${BASH_SOURCE[0]}")
namespaces=(--net --uts --ipc --mount --pid --fork --kill-child --mount-proc)

# check_hosts: returns where hosts can be made, or fails.
check_hosts() {
  local tool
  [ "$(id -u)" -eq 0 ] || fail "only root can make hosts"
  for tool in unshare nsenter setpriv ip pgrep; do
    command -v "$tool" >/dev/null || fail "no $tool here (Debian: apt-get install util-linux procps iproute2)"
  done
  unshare "${namespaces[@]}" sh -c 'ip link add lan type bridge && ip link add name port type veth peer name plug && mount -t tmpfs none /dev/shm && mount -t sysfs none /sys' ||
    fail "this system lets root make no bridge, no pair of interfaces or no mount of its own"
}

# on_first_host COMMAND...: runs what becomes the first host, and ends all that is left of the hosts with it or with this script.
on_first_host() {
  shared=$(mktemp -d)
  export shared
  trap 'rm -rf "$shared"' EXIT
  setpriv --pdeathsig KILL unshare "${namespaces[@]}" "$@" <&0 &
  echo "$!" >"$shared/host0"
  trap end_hosts INT TERM
  wait $!
}

# end_hosts: on a signal. Unshare waits whatever comes; the kernel ends its processes with it, the first of them last.
end_hosts() {
  local first
  first=$(pgrep -P $!) || true
  kill -KILL $!
  for _ in $(seq 100); do
    [ -n "$first" ] && kill -0 "$first" 2>/dev/null || break
    sleep 0.05
  done
  exit 143
}

# make_hosts COUNT: on the first host, plugs in the switch and starts the others. Process $(<$shared/host1) ends host 1 with itself.
make_hosts() {
  local h pid up
  enter 0
  ip link add lan type bridge
  ip address add 10.0.0.1/24 dev lan
  ip link set lan up
  { echo 127.0.0.1 localhost; for ((h = 0; h < $1; h++)); do echo "10.0.0.$((h + 1)) host$h"; done; } >"$shared/hosts"
  mount --bind "$shared/hosts" /etc/hosts
  for ((h = 1; h < $1; h++)); do
    mkfifo "$shared/up$h"
    exec {up}<>"$shared/up$h"
    unshare "${namespaces[@]}" bash -euo pipefail -c '. "$0" && be_host "$1"' "$hosts_script" "$h" 9>&"$up" {up}>&- &
    pid=$!
    read -r _ <&"$up"
    exec {up}>&-
    ip link add "port$h" type veth peer name lan netns "/proc/$pid/ns/net"
    ip link set "port$h" master lan up
    echo "$pid" >"$shared/host$h"
    on_host "$h" "ip address add 10.0.0.$((h + 1))/24 dev lan && ip link set lan up"
  done
}

# enter HOST: names this host.
enter() {
  mount -t tmpfs none /dev/shm
  echo "host$1" >/proc/sys/kernel/hostname
  # Ranks are on one host where the machine was booted once.
  cat /proc/sys/kernel/random/uuid >/dev/shm/boot_id
  mount --bind /dev/shm/boot_id /proc/sys/kernel/random/boot_id
  # The interfaces of /sys are those of where it was mounted. Slurm wants the control groups that are mounted there.
  mkdir /dev/shm/cgroup
  mount --rbind /sys/fs/cgroup /dev/shm/cgroup
  mount -t sysfs none /sys
  mount --move /dev/shm/cgroup /sys/fs/cgroup
  rmdir /dev/shm/cgroup
  ip link set lo up
}

# be_host HOST: the first process of a host; says on descriptor 9 that the host is up.
be_host() {
  enter "$1"
  echo up >&9
  exec 9>&-
  sleep infinity &
  while :; do wait -n || true; done # of processes that lost their parent, too
}

# on_host HOST COMMAND ARGUMENTS...: a command line on another host: from the first, or on the first from outside.
on_host() {
  local pid
  read -r pid <"$shared/host$1"
  nsenter -t "$pid" --net --uts --ipc --mount --pid="/proc/$pid/ns/pid_for_children" bash -c "$2" bash "${@:3}"
}
