"""Compares packed lists with others: check_packed.py LISTS PACKED...

LISTS is a file of `jzfof neighbours --values index` in the order of the snapshot, PACKED are files
of the same search with `--values packed`, by the reader of examples/. Prints one line per file.
"""

import pathlib
import sys

import h5py
import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "examples"))
from read_packed import read_lists


def check(lists, path):
    with h5py.File(lists) as f:
        index, offset = f["Neighbours/Index"][:], f["Neighbours/Offset"][:]
    with h5py.File(path) as f:
        query = f["Queries/Row"][:]
        source = f["Sources/Row"][:] if "Sources" in f else query
        assert f["Neighbours/Packed"].dtype == np.uint8
        assert f["Header"].attrs["NumPairs_ThisFile"] == len(index)
        assert f["Neighbours/BlockOffset"][-1] == len(f["Neighbours/Packed"])
    neighbour, start = read_lists(path)
    assert len(start) == len(query) + 1 and start[-1] == len(index)
    for q, row in enumerate(query):
        found = neighbour[start[q] : start[q + 1]]
        assert (np.diff(found) > 0).all(), f"order of query {q}"
        wanted = np.sort(index[offset[row] : offset[row + 1]])
        assert (np.sort(source[found]) == wanted).all(), f"neighbours of query {q}"
    for first, last in ((0, 1), (63, 65), (100, 301), (len(query) - 1, len(query)), (7, 7)):
        first, last = min(first, len(query)), min(last, len(query))
        some, of = read_lists(path, first, last)
        assert (of == start[first : last + 1] - start[first]).all(), "offsets of a range"
        assert (some == neighbour[start[first] : start[last]]).all(), "lists of a range"
    print("ok", path, f"{len(index)} pairs")


for result in sys.argv[2:]:
    check(sys.argv[1], result)
