"""The binary form of fuzz inputs: records, decoder, encoder, mutator and crossover.

``docs/how-to/fuzzing.md`` describes the form.
"""
