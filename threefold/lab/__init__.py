"""The lab: a local web page on top of the API. `threefold lab` starts it; docs/lab.md describes it.

`server.py` speaks HTTP and checks who asks. `routes.py` has the table of questions; `parts/` answers them, one module per part of
the page, always in a guarded child (`calls.py`). `page/` is the page itself: HTML, CSS and JavaScript without a build step.
"""
