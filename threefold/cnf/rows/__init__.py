"""0/1 programs of other people: LP, MPS and OPB files, as columns and rows.

    program = read_program("mine.lp")
    relate_program(spec, program)

`lp_reader`, `mps_reader` and `opb_reader` read a file. `bounds` finds the values of the columns, `columns` what they stand for,
and `clauses` turns the rows into clauses. The comparison itself is that of any formula.
"""
