"""Native stacks of crashes: the C functions that a crashing thread of the driver process was in.

``handler.c`` is a small library that ``handler`` builds with the C compiler. The driver process
preloads it; in a crash it writes the addresses on the stack of the thread, and ``handler`` the
NNAPI call that was running. ``report`` reads both, and finds functions and lines.
"""
