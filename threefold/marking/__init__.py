"""A class of submissions marked: each related to the puzzle, equal mistakes grouped, copies noticed.

`run` marks a folder; `report` writes what the teacher and the students read; `own_instances` gives each student an instance.
"""
