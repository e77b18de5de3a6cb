#!/bin/bash -eu
# Build all fuzz targets in the OSS-Fuzz image, with their seeds, dictionaries and options.
# OUT and compile_python_fuzzer come from the image. This script was not tried in the image.
cd "${SRC:-..}/nn-conformance"
python3 -m pip install ".[fuzz,native]"
for target in fuzz/targets/fuzz_*.py; do
    name="$(basename "$target" .py)"
    # The targets import each other's packages by name, and read their companions at run time.
    compile_python_fuzzer "$target" --collect-all conformance --collect-all generators \
        --collect-all fuzz --copy-metadata nn-conformance
    for companion in "${target%.py}"_seed_corpus.zip "${target%.py}".dict "${target%.py}".options; do
        [ ! -f "$companion" ] || cp "$companion" "$OUT/$(basename "$companion")"
    done
    [ -x "$OUT/$name" ] || { echo "$name was not built" >&2; exit 1; }
done
