"""Run all benchmarks one after the other: ``python -m benchmarks``."""

from benchmarks import (
    burst,
    caching,
    fuzzing,
    isolation,
    memory_pools,
    mobilenet_v2,
    model_latency,
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
        or model_latency.main()
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
