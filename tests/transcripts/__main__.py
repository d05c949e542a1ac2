"""python -m tests.transcripts --update [FILE…]: write what the commands print today into the transcripts. Then read the diff."""

import sys
from pathlib import Path

from tests.transcripts.transcript import today, transcripts

if sys.argv[1:2] != ["--update"]:
    sys.exit(__doc__)
for path in map(Path, sys.argv[2:]) if sys.argv[2:] else transcripts():
    text = today(path)
    if text != path.read_text(encoding="utf-8"):
        path.write_text(text, encoding="utf-8")
        print(f"changed: {path}")
