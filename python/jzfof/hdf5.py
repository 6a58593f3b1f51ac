"""Files that jzfof has written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .errors import InternalError, SnapshotError

try:
    import h5py
except ImportError:  # searches of arrays need none of it
    h5py = None


def open_file(path: Path) -> Any:
    """Opens a file for reading, as h5py.File."""
    if h5py is None:
        raise InternalError("h5py is not installed, which reads catalogues: install it (python3-h5py, or pip install h5py)")
    try:
        return h5py.File(path, "r")
    except OSError as error:
        raise SnapshotError(f"{path} cannot be read: {error}") from error


def is_group(item: Any) -> bool:
    """Whether an object of a file is a group that is not empty."""
    return isinstance(item, h5py.Group) and len(item) > 0
