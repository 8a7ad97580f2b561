"""Which version of headworks is running."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed


@cache
def version() -> str:
    """Version of the installed package.

    Examples
    --------
    >>> version().count(".")
    2
    """
    try:
        return installed("headworks")
    except PackageNotFoundError:
        return "0.0.0"
