"""Where the report reads what falls due by law when something is found: ``duties.yaml`` beside this module."""

from __future__ import annotations

from importlib import resources

import yaml

from headworks.core.week_actions import Duty


def read_duties() -> dict[str, Duty]:
    """Read the duties by name.

    Examples
    --------
    >>> read_duties()["user_found_exceedance"].citation
    '40 CFR 403.12(g)(2)'
    """
    text = resources.files("headworks.adapters").joinpath("duties.yaml").read_text(encoding="utf-8")
    return {name: Duty(**duty) for name, duty in yaml.safe_load(text).items()}
