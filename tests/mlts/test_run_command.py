"""``nn-conformance run``."""

import pytest

from conformance.cli.main import main
from tests.mlts.test_model_items import chain_file

pytest.importorskip("ai_edge_litert.schema_py_generated")


@pytest.mark.parametrize("options_first", [True, False])
def test_a_model_is_run_with_pytest_options(tmp_path, capfd, options_first):
    path = tmp_path / "chain.tflite"
    path.write_bytes(chain_file())
    options = ["--driver", "reference", "--case", "*/whole", "-p", "no:cacheprovider"]
    arguments = [*options, str(path)] if options_first else [str(path), *options]
    run_in_process = [*arguments, f"--rootdir={tmp_path}"]
    assert main(["run", *run_in_process]) == 0
    assert "1 passed" in capfd.readouterr().out
