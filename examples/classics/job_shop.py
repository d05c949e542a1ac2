"""A small job shop: three jobs, each with a task on each of two machines. Which schedules end in time?

`start[job, i]` is the start of task i of a job, counted from 0. The tasks of a job follow each other, and a machine does one task
at a time.
"""

from threefold.language import KnownCounts, NoOverlap, Parameter, Puzzle, Solution, Spec, maximum

JOBS = {"red": (("saw", 2), ("drill", 1)), "blue": (("drill", 2), ("saw", 1)), "green": (("saw", 1), ("drill", 2))}
TASKS = {(job, i): task for job, tasks in JOBS.items() for i, task in enumerate(tasks)}


def build(deadline: int) -> Spec:
    spec = Spec("job_shop", deadline=deadline)
    start = spec.integers("start", JOBS, range(2), domain=range(deadline))
    for job, ((_, duration), _) in JOBS.items():
        spec.group("one task of a job after the other").add(start[job, 0] + duration <= start[job, 1])
    for machine in ("saw", "drill"):
        here = [task for task, (name, _) in TASKS.items() if name == machine]
        durations = [TASKS[task][1] for task in here]
        spec.group("one task at a time").add(NoOverlap([start[task] for task in here], durations))
    ends = [start[task] + duration for task, (_, duration) in TASKS.items()]
    spec.group("in time").add(maximum(ends) <= deadline)
    return spec


def draw(solution: Solution) -> str:
    lines = []
    for machine in ("saw", "drill"):
        time = ["."] * solution.parameters["deadline"]
        for (job, i), (name, duration) in TASKS.items():
            if name == machine:
                begin = solution["start", job, i]
                time[begin : begin + duration] = job[0] * duration
        lines.append(f"{machine:6}{''.join(time)}")
    return "\n".join(lines)


PUZZLE = Puzzle(
    name="job_shop",
    summary="three jobs on two machines before a deadline",
    description=__doc__,
    parameters=(Parameter("deadline", "the time at which all is done", minimum=1, maximum=50),),
    build=build,
    draw=draw,
    known=(KnownCounts("all starts in plain Python", {(4,): 0, (5,): 6, (6,): 79}),),
    example=(6,),
)
