#!/usr/bin/env bash
# Compiles cuda/ for the Maven build: kernels to one fat binary per stage, CUB's primitives, the
# start of kernels and the sharing of memory to a JNI library. Leaves alone what is up to date;
# without nvcc it says so and leaves nothing.
#   build-cuda.sh CLASSES NATIVE ARCH
#     CLASSES  folder of the compiled classes; gets org/jzfof/device/cuda/*.fatbin
#     NATIVE   folder that gets libjzfofcuda.so
#     ARCH     "all", "none", or architectures such as "90" or "80,90"
#   NVCC, CUDA_HOME: where nvcc is, if not on the PATH or in /usr/local/cuda
set -euo pipefail

. "$(dirname "$(readlink -f "$0")")/common.sh"
classes=$1/org/jzfof/device/cuda native=$2 arch=$3
stages=(particles morton_sort refinement mock arrays tree fof attach ghosts groups group_sums balls knn_index knn_group knn_exact knn_reach knn_rows radius radius_lists sph pairs kdtree kdtree_closest clover grid spheres potential potential_tree potential_sums potential_walk densities subhalo_candidates subhalo_unbinding subhalo_long subhalo_order subhalo_measures clusters likely properties inside)
time_limit=900

nvcc=${NVCC:-$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")}
if [ "$arch" = none ] || [ ! -x "$nvcc" ]; then
  rm -f "$classes"/*.fatbin "$native/libjzfofcuda.so"
  [ "$arch" = none ] || echo "build-cuda: no nvcc on the PATH or in CUDA_HOME: building without the CUDA backend"
  exit 0
fi
[ "$arch" != all ] || arch=75,80,86,89,90
find_jni build-cuda

# Machine code for every architecture, and PTX of the highest for GPUs that are newer.
targets=()
for a in ${arch//,/ }; do
  targets+=(-gencode "arch=compute_$a,code=sm_$a")
done
targets+=(-gencode "arch=compute_$a,code=compute_$a")

# A file and all that it includes of this folder.
sources() {
  local known="" file included
  local -a open=("$1")
  while [ ${#open[@]} -gt 0 ]; do
    file=${open[0]} open=("${open[@]:1}")
    case " $known " in *" $file "*) continue ;; esac
    known="$known $file"
    while IFS= read -r included; do
      open+=("$included")
    done < <(sed -n 's/^#include "\(.*\)"/\1/p' "$project/cuda/$file")
  done
  (cd "$project/cuda" && cat $known)
}

# What each output was last built from, so that nothing is built again that has not changed.
stamps=$native/cuda.stamps
tools=$("$nvcc" --version; echo "$arch"; cat "$0")
library=({primitives,ipc,messages,launch}.cu)
state() { { echo "$tools"; for name in "$@"; do sources "$name"; done; } | sha256sum; }
is_built() { # OUTPUT STAMP STATE
  [ -r "$1" ] && [ -r "$stamps/$2" ] && [ "$(cat "$stamps/$2")" = "$3" ]
}

scratch=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$scratch"' EXIT
common=(-std=c++17 -O3 --fmad=false -Werror all-warnings)
compile() { timeout "$time_limit" "$nvcc" "${common[@]}" "$@"; }
announce() { [ -n "$said" ] || echo "build-cuda: compiling for $arch with $nvcc"; said=yes; }
said=
mkdir -p "$classes" "$native" "$stamps"

build_library() {
  compile "${targets[@]}" -I"$java_home/include" -I"$java_home/include/linux" -shared \
    -cudart static -Xcompiler -fPIC,-fvisibility=hidden,-static-libstdc++,-static-libgcc -ldl \
    -Xlinker '-rpath=$ORIGIN' \
    -o "$scratch/libjzfofcuda.so" "${library[@]/#/$project/cuda/}" &&
    mv "$scratch/libjzfofcuda.so" "$native/"
}
build_stage() {
  compile "${targets[@]}" -fatbin -o "$scratch/$1.fatbin" "$project/cuda/$1.cu" &&
    mv "$scratch/$1.fatbin" "$classes/"
}

# A compiler for each core; after the first failure none is started.
cores=$(nproc)
build() { # OUTPUT STAMP STATE COMMAND...
  is_built "$1" "$2" "$3" && return
  announce
  while [ "$(jobs -rp | wc -l)" -ge "$cores" ]; do wait -n || true; done
  [ ! -e "$scratch/failed" ] || exit 1
  { "${@:4}" && echo "$3" >"$stamps/$2" || touch "$scratch/failed"; } &
}
build "$native/libjzfofcuda.so" library "$(state "${library[@]}")" build_library
for stage in "${stages[@]}"; do
  build "$classes/$stage.fatbin" "$stage" "$(state "$stage.cu")" build_stage "$stage"
done
wait
[ ! -e "$scratch/failed" ]
