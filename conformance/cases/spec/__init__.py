"""The classes that a spec file uses, with the names of the public format.

They record the declarations of the file; ``conformance.cases.spec.expansion`` expands these to
examples.
"""

from typing import Any, Final

from conformance.cases.spec import examples, models, operands, shape_variations, variations

VOCABULARY: Final[dict[str, Any]] = {
    "Example": examples.DeclaredExample,
    "Model": models.DeclaredModel,
    "Operand": operands.DeclaredOperand,
    **{
        word.__name__: word
        for word in (
            models.SubgraphReference,
            operands.BoolScalar,
            operands.Float16Scalar,
            operands.Float32Scalar,
            operands.Float32Vector,
            operands.IgnoredOutput,
            operands.Input,
            operands.Int32Scalar,
            operands.Int32Vector,
            operands.Internal,
            operands.Output,
            operands.Parameter,
            operands.SymmPerChannelQuantParams,
            shape_variations.UnknownShapesConverter,
            variations.ActivationConverter,
            shape_variations.AllInputsAsInternalCoverter,
            shape_variations.AllOutputsAsInternalCoverter,
            shape_variations.AllTensorsAsInputsConverter,
            variations.DataLayoutConverter,
            variations.DataTypeConverter,
            variations.RelaxedModeConverter,
        )
    },
}
"""The names in a spec file's namespace; each file also gets its own ``Configuration``."""
