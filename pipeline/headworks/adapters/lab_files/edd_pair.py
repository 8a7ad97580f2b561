"""Which two files are one deliverable, and which sample does each result belong to?"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from headworks.adapters.lab_files.cells import Cells
from headworks.adapters.lab_files.profiles import Pair
from headworks.adapters.lab_files.sheets import refused

SAMPLE_KNOWN, SAMPLE_MISSING, SAMPLE_REPEATED = "known", "missing", "repeated"


def partner_of(path: Path, pair: Pair, part: str) -> Path:
    """The other file of a pair, beside it.

    Raises
    ------
    InputRefusedError
        Its name does not end as the layout says, or the other file is not there.
    """
    own, other = (
        (pair.sample_suffix, pair.result_suffix) if part == "sample" else (pair.result_suffix, pair.sample_suffix)
    )
    if not path.stem.casefold().endswith(own.casefold()):
        raise refused(
            path,
            f"this is the {part} file of a pair, but its name does not end in {own}",
            why="the two files of a deliverable are matched by name",
            mend=f"name it NAME{own}.csv and the other NAME{other}.csv",
        )
    wanted = path.stem[: -len(own)] + other + path.suffix
    for beside in sorted(path.parent.iterdir()) if path.parent.is_dir() else []:
        if beside.name.casefold() == wanted.casefold():
            return beside
    raise refused(
        path,
        f"its partner {wanted} is missing",
        why="results without their samples have no point and no time, and the other way round",
        mend=f"put {wanted} beside it and ingest again",
    )


def join_samples(results: Cells, samples: Cells) -> Cells:
    """Give each result the columns of its sample.

    A result whose sample is not in the sample file, or is there twice with different content, is marked and refused
    later; samples without results are noted.
    """
    key = "sample_id"
    first: dict[str, int] = {}
    clashing: set[str] = set()
    for index, code in enumerate(samples.columns[key]):
        earlier = first.setdefault(code.strip(), index)
        if any(column[earlier] != column[index] for column in samples.columns.values()):
            clashing.add(code.strip())
    places = [first.get(code.strip()) for code in results.columns[key]]
    for role, column in samples.columns.items():
        if role != key:
            results.columns[role] = ["" if place is None else column[place] for place in places]
            results.headings[role] = samples.headings[role]
    results.columns["sample_state"] = [
        SAMPLE_MISSING if place is None else SAMPLE_REPEATED if code.strip() in clashing else SAMPLE_KNOWN
        for code, place in zip(results.columns[key], places, strict=True)
    ]
    used = Counter(code.strip() for code in results.columns[key])
    without = [code for code in first if code not in used]
    if without:
        results.notes.append(f"{len(without)} samples without a result: {', '.join(without)}")
    results.unused += [f"{name} (sample file)" for name in samples.unused]
    return results
