"""How long does ``headworks --help`` take, next to importing duckdb and pandas?

Both are whole processes, run in turn; only the ratio within one run means anything. See README.md in this folder.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time

OURS = [sys.executable, "-m", "headworks", "--help"]
THEIRS = [sys.executable, "-c", "import duckdb, pandas"]
TARGET_RATIO = 2


def seconds(command: list[str]) -> float:
    """Wall time of one process; what it prints is read and thrown away."""
    begun = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - begun


def measure(times: int) -> dict[str, float]:
    """Medians of both commands, and of the ratio pair by pair, after one run of each that is not counted."""
    seconds(OURS), seconds(THEIRS)
    pairs = [(seconds(OURS), seconds(THEIRS)) for _ in range(times)]
    return {
        "ours": statistics.median(ours for ours, _ in pairs),
        "theirs": statistics.median(theirs for _, theirs in pairs),
        "ratio": statistics.median(ours / theirs for ours, theirs in pairs),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=9, help="runs of each command; the median is printed")
    found = measure(parser.parse_args().times)
    print(f"headworks --help         {found['ours']:6.3f} s")
    print(f"import duckdb, pandas    {found['theirs']:6.3f} s")
    print(f"ratio                    {found['ratio']:6.2f}     target: at most {TARGET_RATIO}")


if __name__ == "__main__":
    main()
