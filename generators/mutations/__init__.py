"""Valid models and requests with one thing made wrong.

A family yields ``Mutation`` values: what is changed, where, and a function that makes the mutant.
Nothing is built until a mutation has been chosen, so that a model's many thousand mutations can be
counted and sampled. Whether a mutant is invalid is the validator's to say; for the families of the
official suite ``public.demands_refusal`` says it a second time, from that suite's own rules.
"""

from generators.mutations.families import FAMILIES, Family, mutations_of
from generators.mutations.mutation import UNDECIDED, Mutation
from generators.mutations.public import demands_refusal

__all__ = ["FAMILIES", "UNDECIDED", "Family", "Mutation", "demands_refusal", "mutations_of"]
