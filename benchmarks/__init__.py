"""Measurements, as ratios or medians of one run; never a test, because the speed of a machine varies."""
