"""Text for a terminal."""

import pytest

from threefold.commands import output


def test_colours_need_no_columns_when_a_line_is_wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "width", lambda: 20)
    paint = output.Style(True).paint
    short = f"{paint('proved', output.GREEN)}: exactly two"
    assert output.fitted(short) == short
    long = f"  {paint('valid', output.GREEN)}: exactly two and {paint('two', output.RED)} more"
    wrapped = output.fitted(long)
    assert wrapped == f"{paint('  valid', output.GREEN)}: exactly two\n    and{paint(' two', output.RED)} more"
