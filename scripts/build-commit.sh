#!/usr/bin/env bash
# Records the commit for the Maven build in version.properties, for "jzfof --version": "unknown" where the sources
# are no clone of git, "... with changes" where they differ from the commit.
#   build-commit.sh CLASSES
#     CLASSES  folder of the compiled classes and resources
set -euo pipefail
. "$(dirname "$(readlink -f "$0")")/common.sh"

properties=$1/org/jzfof/cli/common/version.properties
commit=unknown
if [ -e "$project/.git" ]; then # and not that of a folder above
  if commit=$(git -C "$project" rev-parse --short=12 HEAD); then
    changes=$(git -C "$project" status --porcelain --untracked-files=no)
    [ -z "$changes" ] || commit+=" with changes"
  else
    commit=unknown
    echo "build-commit: git does not tell the commit (see above): jzfof --version will call it unknown"
  fi
fi
grep -qxF "commit=$commit" "$properties" && exit 0
sed -i '/^commit=/d' "$properties"
echo "commit=$commit" >>"$properties"
