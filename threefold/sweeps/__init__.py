"""Sweeps: many guarded runs, planned by a file, kept in a store, written as lines that reports read."""
