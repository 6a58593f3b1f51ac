#!/usr/bin/env bash
# Compiles src/main/native/mpi.c, the calls of MPI that ranks need, with the mpicc of this machine: for runs over
# several processes with any MPI-3 library. Needs mpicc and nothing else; takes a second.
#   scripts/build-mpi.sh [NATIVE]
#     NATIVE   folder that gets libjzfofmpi-openmpi.so or libjzfofmpi-mpich.so (default target/native)
#   MPICC: compilers other than mpicc, such as "mpiicx" or "cc"; several words are several compilers
# There is one library for each of the two binary interfaces: Open MPI's, and MPICH's, which those of Intel and Cray and
# MVAPICH have as well. What is up to date is left alone. Without an mpicc that works it says so and ends with exit code
# 1, or, in the build ("--if-there" before NATIVE), with 0.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/common.sh"

fail() { echo "build-mpi: error: $*" >&2; exit 1; }
# refuse COMPILER WHAT: one that does not work.
refuse() {
  [ "$required" = no ] || { cat "$scratch/log" >&2; fail "$1 $2"; }
  echo "build-mpi: $1 $2: building without it"
}
required=yes
[ "${1:-}" != --if-there ] || { required=no; shift; }
folder=${1:-$project/target/native}
source=$project/src/main/native/mpi.c
# Debian has one for each library.
read -ra compilers <<<"${MPICC:-mpicc mpicc.openmpi mpicc.mpich}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# family COMPILER: whose binary interface its library has.
family() {
  local known
  known=$(printf '#include <mpi.h>\n#ifdef OPEN_MPI\nfamily openmpi\n#else\nfamily mpich\n#endif\n' | "$1" -E -x c - 2>"$scratch/log") || return
  known=${known##*family }
  echo "${known%%[!a-z]*}"
}

built=()
for compiler in "${compilers[@]}"; do
  command -v "$compiler" >/dev/null || continue
  which=$(family "$compiler") || { refuse "$compiler" "does not find mpi.h"; continue; }
  case " ${built[*]} " in *" $which "*) continue ;; esac # the first is the one of the user's choice
  library=$folder/libjzfofmpi-$which.so
  stamp=$folder/mpi-$which.stamp
  state=$({ echo "$compiler"; "$compiler" --version; "$compiler" -show 2>&1; cat "$0" "$source"; } | sha256sum)
  if [ -r "$library" ] && [ -r "$stamp" ] && [ "$(cat "$stamp")" = "$state" ]; then
    built+=("$which")
    continue
  fi
  find_jni build-mpi
  mkdir -p "$folder"
  "$compiler" -std=c11 -O2 -Wall -Wextra -I"$java_home/include" -I"$java_home/include/linux" -shared -fPIC -fvisibility=hidden \
    -o "$scratch/mpi.so" "$source" -ldl >"$scratch/log" 2>&1 || { rm -f "$library"; refuse "$compiler" "does not compile $source"; continue; }
  built+=("$which")
  mv "$scratch/mpi.so" "$library"
  echo "$state" >"$stamp"
  echo "build-mpi: $(command -v "$compiler"): $library"
done
if [ ${#built[@]} -eq 0 ]; then
  [ "$required" = no ] || fail "none of ${compilers[*]} is on PATH: load the module of your MPI, or set MPICC"
  echo "build-mpi: no mpicc: building without MPI's C library"
fi
