#!/usr/bin/env bash
# Makes target/jzfof-bundle.tar.gz: jzfof with its own Java, HDF5, fonts and CUDA kernels, for Linux hosts (x86-64)
# that have nothing but an NVIDIA driver, or not even that. Their glibc must be as new as the one of this machine, which
# is a Debian: scripts/release.sh makes bundles on Debian 11. Needs a finished build (scripts/setup.sh), and a JDK with
# jlink. A build without kernels (-Dcuda.arch=none) makes a bundle without any parts for GPUs.
#   scripts/bundle.sh [--tests] [--glibc VERSION]
#     --tests  also pack the GPU tests, for scripts/gpu-check.sh and gpu-faults.sh
#     --glibc  fail where a packed file needs a newer glibc than this, such as 2.31
#   SOURCE_DATE_EPOCH  the time of all packed files (default: that of the commit)
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/common.sh"

PATH=$PATH:/usr/sbin:/sbin # where Debian has ldconfig, which ordinary users do not find
umask 022
fail() { echo "bundle: error: $*" >&2; exit 1; }

tests=no bound=''
while [ $# -gt 0 ]; do
  case $1 in
    --tests) tests=yes ;;
    --glibc) [ $# -gt 1 ] || fail "--glibc needs a version, such as 2.31"; bound=$2; shift ;;
    *) echo "bundle: unknown argument '$1': there are --tests and --glibc" >&2; exit 2 ;;
  esac
  shift
done
[ -f "$jar" ] || fail "$jar not found: build first, with scripts/setup.sh"
newer=$(find "$project/src/main" "$project/cuda" "$project/pom.xml" -type f -newer "$jar" -print -quit)
[ -z "$newer" ] || fail "$newer is newer than $jar: build again, with scripts/setup.sh"
find_java jlink || fail "no JDK with jlink found: set JAVA_HOME to one, version 17 or newer"
find_native || fail "libsis-jhdf5.so not found: run scripts/setup.sh"
for tool in ldconfig ldd strip objdump patchelf gzip dpkg-query; do
  command -v "$tool" >/dev/null || fail "$tool not found: install libc-bin, binutils, patchelf, gzip and dpkg"
done
version=$(project_version)
written=${SOURCE_DATE_EPOCH:-$(git -C "$project" log -1 --format=%ct 2>/dev/null || stat -c %Y "$jar")}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bundle=$scratch/jzfof-$version
mkdir -p "$bundle"/{scripts/slurm,target/native/gcc,.deps,licenses,bin,modulefiles/jzfof,share/bash-completion/completions}
cp "$project"/scripts/{jzfof,common.sh,gpu-check.sh,same-bits.sh,gpu-faults.sh,commands.sh,pair-loops.json} "$bundle/scripts/"
cp "$project"/scripts/slurm/*.sbatch "$bundle/scripts/slurm/"
# Ranks over another MPI: compiled where they run.
cp "$project/scripts/build-mpi.sh" "$bundle/scripts/"
install -D -m 644 "$project/src/main/native/mpi.c" "$bundle/src/main/native/mpi.c"
cp -r "$project"/{configs,examples,docs,python,README.md,CHANGELOG.md,CITATION.cff,LICENSE,target/man} "$bundle/"
find "$bundle/python" \( -name __pycache__ -o -name .pytest_cache \) -prune -exec rm -r {} +
ln -s ../scripts/jzfof "$bundle/bin/jzfof"
cp "$project/scripts/modulefiles/jzfof.lua" "$bundle/modulefiles/jzfof/$version.lua"
cp "$project/scripts/modulefiles/jzfof.tcl" "$bundle/modulefiles/jzfof/$version"
"$java_home/bin/java" -jar "$jar" completion >"$bundle/share/bash-completion/completions/jzfof"

# --- licences: all that is packed has one ---------------------------------------------------------------
packages=() # of Debian
declare -A license # of a packed file or folder, relative to the bundle: its texts, relative to licenses/
cp "$project/LICENSE" "$bundle/licenses/jzfof.txt"
# package_license FILE: keeps the licence of the Debian package of a file of this machine; sets package.
package_license() {
  local file
  file=$(readlink -f "$1")
  # One of them is in the package, the other the link to /usr.
  package=$({ dpkg-query -S "$file" "${file#/usr}" "/usr$file" 2>/dev/null || true; } | sed -n '1s/:.*//p')
  [ -n "$package" ] || return 1
  [ -r "/usr/share/doc/$package/copyright" ] || fail "$1: its package $package has no licence in /usr/share/doc"
  cp -L "/usr/share/doc/$package/copyright" "$bundle/licenses/$package.txt"
  packages+=("$package")
}
# pack FILE FOLDER [NAME]: a file of this machine.
pack() {
  local packed=$2/${3:-${1##*/}} package
  cp -L "$1" "$bundle/$packed"
  package_license "$1" || fail "$1 belongs to no Debian package: its licence is not known"
  license[$packed]=$package.txt
}
# jar_license JAR: the texts in the jar, or those of src/main/licenses.
jar_license() {
  local name text texts=''
  name=${1##*/} name=${name%.jar} name=${name%-system} name=${name%-[0-9]*}
  mkdir -p "$scratch/jar"
  (cd "$scratch/jar" && "$java_home/bin/jar" --extract --file "$1" META-INF)
  while IFS= read -r text; do
    cp "$text" "$bundle/licenses/$name-${text##*/}"
    texts+=" $name-${text##*/}"
  done < <(find "$scratch/jar" -type f \( -iname '*license*' -o -iname '*notice*' \) | LC_ALL=C sort)
  rm -rf "$scratch/jar"
  if [ -r "$project/src/main/licenses/$name.txt" ]; then
    cp "$project/src/main/licenses/$name.txt" "$bundle/licenses/"
    texts+=" $name.txt"
  fi
  license[target/lib/${1##*/}]=${texts# }
}

# --- jzfof, Java, fonts -----------------------------------------------------------------------------------
cp "$jar" "$bundle/target/"
license[target/jzfof.jar]=jzfof.txt
cp -r "$project/target/lib" "$bundle/target/"
for library in "$bundle"/target/lib/*.jar; do
  [ ! -e "$library" ] || jar_license "$library"
done
gpu=no
[ ! -e "$project/target/native/libjzfofcuda.so" ] || gpu=yes
for library in "$project"/target/native/*.so; do
  [ -e "$library" ] || continue
  name=${library##*/}
  case $name in
    libjzfofcuda.so) cp "$project/src/main/licenses/cuda.txt" "$bundle/licenses/"; license[target/native/$name]="jzfof.txt cuda.txt" ;;
    libjzfofmpi-*) continue ;; # for the MPI of this machine
    libjzfof*) license[target/native/$name]=jzfof.txt ;;
    libJCuda*) [ "$gpu" = yes ] || continue; license[target/native/$name]=jcuda.txt ;;
    *) fail "target/native/$name has no licence: say here where it is from" ;;
  esac
  cp "$library" "$bundle/target/native/"
done
[ "$gpu" = no ] || license[target/jzfof.jar]="jzfof.txt cuda.txt"
pack "$native/libsis-jhdf5.so" target/native
# find_library NAME: prints the path of a library of this machine, if it is there.
find_library() { ldconfig -p | sed -n "s/.*$1 .*x86-64.* => //p" | head -n 1; }
# Undoes deflate in half the time; libjzfofinflate.so finds it beside itself.
deflate=$(find_library 'libdeflate\.so\.0')
[ -z "$deflate" ] || pack "$deflate" target/native libdeflate.so.0

# Not --compress: the archive compresses better by itself. With headers, for scripts/build-mpi.sh.
"$java_home/bin/jlink" --output "$bundle/jre" --strip-debug --no-man-pages \
  --add-modules java.base,java.compiler,java.desktop,java.logging,java.management,java.naming,java.sql,java.xml,jdk.jfr,jdk.management,jdk.unsupported
rm -f "$bundle"/jre/lib/lib{awt_xawt,splashscreen,jsound,jawt}.so
# Among the names that only debuggers read are those of nvcc's temporary files, which differ from build to build.
for library in "$bundle"/{jre/lib/server/libjvm.so,target/native/libjzfof*.so}; do
  [ ! -e "$library" ] || strip --strip-unneeded "$library"
done
if package_license "$java_home/bin/java"; then
  license[jre]="$package.txt ../jre/legal"
elif [ -r "$bundle/jre/legal/java.base/LICENSE" ]; then
  license[jre]=../jre/legal
else
  fail "$java_home has no legal/java.base/LICENSE and belongs to no Debian package: its licence is not known"
fi

# Fonts for "jzfof plot", and the library by which Java finds them.
fontconfig=$(find_library 'libfontconfig\.so\.1')
fonts=/usr/share/fonts/truetype/dejavu
[ -r "$fonts/DejaVuSans.ttf" ] && [ -n "$fontconfig" ] || fail "fonts not found: install fontconfig and fonts-dejavu-core"
mkdir "$bundle/fonts"
pack "$fonts/DejaVuSans.ttf" fonts
pack "$fontconfig" target/native libfontconfig.so.1
license[fonts/fonts.conf]=jzfof.txt
cat >"$bundle/fonts/fonts.conf" <<'END'
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
END

# --- the system's libraries that ours and Java's need -----------------------------------------------------
# Not those of libc, which belong to the host's loader, nor libcuda, which belongs to its driver. Each library finds
# those that it needs by its own path, so that LD_LIBRARY_PATH stays the user's, and mpirun gets no foreign library.
mapfile -t programs < <(find "$bundle/jre/bin" "$bundle/jre/lib" -type f \( -perm -u+x -o -name '*.so' \) 2>/dev/null | LC_ALL=C sort)
for library in "$bundle"/target/native/*.so* "${programs[@]}"; do
  case $library in
    "$bundle"/target/native/*) where="\$ORIGIN" ;;
    "$bundle"/jre/lib/server/*) where="\$ORIGIN:\$ORIGIN/..:\$ORIGIN/../../../target/native" ;;
    "$bundle"/jre/lib/*) where="\$ORIGIN:\$ORIGIN/../../target/native" ;;
    *) where="\$ORIGIN/../lib:\$ORIGIN/../../target/native" ;;
  esac
  finds=no
  case $library in */libawt_headless.so | */libfontmanager.so) finds=yes ;; esac # fontconfig, when there is something to draw
  while read -r name _ path _; do
    [ ! -e "$bundle/jre/lib/$name" ] && [ ! -e "$bundle/jre/lib/server/$name" ] || continue
    case $name in
      libc.so.* | libm.so.* | libdl.so.* | librt.so.* | libpthread.so.* | libresolv.so.* | libutil.so.* | libcuda.so.*) ;;
      libstdc++.so.* | libgcc_s.so.*)
        [ -e "$bundle/target/native/gcc/$name" ] || pack "$path" target/native/gcc "$name"
        ;;
      lib*)
        [ -r "$path" ] || fail "$library needs $name, which is not found: install it, or add its folder to LD_LIBRARY_PATH"
        finds=yes
        [ -e "$bundle/target/native/$name" ] || pack "$path" target/native "$name"
        ;;
    esac
  done < <(ldd "$library" 2>/dev/null)
  [ "$finds" = no ] || echo "$where $library" >>"$scratch/finders"
done
for library in "$bundle"/target/native/*.so*; do # also those that others have brought
  echo "\$ORIGIN $library" >>"$scratch/finders"
done
while read -r where library; do patchelf --set-rpath "$where" "$library"; done < <(LC_ALL=C sort -u "$scratch/finders")

cat >"$bundle/.deps/paths" <<'END'
# Everything is in the bundle.
export JAVA_HOME=$project/jre JZFOF_NATIVE=$project/target/native
export FONTCONFIG_FILE=$project/fonts/fonts.conf
# But what else a process loads, such as MPI, may need the host's own C++ library, which is the newer one.
for folder in /usr/lib64 /usr/lib/x86_64-linux-gnu /lib64 /lib/x86_64-linux-gnu /usr/lib /lib /none; do
  [ ! -e "$folder/libstdc++.so.6" ] || break
done
[ "$folder" != /none ] || export LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$project/target/native/gcc
END
chmod 644 "$bundle/.deps/paths" # the launcher runs no file that others can write

# --- checks -----------------------------------------------------------------------------------------------
cd "$bundle"
# The texts of Debian name others that all Debian systems have.
mkdir licenses/common-licenses
{ grep -oh '/usr/share/common-licenses/[A-Z][A-Za-z0]*\(-[0-9]\(\.[0-9]\)\?\)\?' licenses/*.txt || true; } | LC_ALL=C sort -u | while read -r text; do
  cp -L "$text" licenses/common-licenses/
done
{
  echo "Licences of all that jzfof $version packs. A text that names /usr/share/common-licenses is beside common-licenses/ here."
  echo
  while IFS= read -r file; do
    texts=${license[$file]:-}
    case $file in jre/*) texts=${license[jre]} ;; esac
    [ -n "$texts" ] || fail "$file has no licence: add src/main/licenses/NAME.txt, its text, or leave it out"
    for text in $texts; do [ -s "licenses/$text" ] || [ -d "licenses/$text" ] || fail "$file: licenses/$text is missing"; done
    case $file in jre/*) ;; *) echo "$file: $texts" ;; esac
  done < <(find target jre fonts -type f | LC_ALL=C sort)
  echo "jre: ${license[jre]}"
  printf '\nPackages of Debian, whose sources every mirror of Debian has:\n\n'
  dpkg-query -W -f '${Package} ${Version}, source ${source:Package} ${source:Version}\n' "${packages[@]}" | LC_ALL=C sort -u
} >licenses/README.txt
[ -n "$bound" ] || { read -r _ bound < <(getconf GNU_LIBC_VERSION); }
highest=$(
  find target jre -type f \( -perm -u+x -o -name '*.so*' \) | while IFS= read -r file; do
    { objdump -T "$file" 2>/dev/null || true; } | sed -n "s|.*\*UND\*.*[( ]GLIBC_\([0-9.]*\).*|\1 $file|p"
  done | LC_ALL=C sort -V -u | tail -n 1
)
[ "$(printf '%s\n' "${highest% *}" "$bound" | sort -V | tail -n 1)" = "$bound" ] ||
  fail "${highest#* } needs glibc ${highest% *}, which is newer than $bound: make the bundle on an older system, with scripts/release.sh"

if [ "$tests" = yes ]; then
  [ -d "$project/target/test-classes" ] || fail "no test classes: run mvn test-compile first"
  cd "$project"
  JAVA_HOME=$java_home mvn -q -B dependency:copy -DoutputDirectory="$bundle/test/lib" \
    -Dartifact=org.junit.platform:junit-platform-console-standalone:1.13.4
  cp -r "$project/target/test-classes" "$bundle/test/classes"
fi

# --- the archive: the same bytes from the same build ------------------------------------------------------
tar -C "$scratch" "${same_bytes[@]}" --mtime="@$written" \
  -cf - "jzfof-$version" | gzip -9n >"$project/target/jzfof-bundle.tar.gz.new"
mv "$project/target/jzfof-bundle.tar.gz.new" "$project/target/jzfof-bundle.tar.gz"
ls -l "$project/target/jzfof-bundle.tar.gz" | { read -r _ _ _ _ bytes _; echo "bundle: target/jzfof-bundle.tar.gz, $((bytes >> 20)) MiB, needs glibc ${highest% *} or newer"; }
