#!/usr/bin/env bash
# Compiles HDF5 of Debian 12 for scripts/release.sh in its Debian 11, as root, and installs it as libhdf5-103-1 there, if
# it is not there yet. The HDF5 of Debian 11 ends with a crash where a snapshot is damaged; that of Debian 12 says so, but
# needs a newer glibc, and libraries for files on the net.
#   build-hdf5.sh
set -euo pipefail

fail() { echo "build-hdf5: error: $*" >&2; exit 1; }
folder=/build/hdf5
mkdir -p "$folder"
cd "$folder"
rm -rf ./* # apt names only what it has not fetched yet
dsc=$(apt-get -q source --print-uris hdf5/bookworm | sed -n "s/.* \(hdf5_.*\.dsc\) .*/\1/p")
version=${dsc#hdf5_} version=${version%.dsc}
[ -n "$version" ] || fail "no source of HDF5 for Debian 12: is it in /etc/apt/sources.list?"
[ "$(dpkg-query -W -f '${Version}' libhdf5-103-1 2>/dev/null)" != "$version~deb11" ] || exit 0
echo "build-hdf5: compiling HDF5 $version"
{
  apt-get -q -o APT::Sandbox::User=root source hdf5/bookworm
  mv hdf5-*/ source
  cd source
  SOURCE_DATE_EPOCH=$(dpkg-parsechangelog -S Timestamp)
  export SOURCE_DATE_EPOCH
  autoreconf -fi
  # As Debian does, but the C library alone, and without access to S3.
  H5_LDFLAGS='-Wl,--version-script,$(top_srcdir)/debian/map_serial.ver' LDFLAGS=-Wl,-z,relro CPPFLAGS=-D_FORTIFY_SOURCE=2 \
    CFLAGS="-O2 -ffile-prefix-map=$PWD=. -fstack-protector-strong" ./configure --prefix=/usr --with-flavor=serial \
    --with-default-plugindir=/usr/lib/x86_64-linux-gnu/hdf5/serial/plugins --with-default-api-version=v18 \
    --enable-build-mode=production --enable-threadsafe --with-pthread --with-zlib --with-szlib --disable-static \
    --disable-sharedlib-rpath --disable-hl --disable-tests --disable-tools --disable-cxx --disable-fortran --disable-java
  make -C src -j "$(nproc)"
  cd ..
  install -D -s -m 644 source/src/.libs/libhdf5_serial.so.103.*.* -t package/usr/lib/x86_64-linux-gnu
  ln -s "$(basename source/src/.libs/libhdf5_serial.so.103.*.*)" package/usr/lib/x86_64-linux-gnu/libhdf5_serial.so.103
  install -D -m 644 source/debian/copyright package/usr/share/doc/libhdf5-103-1/copyright
  mkdir package/DEBIAN
  cat >package/DEBIAN/control <<END
Package: libhdf5-103-1
Source: hdf5 ($version)
Version: $version~deb11
Architecture: amd64
Multi-Arch: same
Maintainer: the jzfof authors <jzfof@localhost>
Depends: libc6, libsz2, zlib1g
Description: HDF5 of Debian 12 for Debian 11
END
  dpkg-deb --build package
  dpkg --install package.deb
} >log 2>&1 || { tail -n 20 "$folder/log" >&2; fail "HDF5 could not be compiled: see $folder/log in the Debian 11"; }
