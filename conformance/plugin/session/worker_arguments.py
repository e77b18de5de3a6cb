"""The arguments of xdist's workers: they get the controller's root directory and ini file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from nn_conformance_options import join_added_options, join_values


class WorkerArgumentsPlugin:
    """The hook that makes the workers choose the root directory and ini file of the controller.

    pytest derives both from the arguments that exist as paths, before it knows the options of
    plugins, so that it takes ``run.jsonl`` in ``--events run.jsonl`` for a path to test
    (``SessionReplacement``). A worker reads the arguments of the session again. At that time a file
    may exist that did not exist when the controller started, and a worker with another root
    directory collects other node ids.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_setupnodes(self, specs: Sequence[Any]) -> None:
        """Replace the arguments that xdist sends to each worker, also to one that starts later.

        Workers with another working folder, for example on other machines, get no root directory:
        the paths of this machine need not exist there.
        """
        elsewhere = any(not spec.popen or spec.chdir for spec in specs)
        root = () if elsewhere else _root_arguments(self._config)
        join_added_options()
        given = self._config.invocation_params
        self._config.invocation_params = pytest.Config.InvocationParams(
            args=[*root, *join_values(map(str, given.args))],
            plugins=given.plugins,
            dir=given.dir,
        )


def _root_arguments(config: pytest.Config) -> Iterator[str]:
    """Yield the options that name the root directory and the ini file of this process.

    They come first, so that the user's own options of the same kind have precedence.
    """
    yield f"--rootdir={config.rootpath}"
    if config.inipath is not None:
        yield f"-c{config.inipath}"
