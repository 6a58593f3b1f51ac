#!/usr/bin/env bash
# Makes target/jzfof-bundle.tar.gz: jzfof with its own Java, HDF5, fonts and CUDA kernels, for Linux hosts
# (x86-64, glibc 2.36 or newer) that have nothing but an NVIDIA driver, or not even that. Needs a
# finished build (scripts/setup.sh), and a JDK with jlink.
#   scripts/bundle.sh [--tests]
#     --tests  also pack the GPU tests, for scripts/gpu-check.sh and gpu-faults.sh
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/common.sh"

PATH=$PATH:/usr/sbin:/sbin # where Debian has ldconfig, which ordinary users do not find
fail() { echo "bundle: error: $*" >&2; exit 1; }

tests=no
for argument in "$@"; do
  case $argument in
    --tests) tests=yes ;;
    *) echo "bundle: unknown argument '$argument': the only one is --tests" >&2; exit 2 ;;
  esac
done
[ -f "$jar" ] || fail "$jar not found: build first, with scripts/setup.sh"
newer=$(find "$project/src/main" "$project/cuda" "$project/pom.xml" -type f -newer "$jar" -print -quit)
[ -z "$newer" ] || fail "$newer is newer than $jar: build again, with scripts/setup.sh"
find_java jlink || fail "no JDK with jlink found: set JAVA_HOME to one, version 17 or newer"
find_native || fail "libsis-jhdf5.so not found: run scripts/setup.sh"
for tool in ldconfig ldd strip gzip; do
  command -v "$tool" >/dev/null || fail "$tool not found: install libc-bin, binutils and gzip"
done

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bundle=$scratch/jzfof
mkdir -p "$bundle/scripts" "$bundle/target/native" "$bundle/.deps"
cp "$project"/scripts/{jzfof,common.sh,gpu-check.sh,same-bits.sh,gpu-faults.sh,commands.sh,pair-loops.json} "$bundle/scripts/"
cp -r "$project"/{configs,examples,target/man} "$bundle/"
cp "$jar" "$bundle/target/"
cp -r "$project/target/lib" "$bundle/target/"
cp "$project"/target/native/*.so "$bundle/target/native/"
# Undoes deflate in half the time; libjzfofinflate.so finds it beside itself.
deflate=$(ldconfig -p | sed -n 's/.*libdeflate\.so\.0 .*x86-64.* => //p' | head -n 1)
license=/usr/share/doc/libdeflate0/copyright
if [ -n "$deflate" ] && [ -r "$license" ]; then
  cp -L "$deflate" "$bundle/target/native/"
  cp "$license" "$bundle/target/native/libdeflate.LICENSE"
fi

# Not --compress: the archive compresses better by itself.
"$java_home/bin/jlink" --output "$bundle/jre" --strip-debug --no-header-files --no-man-pages \
  --add-modules java.base,java.compiler,java.desktop,java.logging,java.management,java.naming,java.sql,java.xml,jdk.jfr,jdk.management,jdk.unsupported
rm -f "$bundle"/jre/lib/lib{awt_xawt,splashscreen,jsound,jawt}.so
strip --strip-unneeded "$bundle/jre/lib/server/libjvm.so"

# Fonts for "jzfof plot", and the library by which Java finds them.
fontconfig=$(ldconfig -p | sed -n 's/.*libfontconfig\.so\.1 .*x86-64.* => //p' | head -n 1)
fonts=/usr/share/fonts/truetype/dejavu
[ -r "$fonts/DejaVuSans.ttf" ] && [ -n "$fontconfig" ] || fail "fonts not found: install fontconfig and fonts-dejavu-core"
mkdir "$bundle/fonts"
cp "$fonts/DejaVuSans.ttf" "$bundle/fonts/"
cp /usr/share/doc/fonts-dejavu-core/copyright "$bundle/fonts/LICENSE"
cat >"$bundle/fonts/fonts.conf" <<'END'
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
END

# The system's libraries that ours and Java's need, but not those of libc, which belong to the host's
# loader, nor libcuda, which belongs to its driver.
cp "$native/libsis-jhdf5.so" "$bundle/target/native/"
cp -L "$fontconfig" "$bundle/target/native/libfontconfig.so.1"
for library in "$bundle"/target/native/*.so* "$bundle"/jre/lib/lib{fontmanager,awt,lcms}.so; do
  ldd "$library" | while read -r name _ path _; do
    case $name in
      libc.so.* | libm.so.* | libdl.so.* | librt.so.* | libpthread.so.* | libresolv.so.* | libcuda.so.*) ;;
      libjava.so | libjvm.so | libawt.so) ;;
      lib*)
        [ -r "$path" ] || fail "$library needs $name, which is not found: install it, or add its folder to LD_LIBRARY_PATH"
        [ -e "$bundle/target/native/$name" ] || cp -L "$path" "$bundle/target/native/$name"
        ;;
    esac
  done
done

cat >"$bundle/.deps/paths" <<'END'
# Everything is in the bundle.
export JAVA_HOME=$project/jre JZFOF_NATIVE=$project/target/native
export LD_LIBRARY_PATH=$project/target/native${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export FONTCONFIG_FILE=$project/fonts/fonts.conf
END
chmod 644 "$bundle/.deps/paths" # the launcher runs no file that others can write

if [ "$tests" = yes ]; then
  [ -d "$project/target/test-classes" ] || fail "no test classes: run mvn test-compile first"
  cd "$project"
  JAVA_HOME=$java_home mvn -q -B dependency:copy -DoutputDirectory="$bundle/test/lib" \
    -Dartifact=org.junit.platform:junit-platform-console-standalone:1.13.4
  cp -r "$project/target/test-classes" "$bundle/test/classes"
fi

tar -C "$scratch" -cf - jzfof | gzip -9 >"$project/target/jzfof-bundle.tar.gz.new"
mv "$project/target/jzfof-bundle.tar.gz.new" "$project/target/jzfof-bundle.tar.gz"
ls -l "$project/target/jzfof-bundle.tar.gz" | { read -r _ _ _ _ bytes _; echo "bundle: target/jzfof-bundle.tar.gz, $((bytes >> 20)) MiB"; }
