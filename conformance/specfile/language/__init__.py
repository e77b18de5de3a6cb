"""The words a spec file is written in, spelled as in the public format.

They write down what the file says; ``conformance.specfile.expansion`` makes examples of it.
"""

from typing import Any, Final

from conformance.specfile.language import examples, models, operands, variations

VOCABULARY: Final[dict[str, Any]] = {
    word.__name__: word
    for word in (
        examples.Example,
        models.Model,
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
        operands.Operand,
        operands.Output,
        operands.Parameter,
        operands.SymmPerChannelQuantParams,
        variations.ActivationConverter,
        variations.AllInputsAsInternalCoverter,
        variations.AllOutputsAsInternalCoverter,
        variations.AllTensorsAsInputsConverter,
        variations.DataLayoutConverter,
        variations.DataTypeConverter,
        variations.RelaxedModeConverter,
    )
}
"""The words of the language; every file gets a ``Configuration`` of its own besides."""
