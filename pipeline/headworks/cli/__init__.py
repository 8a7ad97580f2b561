"""The command line: words in, exit code out. No rule, no query."""

from headworks.cli.commands import app

__all__ = ["app"]
