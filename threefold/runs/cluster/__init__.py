"""Beyond one machine: guarded calls on the workers of a Dask cluster.

    command  --Dask-->  worker (many threads)  --socket-->  helper (one thread)  -->  guard  -->  run

A guard is forked, and a process with many threads must not fork. So each thread of a worker has a helper, a small process that
makes the guarded call as the command would on its own machine, under the same limits. The worker only passes bytes on.

Dask repeats a call whose worker was lost, and gives up after the fourth worker (`allowed-failures`, a setting of the scheduler
and so of all its users). Here a call that has lost two workers is not tried again: each attempt leaves a mark with the
scheduler, and a worker refuses a call that has two marks.

Dask cannot stop the thread of a worker. The thread that waits for a helper checks whether its answer is still wanted, so
Ctrl-C, the death of the command and the closing of the worker all end the run within a second."""

import os
from functools import cache
from hashlib import sha256
from pathlib import Path


@cache
def package_digest() -> str:
    """A hash of the package's sources: a worker with other code could give other answers."""
    root, sources = Path(__file__).parents[2], sha256()
    for folder, subfolders, files in os.walk(root, followlinks=True):
        subfolders.sort()
        for name in sorted(name for name in files if name.endswith(".py")):
            path = Path(folder, name)
            sources.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes())
    return sources.hexdigest()
