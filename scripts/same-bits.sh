#!/usr/bin/env bash
# Runs jzfof on one snapshot in many ways, and compares all datasets of the catalogues bit for bit.
#   scripts/same-bits.sh SNAPSHOT [--backends "cpu cuda"] [--ranks "1 2 3 5 8"] [OPTION of jzfof run]...
#     --backends "..."  backends to run, the first of them as the reference (default: cpu)
#     --ranks "..."     numbers of ranks, each as threads and under mpirun (default: 1 2 3 5 8)
#   PYTHON              Python with h5py (default: python3)
# Prints a line per run, and ends with 1 where a catalogue is not that of the reference.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/common.sh"

fail() { echo "same-bits: error: $1" >&2; exit "${2:-2}"; }
[ $# -gt 0 ] || fail "name a snapshot"
snapshot=$1 backends=cpu ranks='1 2 3 5 8' options=()
shift
while [ $# -gt 0 ]; do
  case $1 in
    --backends | --ranks) [ $# -gt 1 ] || fail "$1 needs a value" ;;
  esac
  case $1 in
    --backends) backends=$2; shift ;;
    --ranks) ranks=$2; shift ;;
    *) options+=("$1") ;;
  esac
  shift
done
for n in $ranks; do
  case $n in *[!0-9]*) fail "--ranks is '$ranks': give numbers" ;; esac
done
python=${PYTHON:-python3}
"$python" -c 'import h5py' 2>/dev/null || fail "$python has no h5py: set PYTHON to one that has"
launchers=(threads)
if command -v mpirun >/dev/null; then launchers+=(mpirun); else echo "mpirun: not found, left out"; fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# run FOLDER BACKEND LAUNCHER RANKS: makes a catalogue.
run() {
  local command=("$project/scripts/jzfof" run "$snapshot" --backend "$2" -o "$scratch/$1" -q)
  case $3 in
    threads) command+=(--ranks "$4") ;;
    mpirun) command=(mpirun --allow-run-as-root --oversubscribe --bind-to none -n "$4" "${command[@]}") ;;
  esac
  "${command[@]}" ${options[@]+"${options[@]}"}
}

cat >"$scratch/compare.py" <<'P'
import glob, sys
import h5py

def datasets(folder):
    found = {}
    for number, path in enumerate(sorted(glob.glob(folder + "/groups_*/*.hdf5"))):
        with h5py.File(path) as f:
            def add(name, thing):
                if isinstance(thing, h5py.Dataset):
                    found[number, name] = thing[()]
            f.visititems(add)
    return found

here, there = datasets(sys.argv[1]), datasets(sys.argv[2])
if not here:
    sys.exit("no catalogue in " + sys.argv[1])
different = []
for key in sorted(here.keys() | there.keys()):
    a, b = here.get(key), there.get(key)
    if a is None or b is None or a.dtype != b.dtype or a.shape != b.shape:
        different.append(key[1] + " (missing, or of another type or shape)")
    elif a.tobytes() != b.tobytes():
        different.append(f"{key[1]} ({(a != b).sum()} of {a.size} values)")
print("DIFFERS  " + ", ".join(different) if different else f"equal    {len(here)} datasets")
sys.exit(1 if different else 0)
P

different=0
for backend in $backends; do
  for launcher in "${launchers[@]}"; do
    for n in $ranks; do
      [ -d "$scratch/reference" ] || run reference "$backend" threads 1
      run other "$backend" "$launcher" "$n"
      printf '%-6s %-8s %3d ranks  ' "$backend" "$launcher" "$n"
      "$python" "$scratch/compare.py" "$scratch/reference" "$scratch/other" || different=$((different + 1))
      rm -rf "$scratch/other"
    done
  done
done
[ "$different" = 0 ] || fail "$different catalogues are not that of the reference" 1
