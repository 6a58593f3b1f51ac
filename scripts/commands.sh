#!/usr/bin/env bash
# Times every command with its main options on one snapshot, and prints the rows of a table: wall time in seconds, the
# part of the search itself, and the longest stages.
#   scripts/commands.sh SNAPSHOT [--repeat N] [--only NAME[,NAME...]] [--jzfof PROGRAM] [OPTION of all commands]...
#     SNAPSHOT   takes the device about a second: 512^3 particles for a GPU, 128^3 for two cores
#     --repeat   runs of each command, of which the median counts (default: 3)
#     --only     names of the first column
#     --jzfof    another build of jzfof, such as one of the state before (default: the one beside this script)
#   TMPDIR       folder of the output (default: /dev/shm, where there is one)
# Options such as --backend cuda or --threads 2 are passed on, except to `compare`, which has none of them.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/common.sh"

fail() { echo "commands: error: $1" >&2; exit "${2:-2}"; }
[ $# -gt 0 ] || fail "name a snapshot"
snapshot=$1 repeat=3 only='' jzfof=$project/scripts/jzfof options=()
shift
while [ $# -gt 0 ]; do
  case $1 in
    --repeat | --only | --jzfof) [ $# -gt 1 ] || fail "$1 needs a value" ;;
  esac
  case $1 in
    --repeat) repeat=$2; shift ;;
    --only) only=$2; shift ;;
    --jzfof) jzfof=$2; shift ;;
    *) options+=("$1") ;;
  esac
  shift
done
case $repeat in '' | *[!0-9]* | 0) fail "--repeat is '$repeat': give a number of at least 1" ;; esac

if [ -z "${TMPDIR:-}" ] && [ -w /dev/shm ]; then TMPDIR=/dev/shm; fi
scratch=$(TMPDIR=${TMPDIR:-/tmp} mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The mean distance of the particles, of which the radii are parts.
distance=$("$jzfof" info "$snapshot" | awk '
  /^PartType/ {particles += $2}
  /^box / {side = $2}
  END {if (particles > 0 && side > 0) print side / exp(log(particles) / 3)}')
[ -n "$distance" ] || fail "$snapshot has no box: name another"
part() { awk -v d="$distance" -v part="$1" 'BEGIN {print part * d}'; }

# stages LOG: "seconds name" of each stage of the printed table, the longest first.
stages() {
  awk '/^stage /{within = 1; next} /^total /{within = 0}
       within && / %/ {sub(/ +[0-9.]+ %.*/, ""); seconds = $NF; $NF = ""; sub(/ +$/, ""); print seconds, $0}' "$1" |
    sort -rn
}

# time_of NAME SEARCH WORD...: times a command; SEARCH is a pattern of the stages that are the search.
time_of() {
  local name=$1 search=$2 walls=() from log=$scratch/log
  shift 2
  case ",${only:-$name}," in *",$name,"*) ;; *) return 0 ;; esac
  for ((i = 0; i < repeat; i++)); do
    rm -rf "$scratch/out"
    from=$(date +%s%N)
    "$jzfof" "$@" >"$log" 2>&1 || { local rc=$?; cat "$log" >&2; fail "$name ended with $rc" 1; }
    walls+=($(($(date +%s%N) - from)))
  done
  stages "$log" | awk -v name="$name" -v search="^($search)\$" \
    -v wall="$(printf '%s\n' "${walls[@]}" | sort -n | sed -n "$(((repeat + 1) / 2))p")" '
    {seconds = $1; $1 = ""; sub(/^ /, "")}
    $0 ~ search {found += seconds}
    NR <= 4 {longest = longest (NR > 1 ? ", " : "") sprintf("%s %.2f", $0, seconds)}
    END {printf "| %s | %.2f | %.3f | %s |\n", name, wall / 1e9, found, longest}'
}

fof='Morton sort|tree levels|link in parents|dual tree walk|link across|contract|fetch ghosts|link ghosts|resolve edges|select groups|reduce|sort groups'
plain=(--so none --properties none)
echo "| | wall, s | search, s | longest stages of the last run, s |"
echo "|---|---|---|---|"
time_of run "$fof" run "$snapshot" "${options[@]}" -o "$scratch/out" "${plain[@]}"
time_of subhaloes "densities|subhaloes" run "$snapshot" "${options[@]}" -o "$scratch/out" "${plain[@]}" --subhaloes
time_of properties "properties|spheres|deepest|centres" run "$snapshot" "${options[@]}" -o "$scratch/out" --properties all
time_of membership "$fof" run "$snapshot" "${options[@]}" -o "$scratch/out" "${plain[@]}" --membership
time_of reorder "$fof" run "$snapshot" "${options[@]}" -o "$scratch/out" "${plain[@]}" --reorder
time_of knn "index|search" knn "$snapshot" "${options[@]}" -o "$scratch/out/k.hdf5" -k 8
time_of knn-4-files "index|search" knn "$snapshot" "${options[@]}" -o "$scratch/out/k.hdf5" -k 8 --files 4
time_of density "index|count|search|sums" neighbours "$snapshot" "${options[@]}" -o "$scratch/out/d.hdf5" \
  --radius "$(part 0.4)" --values density
time_of lists "index|count|search" neighbours "$snapshot" "${options[@]}" -o "$scratch/out/l.hdf5" --radius "$(part 0.2)"
time_of packed "sort|index|count|search|pack" neighbours "$snapshot" "${options[@]}" -o "$scratch/out/b.hdf5" \
  --radius "$(part 0.2)" --values packed
time_of cluster "index|count|link cores" cluster "$snapshot" "${options[@]}" -o "$scratch/out/c.hdf5" \
  --eps "$(part 0.2)" --min-points 10
time_of pairs "count|count pairs|pairs" pairs "$snapshot" "${options[@]}" -o "$scratch/out/p.hdf5" --bins "0:$(part 1):20"

"$jzfof" run "$snapshot" "${options[@]}" -o "$scratch/catalogue" "${plain[@]}" -q
catalogue=$(find "$scratch/catalogue" -name '*.hdf5' | sort | head -n 1)
time_of spheres "spheres" so "$catalogue" "$snapshot" "${options[@]}" -o "$scratch/out/s.hdf5" --so 200c,500c,vir
time_of profiles "spheres|profiles" so "$catalogue" "$snapshot" "${options[@]}" -o "$scratch/out/s.hdf5" --so 200c --profiles
time_of compare none compare "$catalogue" "$catalogue"
