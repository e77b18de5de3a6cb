"""Makes the plugin available in a checkout that is not installed."""

pytest_plugins = ["nn_conformance"]
