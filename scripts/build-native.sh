#!/usr/bin/env bash
# Compiles src/main/native, calls of libdeflate, for the Maven build, to a JNI library. Leaves alone
# what is up to date; without a C++ compiler it says so and leaves nothing: gzip is then undone by Java.
#   build-native.sh NATIVE
#     NATIVE   folder that gets libjzfofinflate.so
#   CXX: a compiler other than c++
set -euo pipefail

. "$(dirname "$(readlink -f "$0")")/common.sh"
source=$project/src/main/native/inflate.cpp
library=$1/libjzfofinflate.so
compiler=$(command -v "${CXX:-c++}" || true)
if [ -z "$compiler" ]; then
  rm -f "$library"
  echo "build-native: no C++ compiler (${CXX:-c++}): building without libdeflate"
  exit 0
fi
find_jni build-native
stamp=$1/inflate.stamp
state=$({ "$compiler" --version; cat "$0" "$source"; } | sha256sum)
if [ -r "$library" ] && [ -r "$stamp" ] && [ "$(cat "$stamp")" = "$state" ]; then
  exit 0
fi
mkdir -p "$1"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# The bundle has libdeflate beside this library.
"$compiler" -std=c++17 -O3 -Wall -Wextra -Werror -I"$java_home/include" -I"$java_home/include/linux" \
  -shared -fPIC -fvisibility=hidden -static-libstdc++ -static-libgcc -Wl,-rpath,'$ORIGIN' \
  -o "$scratch/inflate.so" "$source" -ldl
mv "$scratch/inflate.so" "$library"
echo "$state" >"$stamp"
