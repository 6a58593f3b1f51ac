# Sourced by the other scripts: where the project, Java and JHDF5's native half are.
# shellcheck shell=bash

project=$(cd -P "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
deps=$project/.deps
jar=$project/target/jzfof.jar

# JAVA_HOME, MPI_HOME and JZFOF_NATIVE as given to the set-up, unless the caller says otherwise now.
if [ -r "$deps/paths" ]; then
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

# mpi_library: prints the path of the native half of Open MPI's Java bindings.
mpi_library() {
  local library
  for library in ${MPI_HOME:+"$MPI_HOME/lib/libmpi_java.so"} /usr/lib/*/openmpi/lib/libmpi_java.so /usr/lib/*/libmpi_java.so; do
    [ -e "$library" ] && { echo "$library"; return; }
  done
  return 1
}

# find_native: sets native to the folder with libsis-jhdf5.so: JZFOF_NATIVE, or where Debian has it.
find_native() {
  local folder
  for folder in ${JZFOF_NATIVE:+"$JZFOF_NATIVE"} /usr/lib/jni /usr/lib/*/jni; do
    if [ -r "$folder/libsis-jhdf5.so" ]; then
      native=$folder
      return 0
    fi
  done
  return 1
}
