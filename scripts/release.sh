#!/usr/bin/env bash
# Makes the files of a release in target/release from the tag at the current commit: a bundle with kernels for all GPUs
# from Turing on, one without GPUs, the sources, the documentation, and their SHA-256 sums. All is built from a new clone
# in a Debian 11 system, so that the bundles run with glibc 2.31 or newer, and twice the same commit makes the same files.
#   scripts/release.sh [--root FOLDER] [--untagged]
#     --root      folder of that Debian 11 (default: target/debian-11); made by debootstrap if it is not there, about 2 GB
#     --untagged  for a try: of a commit without tag
#   CUDA_HOME     CUDA toolkit, version 13 (default: /usr/local/cuda)
#   MAVEN_ARGS    more arguments for Maven
# As root, on Linux of x86-64, with git and debootstrap, in a clone that is set up (scripts/setup.sh), from which the Java
# bindings of Open MPI are taken. The Debian 11 has a Maven repository of its own.
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/common.sh"

fail() { echo "release: error: $*" >&2; exit 1; }
say() { echo "release: $*"; }

root=$project/target/debian-11 tagged=yes
while [ $# -gt 0 ]; do
  case $1 in
    --root) [ $# -gt 1 ] || fail "--root needs a folder"; root=$2; shift ;;
    --untagged) tagged=no ;;
    *) echo "release: unknown argument '$1': see the head of $0" >&2; exit 2 ;;
  esac
  shift
done
cuda_home=${CUDA_HOME:-/usr/local/cuda}
[ "$EUID" -eq 0 ] || fail "only root can build in another system: run this as root"
[ -x "$cuda_home/bin/nvcc" ] || fail "no nvcc in $cuda_home/bin: set CUDA_HOME to a CUDA toolkit of version 13"
mpi=$deps/org/jzfof/deps/mpi/system/mpi-system.jar
[ -r "$mpi" ] || fail "there are no Java bindings of Open MPI in $deps: install openmpi-bin and libopenmpi-dev, and run scripts/setup.sh"
for tool in git debootstrap unshare; do
  command -v "$tool" >/dev/null || fail "$tool not found: install it"
done
cd "$project"
version=$(project_version)
commit=$(git rev-parse HEAD)
changes=$(git status --porcelain)
[ -z "$changes" ] || fail "there are changes that are not committed: commit them, or put them away with git stash"
if [ "$tagged" = yes ]; then
  git tag --points-at HEAD | grep -qxF "v$version" || fail "the version in pom.xml is $version, but v$version is no tag of this commit: run git tag -a v$version"
fi
grep -qxF "version: $version" CITATION.cff || fail "CITATION.cff has another version than $version"
grep -q "^## $version " CHANGELOG.md || fail "CHANGELOG.md has no section of $version"

# --- a Debian 11 ------------------------------------------------------------------------------------------
packages=(openjdk-17-jdk-headless maven libsis-jhdf5-java g++ git patchelf binutils libdeflate0 libfontconfig1
  fonts-dejavu-core xz-utils ca-certificates dpkg-dev autoconf automake libtool make libaec-dev zlib1g-dev)
# in_root COMMAND...: with the host's devices and CUDA; mounts end with the command.
in_root() {
  unshare --mount -- bash -ec '
    root=$1 cuda=$2
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount --bind "$cuda" "$root/usr/local/cuda"
    trusted=/etc/ssl/certs/java/cacerts # certificates, of which a network may have its own
    [ ! -r "$trusted" ] || [ ! -e "$root$trusted" ] || mount --bind "$trusted" "$root$trusted"
    exec chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "${@:3}"
  ' in_root "$root" "$cuda_home" "$@"
}
if [ ! -e "$root/etc/debian_version" ]; then
  say "making a Debian 11 in $root"
  mkdir -p "$root"
  debootstrap --variant=minbase bullseye "$root" >"$root.log" 2>&1 || { tail -n 5 "$root.log" >&2; fail "debootstrap failed"; }
  # JHDF5 and the source of HDF5 are those of Debian 12, with which the tests run.
  read -r _ mirror _ <"$root/etc/apt/sources.list" # the one of debootstrap
  cat >"$root/etc/apt/sources.list" <<END
deb $mirror bullseye main
deb $mirror-security bullseye-security main
deb $mirror bookworm main
deb-src $mirror bookworm main
END
  cat >"$root/etc/apt/preferences.d/jzfof" <<END
Package: *
Pin: release n=bookworm
Pin-Priority: -1

Package: libsis-*
Pin: release n=bookworm
Pin-Priority: 990
END
fi
case $(cat "$root/etc/debian_version") in 11 | 11.*) ;; *) fail "$root is no Debian 11: remove it, or name another folder" ;; esac
mkdir -p "$root/usr/local/cuda"
cp -L /etc/resolv.conf "$root/etc/"
say "bringing its packages up to date"
in_root bash -ec 'apt-get -q -y update && apt-get -q -y -o Dpkg::Use-Pty=0 dist-upgrade && apt-get -q -y -o Dpkg::Use-Pty=0 install --no-install-recommends "$@"' \
  packages "${packages[@]}" >"$root.log" 2>&1 || { tail -n 5 "$root.log" >&2; fail "the packages could not be installed"; }

# --- the builds -------------------------------------------------------------------------------------------
build=$root/build/jzfof
rm -rf "$build"
git -c advice.detachedHead=false clone -q --no-hardlinks "$project" "$build"
git -C "$build" checkout -q --detach "$commit"
in_root /build/jzfof/scripts/build-hdf5.sh
install -D -m 644 "$mpi" "$root/build/mpi/lib/mpi.jar"
out=$project/target/release
rm -rf "$out"
mkdir -p "$out"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
# bundle ARCHITECTURES NAME
bundle() {
  say "building $2"
  in_root env SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH" MPI_HOME=/build/mpi MAVEN_ARGS="-Dcuda.arch=$1 ${MAVEN_ARGS:-}" \
    bash -ec 'cd /build/jzfof && scripts/setup.sh >&2 && scripts/bundle.sh --glibc 2.31'
  cp "$build/target/jzfof-bundle.tar.gz" "$out/$2"
}
bundle all "jzfof-$version-linux-x86_64.tar.gz"
bundle none "jzfof-$version-linux-x86_64-cpu.tar.gz"
git archive --prefix="jzfof-$version/" "$commit" | gzip -9n >"$out/jzfof-$version-source.tar.gz"
tar -C "$build" "${same_bytes[@]}" --mtime="@$SOURCE_DATE_EPOCH" \
  --transform="s|^target/man|man|" --transform="s|^|jzfof-$version-docs/|S" -cf - README.md CHANGELOG.md LICENSE CITATION.cff docs target/man |
  gzip -9n >"$out/jzfof-$version-docs.tar.gz"
(cd "$out" && sha256sum -- *.tar.gz >SHA256SUMS && cat SHA256SUMS)
say "done: $out"
