"""The checker: records of runs, fingerprints of sets of solutions, the judge's verdict, the witness of a disagreement."""
