"""Models from outside: FlatZinc, the form to which MiniZinc reduces every model, read into a spec."""

MODELS = (".mzn", ".fzn")  # the files that are models
