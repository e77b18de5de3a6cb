"""Run all benchmarks one after the other: ``python -m benchmarks``."""

from benchmarks import (
    burst,
    caching,
    fuzzing,
    isolation,
    memory_pools,
    mobilenet_v2,
    mutants,
    operations,
    overhead,
    random_graphs,
    reports,
)

if __name__ == "__main__":
    raise SystemExit(
        overhead.main()
        or mobilenet_v2.main()
        or isolation.main()
        or burst.main()
        or caching.main([])
        or memory_pools.main()
        or mutants.main()
        or reports.main()
        or random_graphs.main()
        or operations.main([])
        or fuzzing.main([])
    )
