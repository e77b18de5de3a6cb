"""The folder of a campaign: its corpus, its findings, and inputs that end a process."""

from __future__ import annotations

import contextlib
from pathlib import Path

from conformance.files import PARTIAL_GLOB, prune_temporary, write_atomically
from fuzz.engines.engine import input_name, write_inputs
from fuzz.engines.seeds import SeedError, input_files, read_seeds
from generators.campaigns.campaign_store import StoreError


class CampaignFolder:
    """The files of a campaign except its store.

    Attributes:
        corpus: the inputs from which the engine starts.
        crashes: inputs that ended or blocked the process of a worker; they are not in the corpus,
            because each new worker would end in the same way.
        workers: the state of the workers.
        findings: the minimised inputs.

    """

    def __init__(self, folder: Path) -> None:
        self.path = folder
        self.corpus = folder / "corpus"
        self.crashes = folder / "crashes"
        self.workers = folder / "workers"
        self.findings = folder / "findings"

    def prepare(self, target: str) -> None:
        """Write the seeds of a target into the corpus.

        Raise ``StoreError`` if the corpus cannot be read or written.
        """
        try:
            self.corpus.mkdir(parents=True, exist_ok=True)
            prune_temporary(self.corpus, [PARTIAL_GLOB], 3600.0)
            self._rename_inputs()
            left_out = set()
            if self.crashes.is_dir():
                left_out = {path.name for path in input_files(self.crashes)}
            seeds = [data for data in read_seeds(target) if input_name(data) not in left_out]
            write_inputs(self.corpus, seeds)
        except (OSError, SeedError) as error:
            raise StoreError(f"{self.corpus}: the corpus cannot be used: {error}") from error

    def _rename_inputs(self) -> None:
        """Give inputs that the user has added the name under which ``exclude`` finds them."""
        for path in input_files(self.corpus):
            data = path.read_bytes()
            if path.name != input_name(data):
                write_inputs(self.corpus, [data])
                path.unlink()

    def exclude(self, data: bytes) -> None:
        """Move an input out of the corpus, because it ends the process of a worker."""
        self.crashes.mkdir(parents=True, exist_ok=True)
        write_atomically(self.crashes / input_name(data), data, only_regular=True)
        (self.corpus / input_name(data)).unlink(missing_ok=True)

    def sizes(self) -> list[int]:
        """Return the sizes in bytes of the inputs in the corpus, which workers may be changing."""
        sizes = []
        for path in input_files(self.corpus):
            with contextlib.suppress(FileNotFoundError):  # libFuzzer has found a smaller input
                sizes.append(path.stat().st_size)
        return sizes
