"""Models from outside: FlatZinc, the form to which MiniZinc reduces every model, read into a spec."""
