#!/bin/bash -eu
# Try build.sh without the OSS-Fuzz image: build the named targets (default: wire model), each with
# PyInstaller, and run each for ten seconds. The Python of PYTHON needs nn-conformance[fuzz,native]
# and PyInstaller. Usage: OUT=folder fuzz/oss_fuzz/try_build.sh [TARGET ...]
here="$(cd "$(dirname "$0")" && pwd)"
export OUT="${OUT:?name a folder for the programs}" NN_NO_INSTALL=1
[ $# -gt 0 ] || set -- wire model
mkdir -p "$OUT"
OUT="$(cd "$OUT" && pwd)"
SRC="$(mktemp -d)"
export SRC
trap 'rm -rf "$SRC"' EXIT
ln -s "$(dirname "$(dirname "$here")")" "$SRC/nn-conformance"
PATH="$here/stand_in:$PATH" bash "$here/build.sh" "$@"
for name in "$@"; do
    corpus="$SRC/corpus-$name"
    mkdir "$corpus"
    python3 -m zipfile -e "$OUT/fuzz_${name}_seed_corpus.zip" "$corpus"
    "$OUT/fuzz_$name" -max_total_time=10 "$corpus"
done
