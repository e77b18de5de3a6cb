"""The output and the events of small runs, and usage errors, as snapshots."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.cli.main import main
from conformance.results.event_stream import read_events
from tests.golden import terminal
from tests.plugin.conftest import UserFolder

X = 'x = Input("x", ("{}", [{}])).ShouldNeverBeInternal()\n'
Y = 'y = Output("y", ("TENSOR_FLOAT32", [{}]))\n'
FLOAT = "TENSOR_FLOAT32"
EXAMPLE = 'Example({x: [1], y: [1]}, model=Model().Operation("%s", x).To(y))\n'
BROKEN = {
    "operation": X.format(FLOAT, 1) + Y.format(1) + EXAMPLE % "FLOR",
    "type": X.format("TENSOR_FLOAT31", 1) + Y.format(1) + EXAMPLE % "FLOOR",
    "data": X.format(FLOAT, 3) + Y.format(3) + EXAMPLE.replace("y: [1]", "y: [1, 2]") % "FLOOR",
    "raises": "a = 1\n\nb = a / 0\n",
    "syntax": "a = 1\nb = = 2\n",
    "hollow": "# nothing yet\nmodel = Model()\n",
    "soft": X.format(FLOAT, 4) + Y.format(4) + EXAMPLE.replace("[1]", "[1, 2, 3, 4]") % "SOFTMAX",
}
"""Spec files with one mistake each."""


@pytest.mark.parametrize(
    "line",
    [
        "--driver reference mine",
        "--driver drivers.py:Rounds mine --dump=:0",
        "--driver drivers.py:Rounds mine --waivers waivers.toml --isolate",
        "--driver drivers.py:Dies mine --isolate --dump=:0",
        "--driver drivers.py:FloorOnly mine --coupling all",
        "--driver drivers.py:RaisesWhenAsked mine --seed 5 --limit callback=2",
        "--driver drivers.py:Prints mine",
        "--driver drivers.py:Old -q --case V1_0/floor/floor_rank_1*",
        "--driver reference broken",
    ],
)
def test_run(folder: UserFolder, line: str, snapshot: Any) -> None:
    for name, text in BROKEN.items():
        folder.write(f"broken/{name}.mod.py", text)
    waiver = '[[waiver]]\npattern = "*_{}"\nreason = "r"\nissue = "T-1"\nexpires = {}-01-01\n'
    folder.write("waivers.toml", waiver.format("one", 2999) + waiver.format("four", 2020))
    run = folder.command(f"pytest {line} --limit explain=0 --events run.jsonl")
    verdicts = read_events(folder.path / "run.jsonl").verdicts
    events = sorted(f"{v.case_id} {v.path} {v.kind} {v.rule}".rstrip() for v in verdicts)
    text = f"status {run.code}\n{terminal(run.out, folder.path)}"
    assert "\n".join([text, "--- events", *events]) == snapshot


def test_a_green_run_ends_in_12_lines(folder: UserFolder) -> None:
    specs = "V1_0/floor.mod.py V1_0/relu6.mod.py V1_2/abs.mod.py"
    run = folder.command(f"pytest --driver drivers.py:FloorOnly {specs}")
    assert run.code == 0, run.out
    end = run.out[run.out.index("conformance of floor only") :].splitlines()
    assert len(end) <= 12, run.out
    assert sum(line.startswith("declined: ") for line in end) == 1


def test_causes_have_numbers_that_name_their_dumps(
    folder: UserFolder, capsys: pytest.CaptureFixture[str]
) -> None:
    run = folder.command("pytest --driver drivers.py:Rounds mine --limit explain=0")
    assert "\n1. FLOOR computes wrong values (3 failing cases)\n" in run.out
    dumps = folder.path / "nn-failures"
    assert (dumps / "1").resolve().name == "mine.small.small_one"
    assert main(["explain", "1", "--dump", str(dumps)]) == 0
    assert "mine/small/small_one" in capsys.readouterr().out
    driver = f"{folder.path}/drivers.py:Rounds"
    assert main(["replay", "1", "--dump", str(dumps), "--driver", driver]) == 1
    assert main(["replay", "1", "--dump", str(dumps), "--driver", "reference"]) == 0
    again = folder.command("pytest --driver reference nn-failures/1")
    assert again.count("passed") == 1


@pytest.mark.parametrize(
    "line",
    [
        "mine/small.mod.py",
        "one.case",
        "--driver reference V1_0/floor/floor_rank_9",
        "--driver reference 'V1_0/floor*'",
        "--driver reference mine --case mine/small/small_relo",
        "--driver reference mine --case @list.txt",
        "--driver reference mine/smal.mod.py",
        "--driver reference mine --events nowhere/run.jsonl",
        "--driver reference mine --events a --junitxml ./a",
        "--driver reference mine --trace-file no/such/run.json",
        "--driver reference mine --shard 4/3",
        "--driver reference mine --limit retries=many",
        "--driver reference mine --limit case=nan",
        "--driver referense mine",
        "--driver nosuchmodule:X mine",
        "--driver drivers:Round mine",
        "--driver drivers.py mine",
        "--driver nosuch.py:X mine",
        "--driver drivers.py: mine",
        "--driver drivers.py:Broken mine",
        "--driver drivers.py:Leaves mine",
        "--driver drivers.py:nothing mine",
        "--driver drivers.py:text mine",
        "--driver drivers.py:number mine",
        "--driver syntax.py:make mine",
        "--driver exits.py:D mine",
        "--case stress/*",
        "--driver reference stress/nosuch",
        "--driver reference mine --waivers expires.toml",
        "--driver reference mine --waivers damaged.toml",
        "--driver reference mine --baseline damaged.jsonl",
    ],
)
def test_usage_error(folder: UserFolder, line: str, snapshot: Any) -> None:
    folder.write("one.case", "")
    folder.write("list.txt", "mine/small/small_one\nmine/small/small_on\n")
    folder.write("syntax.py", "import conformance\n\ndef make(:\n    pass\n")
    folder.write("exits.py", "import os\nos._exit(0)\n")
    waiver = '[[waiver]]\npattern = "x"\nreason = "r"\nissue = "i"\nexpires = '
    folder.write("expires.toml", f'{waiver}"soon"\n')
    folder.write("damaged.toml", f"{waiver}\n")
    folder.write("damaged.jsonl", '{"event":"run"}\nnonsense\n')
    run = folder.command(f"pytest {line}")
    assert f"status {run.code}\n{terminal(run.out, folder.path)}" == snapshot


@pytest.mark.parametrize(
    "policy",
    [
        "[tool.nn-conformance]\nisolate = true\nlimits = {prepar = 3}\n",
        '[tool.nn-conformance.require]\noperations = [\n  "ADD",\n  "CONV2D",\n]\n',
        '[project]\nname = "x"\n\n[tool.nn-conformance]\nhall = "1.3"\n',
        '[tool.nn-conformance]\nallow_refused = ["kind:FLOOR"]\n',
    ],
    ids=["limits", "require", "unknown", "class"],
)
def test_invalid_policy(folder: UserFolder, policy: str, snapshot: Any) -> None:
    folder.write("pyproject.toml", policy)
    run = folder.command("pytest --driver reference mine")
    assert f"status {run.code}\n{terminal(run.out, folder.path)}" == snapshot
