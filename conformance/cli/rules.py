"""``nn-conformance rules``: every named reason to refuse a model or a request."""

from __future__ import annotations

import argparse
import fnmatch
from pathlib import Path
from typing import Any

from conformance.suite.page import page
from conformance.validation import all_rules


def add_to(verbs: Any) -> None:
    """Register the verb."""
    parser = verbs.add_parser("rules", help="the named refusal rules")
    parser.add_argument("pattern", nargs="?", default="*", help="names to show, CONV_2D.*")
    parser.add_argument("--page", metavar="FILE", help="write the documentation's page of rules")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print one line for each rule; 1 when none has such a name."""
    if arguments.page:
        Path(arguments.page).write_text("\n".join(page()) + "\n", encoding="utf-8")
        return 0
    names = fnmatch.filter(all_rules(), arguments.pattern)
    for name in names:
        rule = all_rules()[name]
        print(f"{name}: {rule.summary} [{rule.source}]")
    return 0 if names else 1
