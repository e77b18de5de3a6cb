"""Native stacks of crashes: the C functions that a crashing thread of the driver process was in.

``handler.c`` is a small library that ``preload`` builds with the C compiler. The driver process
preloads it; in a crash it writes the addresses on the stack of the thread. ``current_calls`` writes
the NNAPI calls that were running. ``report`` reads both; ``symbols`` finds functions and lines.
"""
