"""The state of a session in one pytest process: driver, cases, judge and dumps."""
