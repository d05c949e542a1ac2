"""The figures of docs/measurements.md: one function per heading."""
