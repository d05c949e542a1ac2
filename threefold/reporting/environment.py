"""Where the runs of a report happened: machines, versions, limits, dates."""

from collections.abc import Iterable

from threefold.reporting.format import plural
from threefold.reporting.tables import Report


def environment(report: Report) -> list[tuple[str, str]]:
    """Names and values; several where the runs differ."""
    lines = report.lines
    machines = (
        f"{at['cpu']}, {plural(int(at['cores']), 'core')}, {at['memory_gb']} GB, {at['system']}"
        for at in (line.machine for line in lines)
    )
    loads = [float(line.machine["load"]) for line in lines]
    dates = sorted(line.started[:10] for line in lines)
    ran = [line for line in lines if line.record.status != "skipped"]
    return [
        ("machine", _each(machines)),
        ("load at the start of a run", f"{min(loads):g} to {max(loads):g}"),
        ("solvers", _each(line.record.solver for line in ran)),
        ("CBC's sha256", _each(str(line.versions["cbc_sha256"]) for line in lines if "cbc_sha256" in line.versions)),
        ("threefold, Python", _each(f"{line.record.threefold}, {line.versions['python']}" for line in lines)),
        ("limits of a run", _each(f"{line.limit_seconds:g} s, {line.limit_memory_mb:,} MiB" for line in lines)),
        ("runs", f"{len(ran):,}, and {len(lines) - len(ran):,} skipped"),
        ("dates", dates[0] if dates[0] == dates[-1] else f"{dates[0]} to {dates[-1]}"),
    ]


def _each(texts: Iterable[str]) -> str:
    return "; ".join(dict.fromkeys(texts)) or "–"
