"""Threefold: one puzzle specification, lowered to SAT, CP and ILP, and a checker that compares the answers."""
