"""Run all benchmarks one after the other: ``python -m benchmarks``."""

from benchmarks import isolation, mobilenet_v2, operations, overhead, random_graphs

if __name__ == "__main__":
    raise SystemExit(
        overhead.main()
        or mobilenet_v2.main()
        or isolation.main()
        or random_graphs.main()
        or operations.main([])
    )
