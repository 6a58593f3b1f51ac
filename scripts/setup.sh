#!/usr/bin/env bash
# Gets everything jzfof needs, makes it known to Maven, and builds. Safe to run again at any time.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/common.sh"

usage() {
  cat <<'END'
Usage: scripts/setup.sh [--tests] [--if-needed] [--help]

Installs the missing Debian packages (as root or with passwordless sudo), compiles Open MPI's Java
bindings (mpi.jar) and the calls of MPI's C library, fills the project's Maven repository .deps/, and builds target/jzfof.jar.

  --tests       also install what only the tests use (mpich, python3-h5py, python3-yt, python3-astropy, python3-scipy, python3-pytest, python3-venv, groff-base, procps,
                patchelf, iproute2, slurm-wlm, fuse3, libfuse3-dev, gcc)
  --if-needed   do nothing when target/jzfof.jar is there
  --help        this text

On a machine without root, load modules or unpack the parts anywhere, and point at them:
  JAVA_HOME     a JDK, version 17 or newer (with bin/javac)
  PATH          with mvn, Maven 3.6 or newer
  JHDF5_JARS    folder with sis-jhdf5.jar and sis-base.jar
  JZFOF_NATIVE  folder with libsis-jhdf5.so
  MPI_HOME      Open MPI built with --enable-mpi-java (has lib/mpi.jar): runs over several processes may use its Java bindings
  MPICC         mpicc of another MPI, for such runs (default: mpicc on PATH; scripts/build-mpi.sh)
  MAVEN_ARGS    more arguments for Maven, such as "-o" or "-s settings.xml"
JAVA_HOME, JZFOF_NATIVE and MPI_HOME are remembered in .deps/paths: set them anew to change one,
delete the file to forget them.
END
}

tests=no if_needed=no
for argument in "$@"; do
  case $argument in
    --tests) tests=yes ;;
    --if-needed) if_needed=yes ;;
    --help | -h) usage; exit 0 ;;
    *) echo "setup: unknown argument '$argument'; see scripts/setup.sh --help" >&2; exit 2 ;;
  esac
done

say() { echo "setup: $*"; }
fail() { echo "setup: error: $*" >&2; exit 1; }

# One set-up at a time per clone: ranks that start together would otherwise build over each other.
mkdir -p "$deps"
if command -v flock >/dev/null; then
  exec 9>"$deps/lock"
  flock -n 9 || { say "waiting for another set-up of this clone"; flock 9; }
fi
if [ "$if_needed" = yes ] && [ -f "$jar" ]; then
  exit 0
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

jhdf5_jars=${JHDF5_JARS:-/usr/share/java}
have_jhdf5_jars() { [ -r "$jhdf5_jars/sis-jhdf5.jar" ] && [ -r "$jhdf5_jars/sis-base.jar" ]; }
have_openmpi() { [ -n "${MPI_HOME:-}" ] || { command -v mpirun && mpi_library; } >/dev/null; }
has_module() { [ -x /usr/bin/python3 ] && /usr/bin/python3 -c "import importlib.util as u, sys; sys.exit(u.find_spec('$1') is None)"; }

# --- 1. packages -------------------------------------------------------------------------------
missing=()
status=0
find_java javac || status=$?
[ "$status" -ne 2 ] || exit 1
[ "$status" -eq 0 ] || missing+=(openjdk-17-jdk-headless)
command -v mvn >/dev/null || missing+=(maven)
have_jhdf5_jars && find_native || missing+=(libsis-jhdf5-java)
have_openmpi || missing+=(openmpi-bin libopenmpi-dev)
command -v xz >/dev/null || missing+=(xz-utils)
if [ "$tests" = yes ]; then
  command -v mpiexec.mpich >/dev/null && ls /usr/include/*/mpich/mpi.h >/dev/null 2>&1 || missing+=(mpich libmpich-dev)
  has_module h5py || missing+=(python3-h5py)
  has_module yt || missing+=(python3-yt)
  has_module astropy || missing+=(python3-astropy)
  has_module scipy || missing+=(python3-scipy)
  has_module pytest || missing+=(python3-pytest)
  has_module pip && has_module ensurepip || missing+=(python3-pip python3-venv)
  command -v groff >/dev/null || missing+=(groff-base)
  type -P kill >/dev/null || missing+=(procps)
  command -v patchelf >/dev/null || missing+=(patchelf)
  command -v ip >/dev/null || [ -x /usr/sbin/ip ] || missing+=(iproute2)
  [ -r /usr/include/fuse3/fuse.h ] && command -v fusermount3 >/dev/null || missing+=(fuse3 libfuse3-dev)
  command -v gcc >/dev/null || missing+=(gcc libc6-dev)
  command -v sbatch >/dev/null && [ -x /usr/sbin/munged ] || missing+=(slurm-wlm munge)
fi

as_root=()
can_install() {
  command -v apt-get >/dev/null || return 1
  [ "$(id -u)" -ne 0 ] || return 0
  as_root=(sudo -n)
  sudo -n true 2>/dev/null
}
install_packages() {
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Dpkg::Use-Pty=0)
  # A fresh image has no package lists at all; old lists name files that are gone.
  if ! apt-cache show "$1" >/dev/null 2>&1; then
    say "fetching the package lists"
    "${apt[@]}" update >"$scratch/apt.log" 2>&1 || { cat "$scratch/apt.log" >&2; return 1; }
  fi
  "${apt[@]}" install --no-install-recommends "$@" >"$scratch/apt.log" 2>&1 && return
  say "that failed; fetching newer package lists and trying again"
  "${apt[@]}" update >>"$scratch/apt.log" 2>&1 &&
    "${apt[@]}" install --no-install-recommends "$@" >>"$scratch/apt.log" 2>&1 && return
  tail -n 30 "$scratch/apt.log" >&2
  return 1
}
if [ ${#missing[@]} -eq 0 ]; then
  say "all packages are there"
elif can_install; then
  say "installing ${missing[*]}"
  install_packages "${missing[@]}" || say "some packages could not be installed (see above)"
else
  say "missing here: ${missing[*]} (no root, no passwordless sudo: going on with what there is)"
fi

wanted=()
find_java javac || wanted+=("a JDK of version 17 or newer: set JAVA_HOME (Debian: openjdk-17-jdk-headless)")
command -v mvn >/dev/null || wanted+=("Maven: put mvn on PATH (Debian: maven)")
have_jhdf5_jars || wanted+=("sis-jhdf5.jar and sis-base.jar: not in $jhdf5_jars; set JHDF5_JARS to their folder (Debian: libsis-jhdf5-java)")
find_native || wanted+=("libsis-jhdf5.so: set JZFOF_NATIVE to its folder (Debian: libsis-jhdf5-jni)")
if [ ${#wanted[@]} -gt 0 ]; then
  echo "setup: error: cannot build without:" >&2
  printf '  - %s\n' "${wanted[@]}" >&2
  echo "Install them, or name them as 'scripts/setup.sh --help' says, and run scripts/setup.sh again." >&2
  exit 1
fi
say "Java $java_major in $java_home"

# --- 2. .deps: jars that no Maven repository has ------------------------------------------------
# add_to_maven NAME JAR: as org.jzfof.deps:NAME:system.
add_to_maven() {
  local folder=$deps/org/jzfof/deps/$1/system
  if cmp -s "$2" "$folder/$1-system.jar"; then
    say "$1: known to Maven"
    return
  fi
  mkdir -p "$folder"
  cp "$2" "$folder/$1-system.jar"
  echo "<project><modelVersion>4.0.0</modelVersion><groupId>org.jzfof.deps</groupId><artifactId>$1</artifactId><version>system</version></project>" \
    >"$folder/$1-system.pom"
  # Maven never looks again at a version it has seen; this one stands for whatever the machine has.
  local seen=${HOME:-/root}/.m2/repository/org/jzfof/deps/$1
  cmp -s "$2" "$seen/system/$1-system.jar" || rm -rf "$seen"
  say "$1: made known to Maven"
}
add_to_maven sis-jhdf5 "$jhdf5_jars/sis-jhdf5.jar"
add_to_maven sis-base "$jhdf5_jars/sis-base.jar"

# compile_mpi_jar: $scratch/mpi.jar from the Debian source of the installed Open MPI. The machine's
# own package sources are used as source entries, beside its configuration, which stays as it is.
compile_mpi_jar() {
  local package version list options
  package=$(dpkg-query -S "$(readlink -f "$(mpi_library)")" | cut -d: -f1) || return 1
  version=$(dpkg-query -W -f '${source:Version}\n' "$package" | head -n 1)
  package=$(dpkg-query -W -f '${source:Package}\n' "$package" | head -n 1)
  say "fetching the source of $package $version for mpi.jar"
  mkdir -p "$scratch"/{sources,lists/partial,cache/archives/partial,openmpi,classes}
  for list in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
    [ -r "$list" ] || continue
    case $list in
      *.sources) sed 's/^Types:.*/Types: deb-src/' "$list" >"$scratch/sources/${list##*/}" ;;
      *.list) sed -n 's/^[[:space:]]*deb[[:space:]]/deb-src /p' "$list" >"$scratch/sources/${list##*/}" ;;
    esac
  done
  options=(-q -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$scratch/sources"
    -o Dir::State::Lists="$scratch/lists" -o Dir::Cache="$scratch/cache" -o APT::Sandbox::User="$(id -un)")
  (
    cd "$scratch/openmpi"
    apt-get "${options[@]}" update && apt-get "${options[@]}" source --download-only "$package=$version"
  ) >"$scratch/source.log" 2>&1 || { tail -n 5 "$scratch/source.log" >&2; return 1; }
  tar -xf "$scratch/openmpi/"*.orig.tar.* -C "$scratch/openmpi" --wildcards '*/ompi/mpi/java/java/*.java' &&
    "$java_home/bin/javac" -nowarn -Xlint:none -encoding UTF-8 --release 17 -d "$scratch/classes" \
      "$scratch"/openmpi/*/ompi/mpi/java/java/*.java >"$scratch/javac.log" 2>&1 ||
    { tail -n 20 "$scratch/javac.log" >&2; return 1; }
  "$java_home/bin/jar" --create --date=2000-01-01T00:00:00Z --file "$scratch/mpi.jar" -C "$scratch/classes" . || return 1
  echo "$package $version" >"$deps/mpi.version"
}
# The jar is compiled anew only when the installed Open MPI has changed.
mpi_jar_is_current() {
  local package
  [ -f "$deps/org/jzfof/deps/mpi/system/mpi-system.jar" ] && [ -f "$deps/mpi.version" ] || return 1
  package=$(dpkg-query -S "$(readlink -f "$(mpi_library)")" | cut -d: -f1) || return 1
  [ "$(dpkg-query -W -f '${source:Package} ${source:Version}\n' "$package" | head -n 1)" = "$(cat "$deps/mpi.version")" ]
}
without_mpi() {
  rm -rf "$deps/org/jzfof/deps/mpi" "$deps/mpi.version"
  say "mpi: no Java bindings ($1); runs over several processes use the C library of an mpicc on PATH, if there is one"
}
if [ -n "${MPI_HOME:-}" ]; then
  [ -r "$MPI_HOME/lib/mpi.jar" ] || fail "MPI_HOME=$MPI_HOME has no lib/mpi.jar: set MPI_HOME to an Open MPI built with --enable-mpi-java, or unset it"
  rm -f "$deps/mpi.version"
  add_to_maven mpi "$MPI_HOME/lib/mpi.jar"
elif ! have_openmpi; then
  without_mpi "no Open MPI with Java bindings found; set MPI_HOME, or install openmpi-bin and libopenmpi-dev"
elif mpi_jar_is_current; then
  say "mpi: known to Maven ($(cat "$deps/mpi.version"))"
elif compile_mpi_jar; then
  add_to_maven mpi "$scratch/mpi.jar"
else
  without_mpi "its mpi.jar could not be made, see above"
fi

# Written whole, then renamed: a launcher may read it at any time.
{
  echo "# Written by scripts/setup.sh."
  for name in JAVA_HOME MPI_HOME JZFOF_NATIVE; do
    [ -z "${!name:-}" ] || printf '[ -n "${%s:-}" ] || export %s=%q\n' "$name" "$name" "${!name}"
  done
} >"$scratch/paths"
chmod 644 "$scratch/paths" # the launcher runs no file that others can write
mv "$scratch/paths" "$deps/paths.new" && mv "$deps/paths.new" "$deps/paths"

# --- 3. build ------------------------------------------------------------------------------------
say "building with Maven (the first time it fetches libraries and plugins)"
cd "$project"
# Maven 3.9 reads MAVEN_ARGS by itself; older ones do not.
# shellcheck disable=SC2086
JAVA_HOME=$java_home env -u MAVEN_ARGS mvn -q -B -Dmaven.test.skip=true -Dnative.path="$native" ${MAVEN_ARGS:-} package 9>&- 2>&1 |
  sed 's/\x1b\[[0-9;]*m//g' | { grep -v '^$' || true; } ||
  fail "the build failed, see above"
cmp -s "$deps/org/jzfof/deps/sis-jhdf5/system/sis-jhdf5-system.jar" "$project/target/lib/sis-jhdf5-system.jar" ||
  fail "Maven took sis-jhdf5 from elsewhere: delete org/jzfof/deps in its local repository and run this again"
say "making the class-data-sharing archive"
# Also when mpirun or srun has started this: what is made here is not one of their ranks.
unset OMPI_COMM_WORLD_SIZE SLURM_STEP_NUM_TASKS PMI_SIZE
"$project/scripts/jzfof" --version 9>&- >/dev/null || fail "the build does not start: run scripts/jzfof --version"
if [ -z "${JZFOF_HEAP:-}" ] && heap_is_wide "$(heap_mib)"; then
  JZFOF_HEAP=$(heap_mib)m "$project/scripts/jzfof" --version 9>&- >/dev/null || fail "the build does not start with a heap of $(heap_mib) MiB: run scripts/jzfof info examples/lcdm32"
fi
say "done: scripts/jzfof --help"
