"""The command ``headworks``, and ``python -m headworks``."""

from __future__ import annotations

import sys
import traceback


def main() -> None:
    """Run the command line; a user's mistake ends in a message, never in a traceback."""
    from headworks.cli import app
    from headworks.errors import HeadworksError

    for stream in (sys.stdout, sys.stderr):
        # Windows consoles may still speak cp1252: a character they lack is replaced, not a crash.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        app()
    except HeadworksError as error:
        print(f"headworks: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except Exception:
        traceback.print_exc()
        print(
            "headworks: this is a fault of headworks, not of your files\n"
            "  mend:   send the lines above to those who keep headworks, with the command you typed\n"
            "  effect: what was on record before is unchanged; headworks history rebuild makes the history anew",
            file=sys.stderr,
        )
        sys.exit(1)


if __name__ == "__main__":
    main()
