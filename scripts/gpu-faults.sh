#!/usr/bin/env bash
# Checks how runs on several GPUs fail, from an unpacked bundle (scripts/bundle.sh --tests), on a host with
# two GPUs, Open MPI and python3 with h5py, numpy and cupy: whatever happens to one rank, at whatever stage, the job must end
# within 20 s of its start with the right exit code and one line of the right rank, and leave no file and no process.
#   scripts/gpu-faults.sh [--jobs N]    runs N jobs at a time (default: 6)
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/common.sh"

jobs=6
[ "${1:-}" != --jobs ] || jobs=$2
fail() { echo "gpu-faults: error: $1" >&2; exit "${2:-1}"; }
cd "$project"
find_java || fail "no Java found: unpack the bundle again"
find_native || fail "libsis-jhdf5.so not found: unpack the bundle again"
mpi=$(mpi_library) || fail "Open MPI's Java library not found: load its module"
console=$(echo test/lib/junit-platform-console-standalone-*.jar)
[ -r "$console" ] || fail "make the bundle with scripts/bundle.sh --tests"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
program=("$java_home/bin/java" -Xmx2g -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "-Djava.library.path=$native:${mpi%/*}:target/native"
  -cp "$console:test/classes:target/jzfof.jar" org.jzfof.cli.FaultProgram)
mpirun=(mpirun --oversubscribe --bind-to none -n 2 env)
example=$project/examples/lcdm32/snapshot_001.hdf5

# How ranks share the work: a name, GPUs that are seen, path of the data, and threads or mpirun.
ways=("threads-peer 0,1 peer threads" "threads-staged 0,1 staged threads" "threads-one-gpu 0 peer threads"
  "mpirun-ipc 0,1 ipc mpirun" "mpirun-staged 0,1 staged mpirun" "mpirun-one-gpu 0 ipc mpirun")

# start WAY FOLDER WHAT STAGE RANK SNAPSHOT: a run to which something happens; "" for nothing.
start() {
  local gpus path how
  read -r _ gpus path how <<<"$1"
  local words=("$3" "$4" "$5" run "$6" -o "${out:-$2/out}" --backend cuda --exchange "$path")
  export CUDA_VISIBLE_DEVICES=$gpus
  if [ "$how" = threads ]; then
    timeout 60 "${program[@]}" "${words[@]}" --ranks 2
  else
    timeout 60 "${mpirun[@]}" "${program[@]}" "${words[@]}"
  fi
}

# check NAME WAY WHAT STAGE RANK SNAPSHOT CODES LINE: runs it, and compares its end with what is wanted: one of the
# codes, and one line of jzfof that matches, or none where an empty one does.
check() {
  local name=$1 dir=$scratch/${1//\//.} code=0 begun=$SECONDS bad=''
  mkdir "$dir"
  (start "$2" "$dir" "$3" "$4" "$5" "$6") >"$dir/said" 2>&1 || code=$?
  local seconds=$((SECONDS - begun)) lines
  lines=$(grep -a '^jzfof: ' "$dir/said" | grep -v '^jzfof: warning: ' || true)
  [[ " $7 " == *" $code "* ]] || bad+=" code $code"
  [ "$code" = 0 ] || [ "$seconds" -le 20 ] || bad+=" after $seconds s"
  if [ "$code" != 0 ]; then
    [ "$(wc -l <<<"$lines")" = 1 ] && [[ $lines =~ $8 ]] || bad+=" said: $lines"
  fi
  ! grep -qa $'^\tat ' "$dir/said" || bad+=' stack trace'
  [ "$code" = 0 ] || [ -z "$(find "$dir" -name '*.hdf5' -print -quit)" ] || bad+=' left a file'
  ! pgrep -f "$dir/out" >/dev/null || { sleep 2; ! pgrep -f "$dir/out" >/dev/null || bad+=' left a process'; }
  if [ -n "$bad" ]; then
    { echo "$name:$bad"; tail -c 1500 "$dir/said"; } >>"$scratch/wrong"
  fi
  echo "$name $code" >>"$scratch/ended"
  rm -rf "$dir"
}
queue() {
  while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n || true; done
  check "$@" &
}

CUDA_VISIBLE_DEVICES=0,1 "${program[@]}" "" "" 0 run "$example" -o "$scratch/good" --backend cuda --ranks 2 --log-ranks "$scratch/log" -q
mapfile -t stages < <(sed -n 's/.* begin //p' "$scratch/log/rank-0001.log")
[ "${#stages[@]}" -gt 8 ] || fail "only these stages: ${stages[*]}"

# Rank 0 names the rank that was killed, unless it is the one.
killed=('^$' '^jzfof: error: rank 1 was killed')
for way in "${ways[@]}"; do
  for i in "${!stages[@]}"; do
    stage=${stages[i]} rank=$((i % 2))
    line="^jzfof: error: rank $rank: piece.3.hdf5: row 17 is NaN: remove it$"
    queue "${way%% *}/fail/${stage// /-}" "$way" fail "$stage" "$rank" "$example" 3 "$line"
    queue "${way%% *}/memory/${stage// /-}" "$way" memory "$stage" "$rank" "$example" 6 "^jzfof: error: rank $rank: "
    [[ $way == *threads ]] || queue "${way%% *}/kill/${stage// /-}" "$way" kill "$stage" "$rank" "$example" 137 "${killed[rank]}"
  done
done
wait

# Faults of files, of the disk and of the GPUs' memory, which nothing imitates.
"${PYTHON:-python3}" - "$example" "$scratch" <<'END'
import sys, h5py, numpy as np
example, folder = sys.argv[1:]
def copy(name, change, **storage):
    with h5py.File(example) as a, h5py.File(folder + "/" + name, "w") as b:
        for item in a:
            if item != "PartType1":
                a.copy(item, b)
        for column in a["PartType1"]:
            values = a["PartType1"][column][()]
            if column == "Coordinates":
                change(values)
            b.create_dataset("PartType1/" + column, data=values, **storage)
def nan(values):
    values[-1, 2] = np.nan
copy("nan.hdf5", nan)
copy("corrupt.hdf5", lambda values: None, chunks=True, compression="gzip")
with h5py.File(folder + "/corrupt.hdf5") as f:
    positions = f["PartType1/Coordinates"].id
    chunk = positions.get_chunk_info(positions.get_num_chunks() - 1)
with open(folder + "/corrupt.hdf5", "r+b") as f:
    f.seek(chunk.byte_offset + chunk.size // 2)
    f.write(b"\x55" * 16)
n = 1 << 22
centres = np.random.default_rng(1).uniform(0, 100, (n // 256, 3))
places = (np.repeat(centres, 256, 0) + np.random.default_rng(2).normal(0, 0.1, (n, 3))) % 100
with h5py.File(folder + "/large.hdf5", "w") as f:
    h = f.create_group("Header").attrs
    counts = np.array([0, n, 0, 0, 0, 0], "u4")
    h.update(NumPart_ThisFile=counts, NumPart_Total=counts, NumPart_Total_HighWord=0 * counts, MassTable=np.array([0, 1.0, 0, 0, 0, 0]), Time=1.0,
             Redshift=0.0, BoxSize=100.0, NumFilesPerSnapshot=1, Omega0=0.3, OmegaLambda=0.7, HubbleParam=0.7)
    f["PartType1/Coordinates"] = places.astype("f4")
    f["PartType1/Velocities"] = np.zeros((n, 3), "f4")
    f["PartType1/ParticleIDs"] = np.arange(n, dtype="u8")
END
for way in "${ways[@]}"; do
  queue "${way%% *}/NaN" "$way" "" "" 0 "$scratch/nan.hdf5" 3 '^jzfof: error: rank 1: .*nan.hdf5.*NaN'
  queue "${way%% *}/chunk" "$way" "" "" 0 "$scratch/corrupt.hdf5" 3 '^jzfof: error: rank 1: .*corrupt.hdf5'
done
wait

mkdir "$scratch/full"
if mount -t tmpfs -o size=64k tmpfs "$scratch/full" 2>/dev/null; then
  trap 'umount "$scratch/full"; rm -rf "$scratch"' EXIT
  for way in "${ways[@]}"; do
    out=$scratch/full/out check "${way%% *}/disk" "$way" "" "" 0 "$example" 4 '^jzfof: error: .*(space|quota)'
  done
else
  echo "gpu-faults: a full disk is left out: no file system can be mounted here"
fi

# All but so many MiB of each GPU are taken.
for left in 500 700 900 1100 1300 1600 2000; do
  exec 3> >(exec env CUDA_VISIBLE_DEVICES=0,1 "${PYTHON:-python3}" -c "
import sys, cupy
held = []
for gpu in range(2):
    with cupy.cuda.Device(gpu):
        held.append(cupy.cuda.Memory(cupy.cuda.runtime.memGetInfo()[0] - ($left << 20)))
open('$scratch/held', 'w').close()
sys.stdin.read()")
  hog=$!
  while [ ! -e "$scratch/held" ]; do sleep 0.1; kill -0 "$hog"; done
  for way in "${ways[0]}" "${ways[1]}" "${ways[3]}" "${ways[4]}"; do
    check "${way%% *}/$left-MiB" "$way" "" "" 0 "$scratch/large.hdf5" "0 5 6" '^jzfof: error: .*memory'
  done
  exec 3>&-
  wait "$hog" || true
  rm "$scratch/held"
done
sed -n '/-MiB/p' "$scratch/ended" | sort | tr '\n' ';'
echo
echo "gpu-faults: $(wc -l <"$scratch/ended") faults at ${#stages[@]} stages"
[ ! -e "$scratch/wrong" ] || { head -c 9000 "$scratch/wrong"; fail "$(grep -c '^[^ ]*/[^ ]*: ' "$scratch/wrong") ended otherwise than they should"; }
echo "gpu-faults: each ended with one message of the right rank"
