#!/bin/bash -eu
# Build fuzz targets as OSS-Fuzz expects them, with their seeds, dictionaries and options: all
# targets, or those that the arguments name. OUT and compile_python_fuzzer come from the image.
# Not tried in the image; try_build.sh runs this script with a stand-in for compile_python_fuzzer.
cd "${SRC:-..}/nn-conformance"
[ -n "${NN_NO_INSTALL:-}" ] || python3 -m pip install ".[fuzz,native]"
for target in fuzz/targets/fuzz_*.py; do
    name="$(basename "$target" .py)"
    [ $# = 0 ] || [[ " $* " = *" ${name#fuzz_} "* ]] || continue
    # The targets import packages and atheris by name, and read their companions at run time.
    compile_python_fuzzer "$target" --collect-all conformance --collect-all generators \
        --collect-all fuzz --collect-all atheris --copy-metadata nn-conformance
    for companion in "${target%.py}"_seed_corpus.zip "${target%.py}".dict "${target%.py}".options; do
        [ ! -f "$companion" ] || cp "$companion" "$OUT/$(basename "$companion")"
    done
    [ -x "$OUT/$name" ] || { echo "$name was not built" >&2; exit 1; }
done
