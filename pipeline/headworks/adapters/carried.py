"""What the installed package carries: the limit library and the example workspace."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parents[1]


def carried(path: str) -> Path:
    """Place of a carried file or folder, in a wheel or in a checkout.

    Examples
    --------
    >>> (carried("limits") / "units.yaml").is_file()
    True
    """
    in_wheel = _PACKAGE / "carried" / path
    return in_wheel if in_wheel.exists() else _PACKAGE.parents[1] / path
