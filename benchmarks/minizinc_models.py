"""MiniZinc models that nobody here wrote: which are read, and whether our backends and Gecode agree on their counts.

    python -m benchmarks.minizinc_models FOLDER --sample 200 > table.md

The models of the folder that minizinc compiles within a limit and that ask for a solution (not for an optimum) are ordered by the
SHA-256 of their names, and the first of them are taken. Each gets one of these verdicts:

    refused       the language cannot say it: the reason is shown
    not counted   it is read, and Gecode does not count it within its limit: nothing is compared
    agreed        two or more of our backends count it, as Gecode does
    incomplete    it is read, and fewer than two of our backends end within the limit
    disagreed     two counts differ

Gecode gets the FlatZinc of the standard library; its count is that of different outputs. Needs minizinc and fzn-gecode.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMPILING = 20  # seconds
SEPARATOR, COMPLETE = b"----------", b"=========="


@dataclass(frozen=True)
class Verdict:
    model: str
    word: str
    outside: int | None = None
    ours: str = ""


def compiled(model: Path, folder: Path) -> Path | None:
    """The model in FlatZinc, with the standard library; None if it is not to be compared."""
    out = folder / f"{model.stem}.fzn"
    command = ["minizinc", "-c", "-G", "std", model.name, "--fzn", str(out), "--no-output-ozn"]
    try:
        ended = subprocess.run(command, cwd=model.parent, capture_output=True, timeout=COMPILING, check=False)
    except subprocess.TimeoutExpired:
        return None
    if ended.returncode or not out.exists():
        return None
    goal = out.read_text(errors="replace").rstrip().rpartition("solve")[2]
    return out if goal.rstrip().endswith("satisfy;") else None


def outside_count(flat: Path, seconds: int) -> int | None:
    """Different outputs, by Gecode; None where it did not end."""
    command = ["fzn-gecode", "-n", "0", "-time", str(seconds * 1000), str(flat)]
    outputs, lines, complete = set[bytes](), hashlib.sha256(), False
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        for line in process.stdout:
            word = line.strip()
            if word == SEPARATOR:
                outputs.add(lines.digest())
                lines = hashlib.sha256()
            elif word == COMPLETE or word.startswith(b"=====UNSAT"):
                complete = True
            else:
                lines.update(line)
    return len(outputs) if complete else None


def our_counts(model: Path, backends: str, seconds: int) -> dict[str, int | None] | str:
    """By backend; None where it did not end. A text is the reason why the model is refused."""
    limits = ["--timeout", str(seconds), "--memory", "4G"]
    command = [
        sys.executable,
        str(ROOT / "cli.py"),
        "compare",
        model.name,
        "--backends",
        backends,
        *limits,
        "--json",
        "--quiet",
    ]
    ended = subprocess.run(command, cwd=model.parent, capture_output=True, text=True, check=False)
    if not ended.stdout.strip():
        return ended.stderr.strip().splitlines()[-1] if ended.stderr.strip() else f"exit {ended.returncode}"
    results = json.loads(ended.stdout)["results"]
    return {each["backend"]: each["count"] if each["count_is"] == "exact" else None for each in results}


def judged(model: Path, folder: Path, asked: argparse.Namespace) -> Verdict | None:
    flat = compiled(model, folder)
    if flat is None:
        return None
    reason = refusal(model)
    if reason:
        return Verdict(model.name, "refused", ours=reason)
    outside = outside_count(flat, asked.outside)
    flat.unlink()
    if outside is None:
        return Verdict(model.name, "not counted")
    ours = our_counts(model, asked.backends, asked.limit)
    if isinstance(ours, str):
        return Verdict(model.name, "incomplete", outside, ours)
    found = [count for count in ours.values() if count is not None]
    shown = ", ".join(f"{name} {'–' if count is None else count}" for name, count in ours.items())
    word = "disagreed" if {*found, outside} != {outside} else "agreed" if len(found) > 1 else "incomplete"
    return Verdict(model.name, word, outside, shown)


def refusal(model: Path) -> str:
    """Why the model cannot be read, or nothing."""
    command = [
        sys.executable,
        str(ROOT / "cli.py"),
        "export",
        model.name,
        "--format",
        "fzn",
        "-o",
        "/dev/null",
        "--timeout",
        "60",
    ]
    ended = subprocess.run(command, cwd=model.parent, capture_output=True, text=True, check=False)
    return "" if ended.returncode == 0 else (ended.stderr.strip().splitlines() or [f"exit {ended.returncode}"])[-1]


def verdicts(asked: argparse.Namespace) -> Iterator[Verdict]:
    models = sorted(asked.folder.glob("*.mzn"), key=lambda model: hashlib.sha256(model.name.encode()).digest())
    taken = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(asked.jobs) as pool:
        for start in range(0, len(models), asked.jobs):
            several = models[start : start + asked.jobs]
            for verdict in pool.map(lambda model: judged(model, Path(folder), asked), several):
                if verdict and taken < asked.sample:
                    taken += 1
                    yield verdict
            if taken == asked.sample:
                return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--backends", default="sat,cp,ilp")
    parser.add_argument("--limit", type=int, default=30, help="seconds for each of our backends")
    parser.add_argument("--outside", type=int, default=10, help="seconds for Gecode")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    words = Counter[str]()
    print("| model | verdict | Gecode | ours |\n| --- | --- | --- | --- |", flush=True)
    for each in verdicts(asked):
        words[each.word] += 1
        print(
            f"| {each.model} | {each.word} | {'' if each.outside is None else each.outside} | {each.ours} |", flush=True
        )
    print("\n" + ", ".join(f"{word}: {number}" for word, number in words.most_common()))


if __name__ == "__main__":
    main()
