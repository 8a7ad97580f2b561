"""Commands about profiles: what could be read of a file that no declared layout fits?"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from headworks.cli.answers import Format, answer, say, say_json
from headworks.errors import UsageError

app = typer.Typer(no_args_is_help=True, help="Propose a profile for a file of an unknown layout.")


@app.callback()
def _group() -> None:
    """Keep ``draft`` a word of its own."""


@app.command("draft")
def draft(
    file: Annotated[Path, typer.Argument(help="A file that no profile fits.")],
    workspace: Annotated[Path, typer.Option("--workspace", help="Folder that holds headworks.toml.", metavar="DIR")] = Path(),
    said: Annotated[list[str] | None, typer.Option("--say", metavar="ROLE=TEXT", help="What is true of every row, such as unit=MGD.")] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write the profile here, such as profiles/lab.yaml.")] = None,
    form: Annotated[Format, typer.Option("--format", help="Form of the answer.")] = Format.text,
) -> None:
    """Show column by column what would be read and what ignored, and propose a profile; writes nothing unless --out.

    Example: headworks profile draft lab.csv --out profiles/lab.yaml
    """
    from headworks.api import open_workspace
    from headworks.stages.profiles import draft as draft_of

    words = dict(_pair(one) for one in said or [])
    found = draft_of(open_workspace(workspace).workspace, file, said=words, out=out)
    rows = [asdict(one) for one in found.columns]
    if form is Format.json:
        say_json({"profile": found.name, "kind": found.kind, "columns": rows, "notes": found.notes, "text": found.text})
        return
    for row in rows:
        row["becomes"] = row["becomes"] or "(ignored)"
        row["cells"] = " | ".join(row["cells"])
    answer(rows, ["heading", "becomes", "why", "cells"], form)
    if form is Format.csv:
        return
    say("")
    for note in found.notes:
        say(f"look at: {note}")
    say("" if out is None else f"\nwritten: {out}\n")
    say(found.text.rstrip("\n"))


def _pair(text: str) -> tuple[str, str]:
    role, mark, word = text.partition("=")
    if not mark or not role.strip() or not word.strip():
        raise UsageError(f"not ROLE=TEXT: {text!r}", mend='write it as --say unit=MGD, or --say "point=Main street manhole"')
    return role.strip(), word.strip()
