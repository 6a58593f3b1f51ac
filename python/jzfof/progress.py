"""A line that shows how far a search is, in a terminal or a notebook."""

from __future__ import annotations

import sys

WIDTH = 30


def wanted(progress: bool | None) -> bool:
    """Whether progress is shown: if asked for, or by default where somebody may look at it."""
    if progress is not None:
        return bool(progress)
    return "ipykernel" in sys.modules or (sys.stderr is not None and sys.stderr.isatty())


class Line:
    """A line on standard error that is drawn again and again, and removed at the end."""

    def __init__(self) -> None:
        self._length = 0

    def show(self, stage: str, fraction: float) -> None:
        filled = int(WIDTH * min(1.0, max(0.0, fraction)))
        text = f"[{'#' * filled}{'-' * (WIDTH - filled)}] {int(100 * fraction)} % {stage}"
        sys.stderr.write("\r" + text.ljust(self._length))
        sys.stderr.flush()
        self._length = len(text)

    def clear(self) -> None:
        if self._length:
            sys.stderr.write("\r" + " " * self._length + "\r")
            sys.stderr.flush()
            self._length = 0
