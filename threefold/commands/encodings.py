"""`encodings`: the catalogue of the sat backend's encodings, or the audit of them on one puzzle."""

import typer

from threefold.backends.sat.catalogue import ENCODINGS
from threefold.commands import encodings_text, options
from threefold.commands.arguments import Asked, experiment_of, helped
from threefold.commands.progress import Progress
from threefold.commands.terminal import fitted, style_of


def encodings(
    context: typer.Context,
    puzzle: options.Puzzle = None,
    parameters: options.Parameters = None,
    first: options.First = False,
    timeout: options.Timeout = 20,
    memory: options.Memory = None,
    seed: options.Seed = None,
    given: options.Given = None,
    json: options.Json = False,
    no_color: options.NoColor = False,
    help: options.Help = False,
) -> int:
    """List the encodings of the sat backend, or try every one on a puzzle.

    With a puzzle: its size in each encoding, the time to the first solution, the number of solutions (which must be the same in
    all) and of models, auxiliaries included, by pyganak (an extra), and the factor between them. Limits hold for each run.

    Example: threefold encodings nqueens 8

    Exit code: 0 the counts agree, 1 they do not, 2 bad input, 3 incomplete (a limit was hit), 4 error.
    """
    if helped(context, help, puzzle):
        return 0
    if puzzle is None:
        print(encodings_text.catalogue_as_json(ENCODINGS) if json else fitted(encodings_text.catalogue(ENCODINGS)))
        return 0
    from threefold.cnf.encoding_audit import audit  # what it needs of the backend only this command needs

    experiment = experiment_of(
        context, Asked(puzzle, parameters, given, options.most_of(first, None), seed, 0, timeout, memory)
    )
    progress = Progress(experiment.limits.seconds, silent=json)
    try:
        result = audit(experiment, progress)
    finally:
        progress.erase()
    if json:
        print(encodings_text.audit_as_json(experiment.instance, result))
    else:
        print(encodings_text.audit(experiment.instance, result, style_of(no_color)))
    return result.exit_code
