"""Write the files of the example workspace into data/incoming: made up, seeded, the same bytes every time.

    python data/example/make_example.py [FOLDER]

No user, laboratory or number in them is real. What each user does wrong stands in `wrong.py`; what must be found of it
in `plan.yaml`, which is written by hand. This script does not use headworks.
"""

from __future__ import annotations

import sys
from pathlib import Path

from lab_files import catskill, northfork, susquehanna
from loggers import loggers
from other_files import edd_pairs, workbooks
from refused import EDD, LABS, WORKBOOK
from wrong import everything

USERS = {
    "IU-0101": "Larkspur Plating (made up)",
    "IU-0108": "Never-Never General Hospital (made up)",
    "IU-0112": "Pillowfort Dye Works (made up)",
}

README = """# Incoming files of the example

Every file here is made up by `data/example/make_example.py`, the same bytes every time. Nothing in them was measured;
no user and no laboratory in them exists. What is wrong in them on purpose stands in `data/example/plan.yaml`.
"""


def make(folder: Path) -> None:
    """Write all files into a folder."""
    rows = everything()
    files = {
        **northfork(rows, USERS, LABS),
        **catskill(rows, LABS),
        **susquehanna(rows, LABS),
        **workbooks(rows, WORKBOOK),
        **edd_pairs(rows, EDD),
        **loggers(),
        "README.md": README.encode(),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    print(f"{len(rows)} results, {len(files)} files, {sum(map(len, files.values())) / 1e6:.2f} MB in {folder}")


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[1] / "incoming")
