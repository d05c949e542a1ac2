"""Wrong arguments are found before anything runs, and named as Python or as the command line spells them."""

from pathlib import Path
from typing import Any

import pytest

import threefold as tf
from tests.api.made import pairs, pairs_puzzle
from threefold.api.arguments import limits_of

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"jobs": 0}, "«jobs» must be between 1 and 256 (got 0)"),
    ({"limit": 0}, "«limit» must be at least 1 (got 0)"),
    ({"show": -1}, "«show» must be at least 0 (got -1)"),
    ({"seed": -1}, "«seed» must be between 0 and 2147483647 (got -1)"),
    ({"timeout": 0}, "«timeout» must be a positive number of seconds (got 0)"),
    ({"timeout": float("nan")}, "«timeout» must be a positive number of seconds (got nan)"),
    ({"memory": "1K"}, "«memory» must be a size from 1M to 1024T, like 512M or 2G (got '1K')"),
    ({"memory": 512}, "«memory» must be a size from 1M to 1024T, like 512M or 2G (got 512)"),
    ({"first": True, "limit": 3}, "«first» and «limit» 3 contradict each other: give one of them"),
    ({"jobs": 2, "parallel": True}, "«parallel» runs the rows at the same time, «jobs» the parts of one row: give one"),
    ({"givens": ["queen[1]=1"], "break_symmetry": True}, "«givens» fixes what a symmetry moves"),
    (
        {"up_to_symmetry": True, "break_symmetry": True},
        "«up_to_symmetry» counts both ways already: drop «break_symmetry»",
    ),
    ({"first": True, "jobs": 2}, "«jobs» counts all solutions: drop «first» or «jobs»"),
    ({"first": True, "up_to_symmetry": True}, "«up_to_symmetry» counts all solutions"),
    ({"backends": "cp", "amo": "ladder"}, "«amo» is for rows of the backend sat (got cp)"),
    ({"backends": "sat,cp", "count": "cuts"}, "«count» is for rows of the backend ilp (got sat, cp)"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG, ids=[", ".join(wrong) for wrong, _ in WRONG])
def test_a_wrong_argument_is_named_in_both_spellings(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(tf.BadInput) as caught:
        tf.compare("nqueens", 4, **arguments)
    assert str(caught.value).startswith(message.replace("«", "").replace("»", ""))
    for name in ("up_to_symmetry", "break_symmetry"):
        message = message.replace(name, name.replace("_", "-"))
    message = message.replace("«givens»", "«given»").replace("«", "--").replace("»", "")
    assert caught.value.on_command_line().startswith(message)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tf.compare("nqueens", 4, timout="3"), "no argument or backend option 'timout' here; did you mean 'timeout'"),
        (lambda: tf.compare("nqueens", 4, resume="x"), "there is no argument or backend option 'resume' here"),
        (lambda: tf.compare("nqueens", 4, backends=3), "backends must be a text like 'sat,cp', or a list of texts .got 3."),  # type: ignore[arg-type]
        (lambda: tf.compare("nqueens", 4, timeout="60"), "timeout must be a positive number of seconds .got '60'."),  # type: ignore[arg-type]
        (lambda: tf.compare("nqueens", 4, timeout=True), "timeout must be a positive number of seconds .got True."),
        (lambda: tf.compare("nqueens", 4, jobs="2"), "jobs must be an integer .got '2'."),  # type: ignore[arg-type]
        (lambda: tf.compare("nqueens", 4, seed=1.5), "seed must be an integer .got 1.5."),  # type: ignore[arg-type]
        (lambda: tf.compare("nqueens", 4, limit="2"), "limit must be an integer .got '2'."),  # type: ignore[arg-type]
        (lambda: tf.compare("nqueens", 4, givens=5), "givens must be texts like 'queen.1.=3', or a dict .got 5."),  # type: ignore[arg-type]
        (lambda: tf.compare("nqueens", 4, givens=[5]), "givens must be texts"),  # type: ignore[list-item]
        (lambda: tf.count("nqueens", 4, resume=5), "resume must be a text .got 5."),  # type: ignore[arg-type]
        (lambda: tf.count("nqueens", 4, backend=5), "backend takes one row"),  # type: ignore[arg-type]
        (lambda: tf.compare(None), "a puzzle is a name, a path, a Puzzle or a Spec .got None."),  # type: ignore[arg-type]
        (lambda: tf.compare("nqueens", 4, amo="lader"), "amo must be one of .* did you mean 'ladder'"),
        (lambda: tf.compare("nqueen", 4), "no puzzle 'nqueen'; did you mean 'nqueens'?"),
        (lambda: tf.compare("nqueens", 0), "nqueens: n must be at least 1"),
        (lambda: tf.count("nqueens", 4, backend="sat,cp"), "backend takes one row"),
        (lambda: tf.count("nqueens", 4, cluster="tcp://there:8786", jobs=2), "cluster tcp.* has its own workers: drop jobs"),
        (lambda: tf.count("nqueens", 4, limit=2, resume="count.jsonl"), "resume counts all solutions"),
        (lambda: tf.compare("nqueens", 4, repeat=0), "repeat must be between 1 and 1000 .got 0."),
        (lambda: tf.compare("nqueens", 4, repeat=None), "repeat must be an integer .got None."),  # type: ignore[arg-type]
        (lambda: tf.compare("nqueens", 4, repeat=2, jobs=2), "repeat runs each row in one process: drop jobs"),
        (lambda: tf.compare("nqueens", 4, repeat=3, seed=2**31 - 2), "seed must be between 0 and 2147483647 .got 2147483648."),
        (lambda: tf.count("nqueens", 4, limit=2, cluster="local"), "cluster counts all solutions"),
        (lambda: tf.compare(pairs(), 3), "pairs: a Spec is complete and takes no parameters"),
        (lambda: tf.compare(pairs(), givens=["y[1]=2"]), "pairs has no family 'y'"),
        (lambda: tf.count(pairs(), up_to_symmetry=True), "pairs declares no symmetries"),
        (lambda: tf.compare(pairs_puzzle(), 10), "pairs: n must be at most 9"),
        (lambda: tf.lower("nqueens", 4), "a configuration is missing after the puzzle and its parameters, like 'sat"),
        (lambda: tf.relate("nqueens", 4), "a DIMACS file is missing after the puzzle and its parameters, like 'mine.cnf'"),
        (lambda: tf.lower(pairs(), "cp").dimacs(), "backend cp has no format 'dimacs'"),
        (lambda: tf.lower(pairs(), "sat").export("lp"), "backend sat has no format 'lp' .it has: dimacs"),
        (lambda: tf.solutions(pairs(), backend="sat:ganak"), "ganak"),
        (lambda: tf.mark("nqueens", 4, ".", jobs=0), "jobs must be between 1 and 256 .got 0."),
        (lambda: tf.mark("nqueens", 4, ".", jobs=257), "jobs must be between 1 and 256 .got 257."),
        (lambda: tf.mark("nqueens", 4, ".", jobs="2"), "jobs must be an integer .got '2'."),  # type: ignore[arg-type]
        (lambda: tf.mark("nqueens", 4, ".", results=5), "results must be a text .got 5."),  # type: ignore[arg-type]
        (lambda: tf.mark("nqueens", 4, None), "a folder of submissions is missing after the puzzle .* .got None."),  # type: ignore[arg-type]
        (lambda: tf.prove("nqueens", 4, jobs="2"), "jobs must be an integer .got '2'."),  # type: ignore[arg-type]
        (lambda: tf.prove("nqueens", 4, jobs=None), "jobs must be an integer .got None."),  # type: ignore[arg-type]
        (lambda: tf.prove("nqueens", 4, resume=5), "resume must be a text .got 5."),  # type: ignore[arg-type]
        (lambda: tf.prove("nqueens", 4, output=5), "output must be a text .got 5."),  # type: ignore[arg-type]
        (lambda: tf.verify(5), "path must be a text .got 5."),  # type: ignore[arg-type]
        (lambda: tf.verify("queens.proof", export=5), "export must be a text .got 5."),  # type: ignore[arg-type]
        (lambda: tf.relate("nqueens", 4, 1.5), "a DIMACS file is missing .* .got 1.5."),  # type: ignore[arg-type]
        (lambda: tf.relate("nqueens", 4, "mine.cnf", names=5), "names must be a text .got 5."),  # type: ignore[arg-type]
        (lambda: tf.decode("nqueens", 4, __file__, cnf=5), "a file is a path or an Encoder .got 5."),  # type: ignore[arg-type]
        (lambda: tf.sat(5), "a file is a path or an Encoder .got 5."),  # type: ignore[arg-type]
        (lambda: tf.sweep(".", jobs="2"), "jobs must be an integer .got '2'."),  # type: ignore[arg-type]
        (lambda: tf.sweep(5), "folder must be a text .got 5."),  # type: ignore[arg-type]
        (lambda: tf.report(5), "folder must be a text .got 5."),  # type: ignore[arg-type]
        (lambda: tf.sheet("nqueens", 4, lang=5), "lang must be a text .got 5."),  # type: ignore[arg-type]
        (lambda: tf.puzzle(5), "name must be a text .got 5."),  # type: ignore[arg-type]
        (lambda: tf.count("nqueens", 4, amo=5), "amo must be a text .got 5."),  # type: ignore[arg-type]
        (lambda: tf.count("nqueens", 4, backends="cp"), "no argument .* 'backends' here; did you mean 'backend'?"),
        (lambda: tf.deadends("nqueens", 4, fixed=-1), "fixed must be between 0 and 1000000 .got -1."),
        (lambda: tf.deadends("nqueens", 4, seed="1"), "seed must be an integer .got '1'."),  # type: ignore[arg-type]
        (lambda: tf.trace("nqueens", 4, steps="5"), "steps must be an integer .got '5'."),  # type: ignore[arg-type]
        (lambda: tf.count("nqueens", 4, up_to_symmetry="no"), "up_to_symmetry must be True or False .got 'no'."),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(call: Any, message: str) -> None:
    with pytest.raises(tf.BadInput, match=message):
        call()


def test_solutions_finds_a_wrong_argument_before_the_first_solution_is_asked_for() -> None:
    with pytest.raises(tf.BadInput, match="limit must be at least 1"):
        tf.solutions("nqueens", 4, limit=0)


def test_memory_is_a_text_with_a_unit_or_bytes() -> None:
    assert limits_of(1, "2G").memory == 2 << 30
    assert limits_of(1, "512").memory == 512 << 20
    assert limits_of(1, 3 << 20).memory == 3 << 20


def test_givens_are_texts_or_a_mapping() -> None:
    assert tf.count("nqueens", 4, givens=["queen[1]=2"]).count == 1
    assert tf.count("nqueens", 4, givens={"queen[1]": 2, "queen[2]": 4}).count == 1
    assert tf.count("nqueens", 4, givens="queen[1]=1").count == 0


def test_no_time_limit_is_possible() -> None:
    assert tf.count("nqueens", 4, timeout=None).count == 2


def test_a_puzzle_file_is_loaded_under_the_limits(tmp_path: Path) -> None:
    file = tmp_path / "endless.py"
    file.write_text("while True:\n    pass\n")
    with pytest.raises(tf.ThreefoldError, match=r"endless.py: the file cannot be loaded: time limit of 0.5 s"):
        tf.count(file, 4, timeout=0.5)


@pytest.mark.parametrize(
    ("call", "python", "command"),
    [
        (lambda: tf.count("nqueens", 4, resume="/proc"), "resume /proc: ", "--resume /proc: "),
        (lambda: tf.count("nqueens", 4, cluster="nowhere"), "cluster nowhere: ", "--cluster nowhere: "),
        (lambda: tf.compare("nqueens", 4, backends="sat,,cp"), "backends: an entry is empty", "--backends: an entry"),
    ],
    ids=["resume", "cluster", "backends"],
)
def test_errors_of_deeper_layers_have_both_spellings(call: Any, python: str, command: str) -> None:
    with pytest.raises(tf.ThreefoldError) as caught:
        call()
    assert str(caught.value).startswith(python)
    assert caught.value.on_command_line().startswith(command)


def test_rows_can_be_a_list() -> None:
    assert tf.compare("nqueens", 4, backends=["sat", "backtracking"]).sentence.startswith(
        "two backends found the same 2"
    )
