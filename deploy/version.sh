#!/bin/sh
# Prints the version of the current commit, for example 0.1.1500: the first two numbers are from package.json, and the last number is the
# number of commits. A later commit has a higher version, so gateways know which schema is newer (docs/deployment.md, Upgrades).
set -eu
cd "$(dirname "$0")/.."
if [ "$(git rev-parse --is-shallow-repository)" != false ]; then
  echo "A shallow clone does not contain all commits. Run git fetch --unshallow, or clone with all commits (fetch-depth: 0)." >&2
  exit 1
fi
release=$(sed -n 's/^  "version": "\([0-9]*\.[0-9]*\)\..*/\1/p' package.json)
commits=$(git rev-list --count HEAD)
echo "${release:?package.json has no version like 0.1.0}.$commits"
