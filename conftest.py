"""Make the plugin available in a checkout that is not installed.

If the distribution is installed, pytest has already loaded the plugin. This file does not use
``pytest_plugins`` because pytest rejects it in a conftest that is not at the root of the run, as
when the bundled specs are run from another folder.
"""

import pytest


def pytest_addoption(pluginmanager: pytest.PytestPluginManager) -> None:
    """Register the plugin if it is missing; pytest then calls its ``pytest_addoption`` at once."""
    if not pluginmanager.has_plugin("nn_conformance"):
        import nn_conformance  # noqa: PLC0415 - only where it is not installed

        pluginmanager.register(nn_conformance, "nn_conformance")
