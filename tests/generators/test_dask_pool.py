"""Campaigns on a Dask cluster give the same results even if workers are lost."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from generators.campaigns import workers
from generators.campaigns.campaign import Campaign, CampaignSettings, ProgressCallback
from generators.campaigns.campaign_tally import CampaignTally
from generators.campaigns.chunks import JudgeTask
from generators.campaigns.workers import ClusterError
from tests.generators.stored_chunks import stored_chunks
from tests.generators.test_campaign import DRIVERS, _facts

pytestmark = [
    pytest.mark.xdist_group("Dask cluster"),
    pytest.mark.skipif(find_spec("distributed") is None, reason="no Dask is installed"),
]
GRAPHS = 200


@pytest.fixture(scope="module")
def drivers(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("drivers") / "drivers.py"
    path.write_text(DRIVERS)
    return str(path)


def _own_cluster() -> Any:
    import distributed  # noqa: PLC0415 - slow, for each collection

    return distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        worker_dashboard_address="127.0.0.1:0",
        silence_logs=50,
    )


@pytest.fixture(scope="module")
def dask() -> Iterator[Any]:
    with _own_cluster() as made:
        yield made


def _run(
    driver: str,
    folder: Path,
    watch: ProgressCallback = lambda _tally, _seconds: None,
    *,
    graphs: int = GRAPHS,
    scheduler: str = "",
) -> dict[str, Any]:
    settings = CampaignSettings(JudgeTask(driver, "tiny"), graphs=graphs, scheduler=scheduler)
    report = Campaign(settings, folder).run(watch)
    del report["seconds"]
    return report


@pytest.mark.slow
def test_a_cluster_gives_the_results_of_this_machine(
    tmp_path: Path, drivers: str, dask: Any
) -> None:
    driver = f"{drivers}:Dies"
    here = _run(driver, tmp_path / "here", graphs=50)
    there = _run(driver, tmp_path / "there", graphs=50, scheduler=dask.scheduler_address)
    assert here["counts"]["crash"] > 0
    assert _facts(here) == _facts(there)


@pytest.mark.slow
def test_a_lost_worker_loses_no_result(tmp_path: Path, dask: Any) -> None:
    killed: list[int] = []

    def kill(tally: CampaignTally, _seconds: float) -> None:
        if tally.graphs and not killed:
            process = next(iter(dask.workers.values())).pid
            os.kill(process, signal.SIGKILL)
            killed.append(process)

    report = _run("reference", tmp_path / "c", kill, scheduler=dask.scheduler_address)
    assert killed
    assert report["graphs"] == report["passed"] == GRAPHS
    chunks = stored_chunks(tmp_path / "c")
    assert [chunk["chunk"] for chunk in chunks] == list(range(GRAPHS // 50))


def test_a_worker_of_another_version_is_reported() -> None:
    with pytest.raises(ClusterError, match="a worker runs nn-conformance"):
        workers._call_on_cluster("nn-conformance 0.0.0", os.getpid)
