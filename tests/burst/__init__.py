"""Tests of bursts: the message queue, the packets, the client's and the driver's side."""
