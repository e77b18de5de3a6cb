"""Mutations: valid models and requests with one change that may make them invalid.

A family yields ``ModelMutation`` values: what is changed, where, and a function that creates the
mutant. Mutants are created only on demand, so that a model's thousands of mutations can be counted
and sampled cheaply. The validator decides whether a mutant is invalid. For the families of the
official suite, ``official_suite.demands_refusal`` decides it independently, from that suite's
rules.
"""

from conformance.validation.mutations.mutation import UNDECIDED_RULES, ModelMutation, target_type
from conformance.validation.mutations.official_suite import demands_refusal
from conformance.validation.mutations.structure import FAMILIES, MutationFamily, mutations_of

__all__ = [
    "FAMILIES",
    "UNDECIDED_RULES",
    "ModelMutation",
    "MutationFamily",
    "demands_refusal",
    "mutations_of",
    "target_type",
]
