"""The files of a failing case, from which the failure can be reproduced and examined.

The pytest plugin and campaigns write them through ``failure_dump.Dumper``.
"""
