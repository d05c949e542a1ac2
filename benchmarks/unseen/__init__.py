"""Puzzles of kinds that no row was tuned on: benchmarks/unseen/__main__.py compares rows on them."""
