#!/bin/bash -eu
# Build fuzz targets as OSS-Fuzz expects them, with their seeds, dictionaries and options: all
# targets, or those that the arguments name. OUT and compile_python_fuzzer come from the image.
# Not tried in the image; try_build.sh runs this script with a stand-in for compile_python_fuzzer.
cd "${SRC:-..}/nn-conformance"
[ -n "${NN_NO_INSTALL:-}" ] || python3 -m pip install ".[fuzz,native]"
work="$(mktemp -d)"
for target in fuzz/targets/fuzz_*.dict; do
    name="$(basename "$target" .dict)"
    [ $# = 0 ] || [[ " $* " = *" ${name#fuzz_} "* ]] || continue
    # The targets import packages and atheris by name, and read their companions at run time.
    printf 'import sys\nfrom fuzz.targets import run_target\nrun_target("%s", sys.argv[1:])\n' \
        "${name#fuzz_}" >"$work/$name.py"
    compile_python_fuzzer "$work/$name.py" --collect-all conformance --collect-all generators \
        --collect-all fuzz --collect-all atheris --copy-metadata nn-conformance
    for companion in "${target%.dict}"_seed_corpus.zip "$target" "${target%.dict}".options; do
        [ ! -f "$companion" ] || cp "$companion" "$OUT/$(basename "$companion")"
    done
    [ -x "$OUT/$name" ] || { echo "$name was not built" >&2; exit 1; }
done
