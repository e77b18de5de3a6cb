"""Makes the plugin available in a checkout that is not installed.

Where it is installed, pytest has loaded it by now; and this file must not say ``pytest_plugins``,
which pytest refuses when the bundled specs are run from another folder.
"""

import pytest


def pytest_addoption(pluginmanager: pytest.PytestPluginManager) -> None:
    """Register the plugin unless it is there; its own options are added at once."""
    if not pluginmanager.has_plugin("nn_conformance"):
        import nn_conformance  # noqa: PLC0415 - only where it is not installed

        pluginmanager.register(nn_conformance, "nn_conformance")
