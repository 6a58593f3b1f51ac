"""Compares counts of pairs with those of scipy: check_pairs.py SNAPSHOT RESULT...

RESULT is a file of `jzfof pairs` on the particles of type 1 of the snapshot, in a periodic box.
Prints one line per file; the first fault ends it.
"""

import sys

import h5py
import numpy as np
from scipy.spatial import cKDTree


def check(snapshot, path):
    with h5py.File(path) as f:
        count, edges = f["Pairs/Count"][:], f["Pairs/Edges"][:]
        header = dict(f["Header"].attrs)
        xi = f["Correlation/xi"][:]
        assert f["Pairs/Edges"].attrs["units"]
    with h5py.File(snapshot) as f:
        x = f["PartType1/Coordinates"][:].astype(float)
    box, n = header["BoxSize"], len(x)
    assert count.dtype == np.int64 and header["NumSources"] == n
    total = count if count.ndim == 1 else count.sum(axis=1)
    x = np.where(x % box < box, x % box, 0)
    tree = cKDTree(x, boxsize=box)
    # scipy counts up to an edge and with it; its squares are rounded otherwise.
    wanted = np.diff(tree.count_neighbors(tree, edges))
    wanted[0] += header["SelfPairs"]
    assert np.abs(total - wanted).max() <= 1e-6 * n, (total, wanted)
    if count.ndim == 1:
        pairs = count.astype(float)
        pairs[0] -= header["SelfPairs"]
        shell = 4 / 3 * np.pi * np.diff(edges**3)
        assert np.allclose(xi, pairs / (n * (n - 1) * shell / box**3) - 1), "xi"
    print("ok", path, total.sum(), "pairs")


for result in sys.argv[2:]:
    check(sys.argv[1], result)
