"""Runs every benchmark, one after the other: ``python -m benchmarks``."""

from benchmarks import isolation, mobilenet_v2, overhead

if __name__ == "__main__":
    raise SystemExit(overhead.main() or mobilenet_v2.main() or isolation.main())
