"""The graph under construction: profiles, random values, operands, operations and the model."""
