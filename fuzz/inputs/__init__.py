"""The binary form of fuzz inputs: records, decoder, encoder, mutator and crossover.

``docs/reference/fuzz-inputs.md`` describes the form.
"""
