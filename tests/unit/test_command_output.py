"""What others wrote is shown by the commands as it is: no markup, nothing that a terminal obeys."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.table import Table

from membus.cli.main import main
from membus.cli.output import Exit, literal, print_json

EVIL = "\\[/] [red]x[/red] [/nope] \x1b[2J \x9b31m \u202etxt\u2028"


def shown(text: str) -> str:
    console = Console(
        file=io.StringIO(), width=10_000, color_system="truecolor", force_terminal=True
    )
    table = Table("memory", show_header=False, box=None)
    table.add_row(literal(text))
    console.print(literal(text))
    console.print(table)
    printed: str = console.file.getvalue()  # type: ignore[attr-defined]  # it is the StringIO
    return printed


def test_markup_in_what_is_remembered_is_shown_and_not_read() -> None:
    assert "\\[/] [red]x[/red] [/nope]" in shown(EVIL)


def test_what_a_terminal_obeys_is_shown_as_an_escape() -> None:
    assert "\\u001b[2J \\u009b31m \\u202etxt\\u2028" in shown(EVIL)
    assert not set(EVIL) & set("\x1b\x9b\u202e\u2028") & set(shown(EVIL))


@given(st.text())
def test_any_text_can_be_shown(text: str) -> None:
    assert "\x1b" not in shown(text)


def test_json_is_the_same_text_and_safe_on_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"content": EVIL, "name": "梅"})

    printed = capsys.readouterr().out
    assert json.loads(printed) == {"content": EVIL, "name": "梅"}
    assert "梅" in printed
    assert not set("\x1b\x9b\u202e\u2028") & set(printed)


def test_an_argument_that_is_not_utf_8_is_a_clear_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["membus", "memories", "list", "--user", "\udcff"])

    with pytest.raises(SystemExit) as ended:
        main()

    assert ended.value.code == Exit.MISUSED
    assert "not valid UTF-8" in capsys.readouterr().err
