"""Measurements, as ratios or medians of one run; never a test, because a machine has moods."""
