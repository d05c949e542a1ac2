"""PuLP without the solvers that it tries to import with itself.

Of those, highspy cannot live beside ortools in one process (whichever comes second fails to import), and brings numpy,
which costs 0.2 s; pyscipopt too brings numpy. Where they are installed, PuLP must not find them; `highs` and `scip` do.
"""

import sys

UNWANTED = [name for name in ("highspy", "pyscipopt") if name not in sys.modules]

sys.modules.update(dict.fromkeys(UNWANTED))  # type: ignore[arg-type]  # None: an import of it raises ImportError
try:
    import pulp
finally:
    for name in UNWANTED:
        del sys.modules[name]

__all__ = ["pulp"]
