"""Langford's problem: another name for cards."""

from dataclasses import replace

from models.cards import PUZZLE as CARDS

PUZZLE = replace(CARDS, name="langford", summary="another name for cards")
