"""``nn-conformance rules``: list the validation rules by which models and requests are refused."""

from __future__ import annotations

import argparse
import fnmatch
import sys
from typing import Any, Final

from conformance.cli.rules_page import rules_page_lines
from conformance.output_files import check_writable, write_atomically
from conformance.validation import all_rules

UNUSABLE: Final = 2


def add_parser(verbs: Any) -> None:
    """Add the subcommand to the parser."""
    parser = verbs.add_parser("rules", help="list the rules that refuse models and requests")
    parser.add_argument(
        "pattern",
        nargs="?",
        default="*",
        help="list only the rules whose names match, for example 'CONV_2D.*'",
    )
    parser.add_argument(
        "--page", metavar="FILE", help="write the reference page of all rules (Markdown) to FILE"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print one line for each rule and return the exit status.

    The status is 1 if no rule matches the pattern and 2 if the page cannot be written.
    """
    if arguments.page:
        try:
            check_writable(arguments.page, follow_links=True)
            content = ("\n".join(rules_page_lines()) + "\n").encode()
            write_atomically(arguments.page, content, follow_links=True)
        except OSError as error:
            print(f"nn-conformance: {arguments.page}: {error.strerror or error}", file=sys.stderr)
            return UNUSABLE
        return 0
    names = fnmatch.filter(all_rules(), arguments.pattern)
    for name in names:
        rule = all_rules()[name]
        print(f"{name}: {rule.summary} [{rule.source}]")
    return 0 if names else 1
