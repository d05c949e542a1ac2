"""The processes of a run, through /proc: find them, measure their memory, kill them.

A run is several processes (Python, CBC, its children), so limits and kills must cover a tree. The server is a *child
subreaper*: an orphan of the run becomes a child of the server, so the run is exactly the set of the server's descendants, even
if a process changes its group or session. They are found through /proc/<pid>/task/*/children. Reading the session of every
process of the machine costs more; it serves kernels without those files, and the parent, which must find a run by its session
after the server was killed. A cgroup would be exact but needs rights that a user often lacks.

Runs are ended with SIGKILL at once: reported values have left the process, the server removes the temporary folder, and solvers
in C do not handle SIGTERM.
"""

import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial

GIVE_UP_AFTER = 3.0  # seconds for processes that survive SIGKILL (stuck in the kernel)

_PAGE = os.sysconf("SC_PAGE_SIZE")
_TICKS = os.sysconf("SC_CLK_TCK")  # per second
_PDEATHSIG, _SUBREAPER = 1, 36  # linux/prctl.h


def die_with(parent: int) -> None:
    """Ask the kernel to kill this process when the thread that forked it ends."""
    _prctl(_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before the call above
        os._exit(1)


def ends_with_this_process() -> Callable[[], None]:
    """For `preexec_fn` of a program that is started: the kernel kills it when this process ends, however that happens."""
    return partial(die_with, os.getpid())


def adopt_orphans() -> None:
    """Make this process the parent of every descendant whose own parent ends."""
    _prctl(_SUBREAPER, 1)


def show_as(name: str) -> None:
    """The name of this process in ps and top (15 characters at most)."""
    with suppress(OSError), open("/proc/self/comm", "w") as comm:
        comm.write(name)


def _prctl(option: int, value: int) -> None:
    import ctypes  # slow to import: only processes of the guard need it

    ctypes.CDLL(None).prctl(option, *map(ctypes.c_ulong, (value, 0, 0, 0)))


def descendants(root: int) -> list[int]:
    """All processes below root, the nearest first."""
    children = _children if os.path.exists("/proc/thread-self/children") else _scan_children()
    found = children(root)
    for pid in found:  # grows while it is walked
        found += children(pid)
    return found


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with suppress(OSError):  # the process ended while we looked
        for thread in os.listdir(f"/proc/{pid}/task"):
            found += map(int, _read(f"/proc/{pid}/task/{thread}/children").split())
    return found


def _scan_children() -> Callable[[int], list[int]]:
    """The same from one scan of the whole machine, for kernels without CONFIG_PROC_CHILDREN."""
    families: dict[int, list[int]] = {}
    for pid, parent, _ in _machine():
        families.setdefault(parent, []).append(pid)
    return lambda pid: list(families.get(pid, ()))


def _machine() -> Iterator[tuple[int, int, int]]:
    """Process, parent and session of every process but zombies."""
    for name in os.listdir("/proc"):
        if name.isdigit():
            with suppress(OSError):
                fields = _read(f"/proc/{name}/stat").rpartition(b")")[2].split()  # the name may contain anything
                if fields[0] != b"Z":
                    yield int(name), int(fields[1]), int(fields[3])


def has_own_program(pid: int) -> bool:
    """It has started a program since it was forked. The kernel puts the stack of each program at a random address."""
    try:
        parent, start = _stack(pid)
        return start != _stack(parent)[1]
    except OSError:  # one of them has ended
        return False


def _stack(pid: int) -> tuple[int, bytes]:
    """The parent, and the address at which the stack starts."""
    fields = _read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    return int(fields[1]), fields[25]


def resident(pids: Iterable[int]) -> int:
    """The summed resident memory in bytes; ended processes count 0."""
    pages = 0
    for pid in pids:
        with suppress(OSError):
            pages += int(_read(f"/proc/{pid}/statm").split()[1])
    return pages * _PAGE


def cpu_seconds(pids: Iterable[int]) -> float:
    """CPU time of these processes and of the children that they have waited for.

    Parents must come before their children: one that ends meanwhile is then missed once, and never counted twice.
    """
    ticks = 0
    for pid in pids:
        with suppress(OSError):
            ticks += sum(map(int, _read(f"/proc/{pid}/stat").rpartition(b")")[2].split()[11:15]))
    return ticks / _TICKS


def _read(path: str) -> bytes:
    handle = os.open(path, os.O_RDONLY)
    try:
        return os.read(handle, 1 << 16)
    finally:
        os.close(handle)


def oom_kills() -> int:
    """How many processes the kernel has killed because memory ran out."""
    with suppress(OSError):
        for line in _read("/proc/vmstat").splitlines():
            if line.startswith(b"oom_kill "):
                return int(line.split()[1])
    return 0


def end_descendants(main: int) -> tuple[int, float, int]:
    """Kill and reap every process below this one; orphans are below it too (adopt_orphans).

    Returns the exit status of the main process, the CPU seconds of all, and the bytes of the largest single one.
    """
    status, cpu, largest = 0, 0.0, 0
    deadline, pause = time.monotonic() + GIVE_UP_AFTER, 0.0002
    while time.monotonic() < deadline:
        kill(descendants(os.getpid()))
        try:
            pid, how, usage = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:  # none left
            break
        if pid == 0:
            time.sleep(pause)
            pause = min(2 * pause, 0.005)
            continue
        cpu += usage.ru_utime + usage.ru_stime
        largest = max(largest, usage.ru_maxrss * 1024)
        status = how if pid == main else status
    return status, cpu, largest


def kill_session(session: int) -> None:
    """Kill the processes of a session whose guard has exited; for a process that is not their ancestor."""
    deadline = time.monotonic() + GIVE_UP_AFTER
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(session, signal.SIGKILL)
    while time.monotonic() < deadline:
        members = [pid for pid, _, its in _machine() if its == session]
        if not members:
            return
        kill(members)
        time.sleep(0.005)


def kill(pids: Iterable[int]) -> None:
    """Send SIGKILL to each; processes that have exited are ignored."""
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
