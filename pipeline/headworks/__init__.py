"""headworks: judges industrial discharges to the sewer against the limits in force, and explains every verdict.

>>> import headworks as hw
>>> hw.open_workspace.__name__
'open_workspace'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from headworks.api import Programme as Programme
    from headworks.api import open_workspace as open_workspace
    from headworks.errors import HeadworksError as HeadworksError

_PUBLIC = {"open_workspace": "headworks.api", "Programme": "headworks.api", "HeadworksError": "headworks.errors"}
__all__ = ["HeadworksError", "Programme", "open_workspace"]


def __getattr__(name: str) -> Any:
    # Imported when first used, so that `headworks --help` answers at once.
    if name in _PUBLIC:
        from importlib import import_module

        return getattr(import_module(_PUBLIC[name]), name)
    raise AttributeError(f"module 'headworks' has no attribute {name!r}")
