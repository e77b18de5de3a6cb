"""The chunks in the database of a campaign, read without the suite."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any


def stored_chunks(folder: Path | str) -> list[dict[str, Any]]:
    """Return the chunks ordered by number; raise ``sqlite3.Error`` if there are none."""
    address = f"file:{Path(folder, 'campaign.sqlite').resolve()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as connection:
        rows = connection.execute("SELECT body FROM chunks ORDER BY number")
        return [json.loads(body) for (body,) in rows]
