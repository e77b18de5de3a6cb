"""``nn-conformance rules``: list the validation rules by which models and requests are refused."""

from __future__ import annotations

import argparse
import fnmatch
import sys
from typing import Any, Final

from conformance.cli.rules_page import rules_page_lines
from conformance.hal import OperationType
from conformance.output_files import check_writable, write_atomically
from conformance.similar_names import did_you_mean
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
    if not names:
        print(f"nn-conformance: {_unknown_rule(arguments.pattern)}", file=sys.stderr)
    return 0 if names else 1


def _unknown_rule(pattern: str) -> str:
    """Return the message for a pattern that matches no rule, with similar patterns."""
    known = dict.fromkeys(name for rule in all_rules() for name in (_group(rule), rule))
    operation = pattern.partition(".")[0].rstrip("*").upper()
    if operation in OperationType.__members__ and f"{operation}.*" not in known:
        return f"no rule matches {pattern!r}: the operation {operation} has no rules of its own"
    near = did_you_mean(pattern, known)
    return f"no rule matches {pattern!r}{near or '; nn-conformance rules lists all rules'}"


def _group(rule: str) -> str:
    """Return the pattern of all rules with the same first word: ``CONV_2D.*``."""
    return f"{rule.partition('.')[0]}.*"
