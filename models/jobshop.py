"""Job shop: when does each task of each job start, so that a machine does one task at a time and all is done soonest?

`start[j, k]` is the time at which task k of job j starts, from 0 on. Every task has a machine and a duration and is not
interrupted; the tasks of a job are done in their order. Without `latest` the end of the last task, the makespan, is minimised;
with it, all schedules are counted in which every task ends by then.
The jobs are a file in the usual format: `JOBS MACHINES` in the first line, then a line for each job with the machine (from 0)
and the duration of its first task, of its second task, and so on; a line that begins with # is a comment. Or they are a name:
two, three (3 jobs, 3 machines), ft06 (6 jobs, 6 machines).

Example: the first job of two takes 1 on machine 0, then 2 on machine 1; the second takes 1 on machine 1, then 1 on machine 0.
Both can start at 0, and all is done at 3, the length of the first job. There are two such schedules: task 2 of the second job
starts at 1 or at 2.
Reference: H. Fisher, G. Thompson, Probabilistic learning combinations of local job-shop scheduling rules, in J. Muth,
G. Thompson (eds.), Industrial Scheduling, 1963 (ft06); J. Carlier, E. Pinson, An algorithm for solving the job-shop problem,
Management Science 35 (1989). three is the example of the OR-Tools manual.
"""

from threefold.format import many
from threefold.language import BadInput, KnownCounts, NoOverlap, Parameter, Puzzle, Solution, Spec, Text, maximum
from threefold.language.files import Lines, read_instance, shipped, words
from threefold.language.pictures import CELL, bar, label, svg

MOST_JOBS, LONGEST, MOST_TIME = 20, 100, 2000
NAMES = "123456789ABCDEFGHIJK"  # of jobs in a drawing
WIDEST = 60  # of such a drawing, in time units
MARGIN, WIDTH = 24, 480  # of a picture
Task = tuple[int, int]  # machine and duration
Jobs = list[list[Task]]

SHIPPED = shipped(__file__)


def build(jobs: str, latest: int | None = None) -> Spec:
    """Without a latest end: the shortest schedules."""
    given = instance(jobs)
    longest = max(length(tasks) for tasks in given)
    if latest is not None and latest < longest:
        raise BadInput(f"jobshop: a job takes {longest}: latest must be at least {longest} (got {latest})")
    spec = Spec("jobshop", jobs=jobs, **({} if latest is None else {"latest": latest}))
    last = one_schedule(given) if latest is None else latest
    if last > MOST_TIME:
        raise BadInput(f"jobshop: too large: all must be done by {MOST_TIME} (a simple schedule takes {last})")
    tasks = {(j, k): task for j, job in enumerate(given, 1) for k, task in enumerate(job, 1)}

    def window(j: int, k: int) -> range:
        """From the durations before the task to those from it on."""
        return range(length(given[j - 1][: k - 1]), last - length(given[j - 1][k - 1 :]) + 1)

    numbers = range(1, len(given) + 1), range(1, max(map(len, given)) + 1)
    start = spec.integers("start", *numbers, domain=window, only=tasks, meaning="time enough for the rest of the job")
    end = {task: start[task] + duration for task, (_, duration) in tasks.items()}
    spec.group("tasks of a job in order").add(*(end[j, k - 1] <= start[j, k] for j, k in tasks if k > 1))
    for machine in sorted({machine for machine, _ in tasks.values()}):
        here = [task for task in tasks if tasks[task][0] == machine]
        spec.group("one task at a time").add(
            NoOverlap([start[task] for task in here], [tasks[task][1] for task in here])
        )
    if latest is None:
        spec.minimize(maximum([end[j, len(job)] for j, job in enumerate(given, 1)]))
    return spec


def length(tasks: list[Task]) -> int:
    return sum(duration for _, duration in tasks)


def one_schedule(jobs: Jobs) -> int:
    """When all is done if the task that can start first is always the next one. The shortest schedule does not take longer."""
    free, ready, left = dict[int, int](), [0] * len(jobs), [list(tasks) for tasks in jobs]
    while any(left):
        begin, j = min((max(ready[j], free.get(tasks[0][0], 0)), j) for j, tasks in enumerate(left) if tasks)
        machine, duration = left[j].pop(0)
        free[machine] = ready[j] = begin + duration
    return max(ready)


def instance(jobs: str) -> Jobs:
    return read(read_instance("jobshop", jobs, SHIPPED))


def read(lines: Lines) -> Jobs:
    (first, text), *others = lines.numbered()
    match words(first, text):
        case [one, two]:
            size, machines = lines.integer(*one, 1, MOST_JOBS), lines.integer(*two, 1, MOST_JOBS)
        case _:
            lines.fail(first, 1, f"'JOBS MACHINES' expected (got {text.strip()[:30]!r})")
    if len(others) != size:
        lines.fail(first, 1, f"{many(size, 'job')} announced, {many(len(others), 'line')} found")
    return [tasks_of(lines, line, text, machines) for line, text in others]


def tasks_of(lines: Lines, line: int, text: str, machines: int) -> list[Task]:
    found = words(line, text)
    if len(found) % 2 or len(found) > 2 * MOST_JOBS:
        lines.fail(line, 1, f"a machine and a duration expected for each of at most {MOST_JOBS} tasks")
    pairs = zip(found[::2], found[1::2], strict=True)
    return [
        (lines.integer(*one, 0, machines - 1, "machine"), lines.integer(*two, 1, LONGEST, "duration"))
        for one, two in pairs
    ]


def schedule(solution: Solution) -> list[tuple[int, int, int, int]]:
    """Machine, start, end and job of every task."""
    return [
        (machine, solution["start", j, k], solution["start", j, k] + duration, j)
        for j, tasks in enumerate(instance(solution.parameters["jobs"]), 1)
        for k, (machine, duration) in enumerate(tasks, 1)
    ]


def draw(solution: Solution) -> str:
    """A line for each machine: the job that it does at each time; in a long schedule, the jobs with their starts and ends."""
    tasks = sorted(schedule(solution))
    if (done := max(end for _, _, end, _ in tasks)) > WIDEST:
        rows = {m: [f"{j} {begin}-{end}" for machine, begin, end, j in tasks if machine == m] for m, *_ in tasks}
        return "\n".join(f"machine {m}: job {', '.join(row)}" for m, row in rows.items())
    line = {m: ["."] * done for m, *_ in tasks}
    for m, begin, end, j in tasks:
        line[m][begin:end] = NAMES[j - 1] * (end - begin)
    return "\n".join(f"machine {m:>2}: {''.join(row)}" for m, row in line.items())


def picture(solution: Solution) -> str:
    """A row for each machine; jobs have colours and numbers."""
    tasks = sorted(schedule(solution))
    done, row = max(end for _, _, end, _ in tasks), {m: r for r, m in enumerate(sorted({m for m, *_ in tasks}))}
    step = max(4, WIDTH // done)
    body = [label(MARGIN / 2, (row[m] + 0.5) * CELL, str(m), 12) for m in row]
    body += [bar(MARGIN, row[m] * CELL, done * step, shade=True) for m in row]
    body += [bar(MARGIN + b * step, row[m] * CELL, (e - b) * step, str(j), j - 1) for m, b, e, j in tasks]
    body += [label(MARGIN + time * step, (len(row) + 0.4) * CELL, str(time), 12) for time in (0, done)]
    return svg(2 * MARGIN + done * step, (len(row) + 1) * CELL, body)


PUZZLE = Puzzle(
    name="jobshop",
    summary="a start for every task of every job, one task at a time on each machine",
    description=__doc__,
    parameters=(
        Text("jobs", "machines and durations of the tasks", f"a file, or one of {', '.join(SHIPPED)}"),
        Parameter("latest", "a time by which all is done", 1, MOST_TIME, optional=True),
    ),
    build=build,
    draw=draw,
    picture=picture,
    known=(KnownCounts("all schedules tried", {("two", 3): 2, ("two", 4): 12, ("three", 10): 0, ("three", 11): 32}),),
    optima=(
        KnownCounts("all schedules tried", {("two",): 3, ("three",): 11}),
        KnownCounts("Carlier and Pinson, 1989", {("ft06",): 55}),
    ),
    example=("three", 11),
)
