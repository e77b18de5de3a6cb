"""A fixture that runs the command line in the test process."""

import pytest

from conformance.cli.main import main


class CommandOutput:
    """The result of a command: exit status, standard output and standard error."""

    def __init__(self, status, captured):
        self.status = status
        self.out = captured.out
        self.err = captured.err


@pytest.fixture
def nn(capfd):
    """Return a function that runs ``nn-conformance`` in this process."""

    def run(*arguments):
        status = main([str(argument) for argument in arguments])
        return CommandOutput(status, capfd.readouterr())

    return run
