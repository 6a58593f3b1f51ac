# Sourced by the other scripts: where the project, Java and JHDF5's native half are, and the memory there is.
# shellcheck shell=bash

project=$(cd -P "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
deps=$project/.deps
jar=$project/target/jzfof.jar

# JAVA_HOME, MPI_HOME and JZFOF_NATIVE as given to the set-up, unless the caller says otherwise now.
# It is run: whoever can write it could run anything as the caller.
paths_are_trusted() {
  local owner mode project_owner
  { read -r owner mode && read -r project_owner _; } < <(stat -L -c '%u %a' "$deps/paths" "$project") || return
  case $owner in "$EUID" | 0 | "$project_owner") ((!(8#$mode & 8#022))) ;; *) return 1 ;; esac
}
if [ -r "$deps/paths" ]; then
  paths_are_trusted || { echo "jzfof: error: $deps/paths is another user's, or others can write it: look into it, then 'chmod go-w' it, or remove it and run scripts/setup.sh" >&2; exit 1; }
  . "$deps/paths"
fi

# java_version HOME: major version of the Java there, from its release file or from itself; 0 if none.
java_version() {
  local line version=
  [ -x "$1/bin/java" ] || { echo 0; return; }
  if [ -r "$1/release" ]; then
    while read -r line; do
      case $line in JAVA_VERSION=*) version=${line#*=\"} ;; esac
    done <"$1/release"
  fi
  if [ -z "$version" ]; then
    line=$("$1/bin/java" -version 2>&1 | head -n 1)
    version=${line#*\"}
  fi
  version=${version%%[!0-9]*}
  echo "${version:-0}"
}

# find_java [javac]: sets java_home and java_major to the first Java >= 17 that has the tool
# (default java): JAVA_HOME, PATH, /usr/lib/jvm. An explicit JAVA_HOME that will not do is an error.
find_java() {
  local tool=${1:-java} home on_path
  if [ -n "${JAVA_HOME:-}" ]; then
    java_home=$JAVA_HOME
    java_major=$(java_version "$java_home")
    if [ "$java_major" -lt 17 ] || [ ! -x "$java_home/bin/$tool" ]; then
      echo "jzfof: error: JAVA_HOME=$JAVA_HOME has no '$tool' of Java 17 or newer: set it to one that has, or unset it (and delete .deps/paths where it is remembered)" >&2
      return 2
    fi
    return 0
  fi
  on_path=$(command -v "$tool" || true)
  on_path=${on_path:+$(readlink -f "$on_path")}
  for home in "${on_path%/bin/*}" /usr/lib/jvm/*; do
    if [ -n "$home" ] && [ -x "$home/bin/$tool" ]; then
      java_home=$home
      java_major=$(java_version "$home")
      [ "$java_major" -lt 17 ] || return 0
    fi
  done
  return 1
}

# find_jni SCRIPT: sets java_home to a Java that has JNI's headers, a JDK or that of a bundle, or ends the script.
find_jni() {
  for java_home in "${JAVA_HOME:-}" "$(dirname "$(dirname "$(readlink -f "$(command -v javac || true)")")")" /usr/lib/jvm/*; do
    [ ! -r "$java_home/include/jni.h" ] || return 0
  done
  echo "$1: error: include/jni.h not found: set JAVA_HOME to a JDK" >&2
  exit 1
}

# project_version: prints the version in pom.xml.
project_version() { sed -n 's|^  <version>\(.*\)</version>|\1|p' "$project/pom.xml"; }

# Options of tar for an archive that has the same bytes on any machine, but for the time.
same_bytes=(--format=gnu --sort=name --owner=0 --group=0 --numeric-owner --mode=u+w,go-w,a+rX)

# mpi_library: prints the path of the native half of Open MPI's Java bindings.
mpi_library() {
  local library
  for library in ${MPI_HOME:+"$MPI_HOME/lib/libmpi_java.so"} /usr/lib/*/openmpi/lib/libmpi_java.so /usr/lib/*/libmpi_java.so; do
    [ -e "$library" ] && { echo "$library"; return; }
  done
  return 1
}

# find_native: sets native to the folder with libsis-jhdf5.so: JZFOF_NATIVE, or else where Debian has it.
find_native() {
  local folder folders=(/usr/lib/jni /usr/lib/*/jni)
  [ -z "${JZFOF_NATIVE:-}" ] || folders=("$JZFOF_NATIVE")
  for folder in "${folders[@]}"; do
    if [ -r "$folder/libsis-jhdf5.so" ]; then
      native=$folder
      return 0
    fi
  done
  return 1
}

# ranks_here: number of processes that a launcher has started on this node: Open MPI's mpirun, those of MPICH and
# Intel, of Cray, of MVAPICH, or srun.
ranks_here() {
  local most=0 count counts
  count=${OMPI_COMM_WORLD_LOCAL_SIZE:-${MPI_LOCALNRANKS:-${PMI_LOCAL_SIZE:-${MV2_COMM_WORLD_LOCAL_SIZE:-${MVP_COMM_WORLD_LOCAL_SIZE:-}}}}}
  if [ -n "$count" ]; then
    most=$count
  elif [ -n "${SLURM_STEP_NUM_TASKS:-}" ]; then # such as 4(x2),3: four on two nodes, three on another
    IFS=, read -ra counts <<<"${SLURM_STEP_TASKS_PER_NODE:-${SLURM_TASKS_PER_NODE:-${SLURM_NTASKS_PER_NODE:-1}}}"
    for count in "${counts[@]}"; do
      count=${count%%[!0-9]*}
      [ "${count:-0}" -le "$most" ] || most=$count
    done
  fi
  echo $((most > 0 ? most : 1))
}

# memory_mib: the least of free memory, cgroup limits and Slurm's grant, over the ranks of this node.
memory_mib() {
  local word rest line mib folder limit
  while read -r word mib rest; do
    [ "$word" != MemAvailable: ] || break
  done </proc/meminfo
  mib=$((mib / 1024))
  least() { case $1 in "" | *[!0-9]*) ;; *) [ "$1" -eq 0 ] || [ "$1" -ge "$mib" ] || mib=$1 ;; esac; }
  while IFS=: read -r _ rest folder; do # version 2 "0::/path", version 1 "5:memory:/path"
    case $rest in
      '') line=/sys/fs/cgroup limit=memory.max ;;
      memory | *,memory | memory,*) line=/sys/fs/cgroup/memory limit=memory.limit_in_bytes ;;
      *) continue ;;
    esac
    while :; do # a limit of any folder above holds as well
      if [ -r "$line$folder/$limit" ] && read -r word <"$line$folder/$limit"; then
        case $word in *[!0-9]*) ;; *) [ ${#word} -gt 18 ] || least $((word / 1048576)) ;; esac
      fi
      [ -n "${folder%/}" ] || break
      folder=${folder%/*}
    done
  done </proc/self/cgroup
  least "${SLURM_MEM_PER_NODE:-}"
  [ -z "${SLURM_MEM_PER_CPU:-}" ] || least $((SLURM_MEM_PER_CPU * ${SLURM_CPUS_ON_NODE:-1}))
  echo $((mib / $(ranks_here)))
}

# heap_mib: Java heap of a run: 85 % of the memory; less where the address space is limited, of which Java
# takes about 500 MiB for itself and, for buffers, up to half as much as for the heap.
heap_mib() {
  local heap=$(($(memory_mib) * 85 / 100)) space
  space=$(ulimit -v)
  if [ "$space" != unlimited ]; then
    space=$(((space / 1024 - 500) * 6 / 10))
    [ "$space" -ge "$heap" ] || heap=$space
  fi
  echo "$heap"
}

# given_heap_mib: JZFOF_HEAP in MiB, or what stands for more than any machine has.
given_heap_mib() {
  local number=${JZFOF_HEAP%?}
  [ ${#number} -le 12 ] || number=999999999999
  case $JZFOF_HEAP in
    *[kK]) echo $((number / 1024)) ;;
    *[mM]) echo "$number" ;;
    *[gG]) echo $((number * 1024)) ;;
    *) echo $((number * 1024 * 1024)) ;;
  esac
}

# heap_is_wide MIB: whether Java has pointers of 64 bits for such a heap; the largest without is narrow_heap.
narrow_heap=32000
heap_is_wide() { [ "$1" -gt "$narrow_heap" ]; }
