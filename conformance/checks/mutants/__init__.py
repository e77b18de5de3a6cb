"""Mutants of valid models, requests and burst packets: their sources, selection and execution."""
