#!/usr/bin/env bash
# Checks the CUDA backend on a host with a GPU, from an unpacked bundle (scripts/bundle.sh --tests):
# the GPU tests, then a table of benchmarks.
#   scripts/gpu-check.sh [--no-tests] [--no-bench] [--memcheck] [--racecheck] [--paths] ...
#     --memcheck, --racecheck
#                      also run the GPU tests under these tools of compute-sanitizer
#     --paths          also compare the groups that 2, 4, ... GPUs find, on every exchange path, as
#                      threads and under mpirun, with those of one GPU and of the CPU, and
#                      all bits of the catalogues (scripts/same-bits.sh)
#     --snapshot FILE  for --paths, beside two clustered sets (default: the example)
#     --prototype DIR  also builds the feasibility program of that folder with nvcc, and runs it on
#                      the same particles
#     --sizes "N ..."  particles of the clustered sets (default: 2097152 16777216 134217728)
#     --uniform N      particles of the uniform set (default: 100000000; 0 for none)
#     --repeat R       runs to measure (default: 5)
#   JZFOF_HEAP         Java heap of the tests, such as 16g (default: 24g, or what scripts/jzfof gives a run where that is less)
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/common.sh"

tests=yes bench=yes paths=no tools=() snapshot=examples/lcdm32/snapshot_001.hdf5 prototype=''
sizes='2097152 16777216 134217728' uniform=100000000 repeat=5
fail() { echo "gpu-check: error: $1" >&2; exit "${2:-1}"; }
count() { case $2 in "" | *[!0-9]*) fail "$1 is '$2': give a number" 2 ;; esac; }

while [ $# -gt 0 ]; do
  case $1 in
    --snapshot | --prototype | --sizes | --uniform | --repeat) [ $# -gt 1 ] || fail "$1 needs a value" 2 ;;
  esac
  case $1 in
    --no-tests) tests=no ;;
    --no-bench) bench=no ;;
    --memcheck | --racecheck) tools+=("${1#--}") ;;
    --paths) paths=yes ;;
    --snapshot) snapshot=$(readlink -f "$2"); shift ;;
    --prototype) prototype=$2; shift ;;
    --sizes) sizes=$2; shift ;;
    --uniform) uniform=$2; shift ;;
    --repeat) repeat=$2; shift ;;
    *) fail "unknown argument '$1': see the head of $0" 2 ;;
  esac
  shift
done
for n in $sizes; do
  count --sizes "$n"
done
count --uniform "$uniform"
count --repeat "$repeat"
[ -z "$prototype" ] || [ -r "$prototype/fof.cu" ] || fail "--prototype is $prototype: there is no fof.cu in it" 2
nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader ||
  fail "nvidia-smi finds no GPU: run this where there is one"
cuda_home=${CUDA_HOME:-/usr/local/cuda}
sanitizer=$(command -v compute-sanitizer || echo "$cuda_home/bin/compute-sanitizer")
if [ "${#tools[@]}" -gt 0 ] && [ ! -x "$sanitizer" ]; then
  fail "no compute-sanitizer on the PATH or in $cuda_home/bin: set CUDA_HOME"
fi
find_java || fail "no Java 17 or newer found: unpack the bundle again, or set JAVA_HOME"
find_native || fail "libsis-jhdf5.so not found: unpack the bundle again, or set JZFOF_NATIVE to its folder"
cd "$project"

mpi=$(mpi_library) && native=$native:${mpi%/*} # for the tests that start ranks with mpirun
console=$(echo test/lib/junit-platform-console-standalone-*.jar)
if [ "$tests" = yes ] || [ "${#tools[@]}" -gt 0 ]; then
  [ -r "$console" ] || fail "$project has no GPU tests: unpack a bundle made by scripts/bundle.sh --tests, or give --no-tests"
fi
# junit SELECTION...: runs tests; [before] is a program that runs Java, [properties] are for Java.
before=() properties=()
heap=$(heap_mib)
heap=${JZFOF_HEAP:-$((heap < 24576 ? heap : 24576))m}
junit() {
  ${before[@]+"${before[@]}"} "$java_home/bin/java" -Xmx"$heap" -Djava.library.path="$native:target/native" \
    ${properties[@]+"${properties[@]}"} -cp "$console:test/classes:target/jzfof.jar" \
    org.junit.platform.console.ConsoleLauncher execute --details=summary --disable-banner "$@"
}

# Classes run side by side, each on a GPU of its own as far as there are enough; tests of paths between
# GPUs see them all, but for the tools, under which each takes seconds to open.
gpus=$(nvidia-smi --query-gpu=index --format=csv,noheader | wc -l)
at_once=$(($(nproc) / 2 < 4 * gpus ? $(nproc) / 2 : 4 * gpus))
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# visible GPU: that one under a tool, else all, from it on.
visible() {
  local k list=$1
  for ((k = 1; k < gpus; k++)); do [ -n "$tool" ] || list+=,$((($1 + k) % gpus)); done
  echo "$list"
}
check_class() {
  local class=$1 gpu=$2 status=0 begin=$SECONDS
  CUDA_VISIBLE_DEVICES=$(visible "$gpu") junit -c "$class" --include-tag "$tags" >"$logs/$class.txt" 2>&1 || status=$?
  [ ! -e "$logs/$class.tool" ] || cat "$logs/$class.tool" >>"$logs/$class.txt"
  if grep -q '\[ *0 tests found' "$logs/$class.txt"; then
    [ "${#before[@]}" = 0 ] || echo "$class: left out"
  elif [ "$status" = 0 ]; then
    grep -h 'tests successful' "$logs/$class.txt" | sed "s/^/$class: /; s/\$/, $((SECONDS - begin)) s/"
  else
    echo "$class: exit status $status" | tee -a "$logs/failed"
    tail -100 "$logs/$class.txt"
  fi
}
# check_classes NAME AT_ONCE: [tags] of all classes, under [tool] if it is not empty.
check_classes() {
  local name=$1 most=$2 number=0 file class
  logs=$scratch/$name
  mkdir "$logs"
  for file in $(cd test/classes && grep -lr 'org/jzfof/backend/\(NeedsGpu\|OnBackends\);' --include='*Test.class' . | sort); do
    class=$(echo "${file:2:-6}" | tr / .)
    while [ "$(jobs -rp | wc -l)" -ge "$most" ]; do wait -n; done
    before=()
    [ -z "$tool" ] || before=("$sanitizer" "${options[@]}" --log-file "$logs/$class.tool")
    check_class "$class" $((number % gpus)) &
    number=$((number + 1))
  done
  wait
  [ ! -e "$logs/failed" ] || fail "$name: $(tr '\n' ' ' <"$logs/failed")"
  grep -q 'tests successful' "$logs"/*.txt || fail "$name: no test has run"
}

properties=(-Djzfof.test.required=gpu -Djzfof.test.backend=cuda)
if [ "$tests" = yes ]; then
  tool=''
  tags='gpu & !huge' check_classes tests "$at_once"
  tags=huge check_classes large-tests 1
  # Whole runs through the command line: auto takes the GPU.
  before=() properties=()
  junit --fail-if-no-tests -c org.jzfof.pipeline.CatalogueValuesTest -c org.jzfof.pipeline.InvarianceTest
fi

# With memcheck every array is an allocation of its own, so that a step beyond its end is seen. One
# test asks for memory that there is not: failed calls are no findings. Sets that fill the GPU would
# take hours, and with racecheck, which takes seconds to begin with each rank, large ones and more
# than two ranks as well.
for tool in ${tools[@]+"${tools[@]}"}; do
  properties=(-Djzfof.test.required=gpu -Djzfof.test.backend=cuda)
  options=(--tool "$tool" --print-limit 20 --error-exitcode 9)
  case $tool in
    memcheck)
      tags='gpu & !huge'
      options+=(--report-api-errors no)
      properties+=(-Djzfof.cuda.separate=true)
      ;;
    racecheck)
      tags='gpu & !huge & !large'
      properties+=(-Djzfof.test.configurations=4 -Djzfof.test.ranks=2)
      ;;
  esac
  check_classes "$tool" "$at_once"
  echo "gpu-check: $tool: clean"
done

# compare WANTED COMMAND...: runs it and compares the digest of the groups.
compare() {
  local wanted=$1 got
  shift
  got=$(digest "$@") || got=''
  printf '  %-10s %s\n' "$([ "$got" = "$wanted" ] && echo equal || echo DIFFERS)" "$*"
  [ "$got" = "$wanted" ] || different=$((different + 1))
}
digest() {
  "$@" --no-ids --labels --warmup 0 --repeat 1 "${particles[@]}" | sed -n 's/^digest *//p'
}

if [ "$paths" = yes ]; then
  different=0
  between=(ipc staged)
  if ompi_info --parsable --all 2>/dev/null | grep -q opal_built_with_cuda_support:value:true; then
    between+=(cuda-aware)
  fi
  bench_fof=(scripts/jzfof bench fof --backend)
  for set in "--input $snapshot" '--clustered 10000000' '--clustered 134217728'; do
    particles=("${set%% *}" "${set#* }")
    one=$(digest "${bench_fof[@]}" cuda)
    echo "${set#--}: $one"
    [ -n "$one" ] || fail "no digest of $set on one GPU"
    compare "$one" "${bench_fof[@]}" cpu
    for ((ranks = 2; ranks <= gpus; ranks *= 2)); do
      for path in peer staged; do
        compare "$one" "${bench_fof[@]}" cuda --ranks "$ranks" --exchange "$path"
      done
      for path in "${between[@]}"; do
        compare "$one" mpirun --allow-run-as-root -n "$ranks" --bind-to none "${bench_fof[@]}" cuda --exchange "$path"
      done
    done
  done
  [ "$different" = 0 ] || fail "$different runs found other groups"
  echo "gpu-check: the same groups on every path"
  if "${PYTHON:-python3}" -c 'import h5py' 2>/dev/null; then
    scripts/same-bits.sh "$snapshot" --backends "cpu cuda" --ranks "$(seq -s ' ' "$gpus")" || fail "other catalogues"
  else
    echo "gpu-check: ${PYTHON:-python3} has no h5py: catalogues are not compared bit for bit"
  fi
fi

# Programs built here use the libraries of this host, not those of the bundle.
host=(env -u LD_LIBRARY_PATH)
if [ -n "$prototype" ]; then
  "${host[@]}" nvcc -std=c++17 -O3 -arch=native --extended-lambda -I"$cuda_home/include/cccl" \
    -DNMAX=32 -DCF=16 -DWPB=2 -DMB=24 -DUFL1 -o "$scratch/fof" "$prototype/fof.cu"
fi

# measure KIND N SIDE: one set of particles, which the prototype makes if it is there.
measure() {
  local particles=(--"$1" "$2")
  if [ -n "$prototype" ]; then
    local kind=$1
    [ "$kind" = uniform ] || kind=clump
    "${host[@]}" "$scratch/fof" "$kind" "$2" 0 out="$scratch/set" >/dev/null
    rm -f "$scratch/set" "$scratch/set.cat"
    "${host[@]}" "$scratch/fof" "$scratch/set.pos" 0 "$repeat" L="$3"
    particles=(--input "$scratch/set.pos" --box "$3")
  fi
  scripts/jzfof bench fof --backend cuda --warmup 2 --repeat "$repeat" --no-ids "${particles[@]}"
  rm -f "$scratch/set.pos"
  echo
}

if [ "$bench" = yes ]; then
  for n in $sizes; do
    measure clustered "$n" "$(awk "BEGIN { printf \"%.3f\", $n ^ (1 / 3) }")"
  done
  [ "$uniform" = 0 ] || measure uniform "$uniform" "$(awk "BEGIN { printf \"%.3f\", $uniform ^ (1 / 3) }")"
fi
