"""A cluster on this machine (`--cluster local`): a process in a session of its own, without Ctrl-C of the terminal.

It prints the address of its scheduler, and closes everything when its standard input ends, also when the command is killed.
"""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from subprocess import DEVNULL, PIPE, Popen

from threefold.language import ThreefoldError
from threefold.runs.cluster.task import wait_or_kill


@contextmanager
def local_cluster(workers: int) -> Iterator[str]:
    """Its address."""
    command = [sys.executable, "-P", "-m", "threefold.runs.cluster.local", str(workers)]
    with Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, text=True, start_new_session=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            address = process.stdout.readline().strip()
            if not address:
                raise ThreefoldError("«cluster» local: the cluster cannot be started here")
            yield address
        finally:
            process.stdin.close()
            wait_or_kill(process)


def main() -> None:
    settings = {"threads_per_worker": 1, "processes": True, "dashboard_address": None, "silence_logs": logging.CRITICAL}
    with import_module("distributed").LocalCluster(n_workers=int(sys.argv[1]), **settings) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
