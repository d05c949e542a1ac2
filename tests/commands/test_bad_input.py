"""Bad input gets one line on stderr that names the field and what is expected, exit code 2, and no traceback."""

import pytest

from tests.commands.terminal import in_terminal
from threefold.commands import main as cli

CASES = {
    "compare nqueens 0": "nqueens: n must be at least 1 (got 0)",
    "compare nqueens -1": "nqueens: n must be at least 1 (got -1)",
    "compare nqueens 8.5": "nqueens: n must be an integer (got '8.5')",
    "compare nqueens eight": "nqueens: n must be an integer (got 'eight')",
    "compare nqueens 1000000000": "nqueens: n must be at most 10000 (got 1000000000)",
    "compare jobshop ft06": "jobshop: latest is missing (a time by which all is done); expected: jobshop jobs latest "
    "(compare with --optimum does without latest)",
    "count golomb 4": "golomb: L is missing (length); expected: golomb m L (compare with --optimum does without L)",
    "compare jobshop ft06 60 --optimum": "jobshop jobs=ft06 latest=60 has no objective: its spec calls neither minimize",
    "compare cards 3": "cards: k is missing (copies of each card); expected: cards n k",
    "compare nqueens 8 9": "nqueens: '9' is one parameter too many; expected: nqueens n",
    "compare": "a puzzle is missing; expected: compare PUZZLE PARAMETERS… (threefold list shows all puzzles)",
    "compare nquens 8": "no puzzle 'nquens'; did you mean 'nqueens'? (threefold list shows all puzzles)",
    "compare 8 nqueens": "no puzzle '8'; the puzzle comes first: nqueens 8 (threefold list shows all puzzles)",
    "solve 4 2 cards": "no puzzle '4'; the puzzle comes first: cards 4 2 (threefold list shows all puzzles)",
    "count 8 ./models/nqueens.py": "no puzzle '8'; the puzzle comes first: ./models/nqueens.py 8 (threefold list",
    "show 0 nqueens": "no puzzle '0' (threefold list shows all puzzles)",
    "lab nqueens 0": "nqueens: n must be at least 1 (got 0)",
    "lab 8 nqueens": "no puzzle '8'; the puzzle comes first: nqueens 8",
    "lab nqueens 8 --prot 8000": "no option '--prot' of lab; did you mean '--port'?",
    "lab --given queen[1]=3": "--given is for a puzzle: lab PUZZLE PARAMETERS…",
    "relate mine.cnf nqueens 8": "no puzzle 'mine.cnf'; the puzzle comes first: nqueens 8 mine.cnf (threefold list",
    "mark submissions nqueens 8": "no puzzle 'submissions'; the puzzle comes first: nqueens 8 submissions (threefold list",
    "decode answer nqueens 8 --cnf x": "no puzzle 'answer'; the puzzle comes first: nqueens 8 answer (threefold list",
    "relate nquens mine.cnf 8": "no puzzle 'nquens'; did you mean 'nqueens'? (threefold list shows all puzzles)",
    "nqueens 8": "no command 'nqueens'; it is a puzzle: threefold compare nqueens 8 (threefold --help shows all commands)",
    "nqueens 8 --backend sat": "it is a puzzle: threefold compare nqueens 8 --backend sat (threefold --help",
    "nqueens 0": "no command 'nqueens' (threefold --help shows all commands)",
    "./models/nqueens.py 8": "it is a puzzle: threefold compare ./models/nqueens.py 8 (threefold --help",
    "8 nqueens": "no command '8' (threefold --help shows all commands)",
    "compare ./models 4": "./models: a puzzle file ends in .py, .mzn, .fzn; relate, sat and decode read other files",
    "compare ./examples/mistakes/reused_numbers.cnf 4": ".cnf: a puzzle file ends in .py, .mzn, .fzn; relate, sat and",
    "relate mine.py nqueens 8": "no puzzle 'mine.py'; the puzzle comes first: nqueens 8 mine.py (threefold list",
    "compare nqueens 8 --backends SAT": "'SAT'; known: sat, cp, ilp, backtracking, local, minizinc; did you mean 'sat'?",
    "count nqueens 8 --backend cadical195": "no backend 'cadical195'; it is a solver of sat: sat:cadical195",
    "compare NQUEENS 8": "no puzzle 'NQUEENS'; did you mean 'nqueens'?",
    "compare 12345": "no puzzle '12345' (threefold list shows all puzzles)",
    "compare nqueens 8 --backends sat,pc": "'pc'; known: sat, cp, ilp, backtracking, local, minizinc; did you mean 'cp'?",
    "compare nqueens 8 --backends sat:cadical19": "did you mean 'cadical195'?",
    "compare nqueens 8 --backends cp+veiw=bool": "backend cp has no option 'veiw' (it takes: view, search); did you mean 'view'?",
    "compare nqueens 8 --backends cp+view=boolean": "view must be one of int, bool (got 'boolean'); did you mean 'bool'?",
    "compare nqueens 8 --backends cp+view": "option 'view' of backend cp needs a value: +view=VALUE",
    "compare nqueens 8 --backends sat,cp,sat": "--backends: two rows are the same: sat",
    "compare nqueens 8 --backends sat,sat:cadical195": "--backends: two rows are the same: sat:cadical195",
    "compare nqueens 8 --backends ,": "--backends: an entry is empty in ','; expected BACKEND[:SOLVER][+OPTION=VALUE…],…",
    "compare nqueens 8 --timeout -5": "--timeout must be a positive number of seconds (got -5)",
    "compare nqueens 8 --timeout 0": "--timeout must be a positive number of seconds (got 0)",
    "compare nqueens 8 --timeout nan": "--timeout must be a positive number of seconds (got nan)",
    "compare nqueens 8 --timeout soon": "--timeout must be a positive number of seconds (got 'soon')",
    "compare nqueens 8 --timeout ５": "--timeout must be a positive number of seconds (got '５')",
    "compare nqueens 8 --timeout 1_0": "--timeout must be a positive number of seconds (got '1_0')",
    "compare nqueens 8 --timeout 1e18": "--timeout must be at most 1,000,000,000 seconds (got 1e+18)",
    "compare nqueens ８": "nqueens: n must be an integer (got '８')",
    "compare nqueens 1_0": "nqueens: n must be an integer (got '1_0')",
    f"compare nqueens {'9' * 5000}": f"nqueens: n must be at most 10000 (got {'9' * 60})",
    "compare nqueens 8 --limit many": "--limit must be an integer (got 'many')",
    "compare nqueens 8 --jobs ２": "--jobs must be an integer (got '２')",
    f"compare nqueens 8 --memory {'9' * 400}": "--memory must be a size from 1M to 1024T, like 512M or 2G (got '9",
    f"compare nqueens 8 --memory {'9' * 400}G": "--memory must be a size from 1M to 1024T",
    "compare nqueens 8 --memory 99999999999G": "--memory must be a size from 1M to 1024T",
    "compare nqueens 8 --memory ５００M": "--memory must be a size from 1M to 1024T",
    "compare nqueens 8 --given queen[1]=３": "given 'queen[1]=３': the value must be an integer (got '３')",
    "compare nqueens 8 --given queen[１]=3": "no variable queen[１]; family 'queen' goes from queen[1] to queen[8]",
    f"compare nqueens 8 --given queen[1]={'9' * 5000}": "given: queen[1] cannot be 9",
    f"compare nqueens 8 --given queen[{'9' * 5000}]=1": "no variable queen[9",
    "exercise 003 --race ４..５": "--race must be FROM..TO, like 4..12 (got '４..５')",
    "show pentominoes ６x10": "pentominoes: expected a board like 6x10",
    f"records {'x' * 400}": "cannot be read: File name too long",
    f"report {'x' * 300}": "/records.jsonl: no records yet",
    f"compare ./{'x' * 400}.py": ".py: there is no such file",
    f"show ./{'x' * 400}.py": ".py: there is no such file",
    "sweep reports/nqueens --jobs two": "--jobs must be an integer (got 'two')",
    "show nqueens 4 --as latex": "--as must be math or clauses (got 'latex')",
    "new": "NAME is missing; expected: new NAME (threefold new --help explains it)",
    "report": "FOLDER… is missing; expected: report FOLDER… (threefold report --help explains it)",
    "sweep one two": "too many words: two (threefold sweep --help explains it)",
    "new 9abc": "a puzzle's name must not begin with a digit (got '9abc')",
    "compare nqueens 8 --memory lots": "--memory must be a size from 1M to 1024T, like 512M or 2G (got 'lots')",
    "compare nqueens 8 --memory -1G": "--memory must be a size from 1M to 1024T, like 512M or 2G (got '-1G')",
    "compare nqueens 8 --limit 0": "--limit must be at least 1 (got 0)",
    "compare nqueens 8 --limit -3": "--limit must be at least 1 (got -3)",
    "compare nqueens 8 --first --limit 3": "--first and --limit 3 contradict each other: give one of them",
    "compare nqueens 8 --seed -1": "--seed must be between 0 and 2147483647 (got -1)",
    "compare nqueens 8 --show -1": "--show must be at least 0 (got -1)",
    "compare nqueens 8 --amo pairwis": "did you mean 'pairwise'?",
    "compare nqueens 8 --backends ilp --confirm": "no option '--confirm' of compare",
    "count nqueens 8 --backend ilp+count=confirm": "count must be one of enumerate, cuts (got 'confirm')",
    "compare nqueens 8 --fist": "no option '--fist' of compare; did you mean '--first'?",
    "compare nqueens 8 --timeout": "Option '--timeout' requires an argument",
    "compare nqueens 8 --given quen[1]=3": "given: nqueens has no family 'quen' (it has queen); did you mean 'queen'?",
    "compare nqueens 8 --given queen[9]=3": "no variable queen[9]; family 'queen' goes from queen[1] to queen[8]",
    "compare nqueens 8 --given queen[1]=9": "given: queen[1] cannot be 9: its domain is 1..8",
    "compare nqueens 8 --given queen": "given 'queen': expected NAME[INDEX]=VALUE or NAME[INDEX]!=VALUE, like queen[1]=1",
    "count nqueens 8 --backends sat,cp": "--backend takes one row (got 'sat,cp'); compare takes several",
    "compare nqueens 8 --backends": "Option '--backends' requires an argument",
    "sat nqueens 4 --bakend cp": "no option '--bakend' of sat\n",
    "count nqueens 8 --backend sat,cp": "--backend takes one row (got 'sat,cp'); compare takes several",
    "solve nqueens 8 --backend nope": "no backend 'nope'",
    "compar nqueens 8": "no command 'compar'; did you mean 'compare'? (threefold --help shows all commands)",
    # What a puzzle itself says of its parameters, when it is built.
    "show bibd 3 4 1": "bibd: a block of 4 points needs as many points (got v = 3)",
    "show bibd 30 10 1": "bibd: there are 30,045,015 blocks of 10 out of 30 points: too many",
    "show cryptarithm SEND+MORE": "cryptarithm: expected words like SEND+MORE=MONEY (got 'SEND+MORE')",
    "show cryptarithm ABCDE+FGHIJ=KLMNO": "cryptarithm: ABCDE+FGHIJ=KLMNO has 15 letters, and there are ten digits",
    "show domination 2 5": "domination: 5 queens do not fit on 2×2 squares",
    "show golfers 20 20 20": "golfers: 20 20 20 needs about 6,080,000,000 clauses: too many",
    "show golomb 5 3": "golomb: 5 marks need a length of at least 4 (got 3)",
    "show knights 3 3": "knights: on 3×3 a knight cannot leave square 4: take a larger board",
    "show pentominoes 6x11": "pentominoes: 12 pieces fill 60 squares, 6×11 has 66",
    "show pentominoes 3x5:PUQ": "pentominoes: piece Q is unknown; the pieces are FILNPTUVWXYZ",
    "show pentominoes 3x5:PPU": "pentominoes: piece P is twice",
    "show pentominoes wide": "pentominoes: expected a board like 6x10, or 3x5:PUV for some of the pieces (got 'wide')",
    "show ramsey 10 10 24": "ramsey: 10 10 24 needs 176,513,040 literals: too many",
    "count golomb 5 3": "golomb: 5 marks need a length of at least 4 (got 3)",  # built by the child
}


@pytest.mark.parametrize("words", CASES)
def test_bad_input_is_one_line_and_exit_2(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(words.split(), "threefold") == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("threefold: ")
    assert output.err.count("\n") == 1
    assert CASES[words] in output.err


def test_an_empty_list_of_backends_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["compare", "nqueens", "8", "--backends", ""], "threefold") == 2
    assert "--backends: an entry is empty" in capsys.readouterr().err


def test_an_error_is_wrapped_in_a_terminal() -> None:
    lines = in_terminal(40, "compare", "nquens").splitlines()
    assert lines == [
        "threefold: no puzzle 'nquens'; did you",
        "  mean 'nqueens'? (threefold list shows",
        "  all puzzles)",
    ]
