"""Run the benchmarks of speed one after the other: ``python -m benchmarks``."""

from benchmarks import mobilenet_v2, overhead, random_graphs

if __name__ == "__main__":
    raise SystemExit(overhead.main() or mobilenet_v2.main([]) or random_graphs.main())
