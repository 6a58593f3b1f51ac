"""Compares numbers of neighbours with those of scipy: check_lists.py SNAPSHOT RESULT RADIUS...

RESULT is a file of `jzfof neighbours --count` on the particles of type 1 of the snapshot, in a periodic box; RADIUS is a
number, or k:K for the distance of the K-th neighbour. Prints one line per file; the first fault ends it.
"""

import sys

import h5py
import numpy as np
from scipy.spatial import cKDTree


def counts(tree, x, radius):
    return tree.query_ball_point(x, radius, return_length=True)


def check(snapshot, path, radius):
    with h5py.File(path) as f:
        found = f["Queries/Count"][:]
        box = f["Header"].attrs["BoxSize"]
    with h5py.File(snapshot) as f:
        x = f["PartType1/Coordinates"][:].astype(float)
    x = np.where(x % box < box, x % box, 0)
    tree = cKDTree(x, boxsize=box)
    if radius.startswith("k:"):
        within = tree.query(x, [int(radius[2:])])[0][:, 0]
    else:
        within = np.full(len(x), float(radius))
    # What is at the radius but for rounding counts or does not.
    least, most = (counts(tree, x, within * (1 + e)) for e in (-1e-6, 1e-6))
    assert found.dtype == np.int64 and found.shape == least.shape
    assert ((least <= found) & (found <= most)).all(), "counts"
    if not radius.startswith("k:"):
        assert (least == most).mean() > 0.99, "most counts have no particle at the radius"
    print("ok", path, f"{found.sum()} neighbours, at most {found.max()}")


for result, length in zip(sys.argv[2::2], sys.argv[3::2]):
    check(sys.argv[1], result, length)
