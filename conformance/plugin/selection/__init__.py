"""Node ids, and the selection of cases by pattern, list and shard."""
