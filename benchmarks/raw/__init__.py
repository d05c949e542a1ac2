"""What a good student or colleague would write by hand: one script per library and way, without a line of ours.

`…_naive` is the first thing that comes to mind, `…_same` uses the method of our backend, so that the difference is the price of
going through a specification. A script is called as `python -m benchmarks.raw.SCRIPT find|count PUZZLE PARAMETERS… [SETTINGS]`;
what it says on stdout is in `phases.py`.
"""
