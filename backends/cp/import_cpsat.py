"""The door to CP-SAT: `helper`, the compiled module alone. Only what solves imports it.

CPU seconds of the import, the interpreter's own 0.012 s apart, medians of five: `ortools.sat.python.cp_model`, the usual door,
0.43 (it imports pandas and numpy); `cp_model_helper` 0.068; the same with its library's functions bound at their first call
0.052, for Python asks the loader to bind all of them at once.

The first text that is read costs another 1.3 ms, for the tables of the text format. It is read here, so that the runs of a warm
server inherit them.
"""

import os
import sys

_flags = sys.getdlopenflags()
sys.setdlopenflags(os.RTLD_LAZY)
try:
    from ortools.sat.python import cp_model_helper as helper
finally:
    sys.setdlopenflags(_flags)
helper.CpModelProto().parse_text_format("name: ''")
helper.SatParameters().parse_text_format("name: ''")

__all__ = ["helper"]
