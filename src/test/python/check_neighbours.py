"""Compares nearest neighbours with those of scipy: check_neighbours.py SNAPSHOT RESULT...

RESULT is a file of `jzfof knn` on the particles of type 1 of the snapshot, in a periodic box.
Prints one line per file; the first fault ends it.
"""

import sys

import h5py
import numpy as np
from scipy.spatial import cKDTree


def check(snapshot, path):
    with h5py.File(path) as f:
        index, distance = f["Neighbours/Index"][:], f["Neighbours/Distance"][:]
        header = dict(f["Header"].attrs)
        ids = f["Neighbours/ID"][:] if "ID" in f["Neighbours"] else None
        density = f["Queries/Density"][:] if "Density" in f["Queries"] else None
        rows = f["Queries/Row"][:] if "Row" in f["Queries"] else np.arange(len(index))
        assert f["Neighbours/Distance"].attrs["units"]
    with h5py.File(snapshot) as f:
        x = f["PartType1/Coordinates"][:].astype(float)
        source_ids = f["PartType1/ParticleIDs"][:]
        mass = f["Header"].attrs["MassTable"][1]
    box, k, excluded = header["BoxSize"], header["K"], header["SelfExcluded"]
    assert index.shape == distance.shape == (len(x), k)
    assert index.dtype == np.int32 and header["NumSources"] == len(x)
    x = np.where(x % box < box, x % box, 0)
    d, i = cKDTree(x, boxsize=box).query(x[rows], k + 1 + excluded)
    if excluded:
        keep = i != rows[:, None]
        keep[keep.all(axis=1), -1] = False
        d, i = (a[keep].reshape(len(x), k + 1) for a in (d, i))
    assert np.abs(distance - d[:, :k]).max() < 1e-6 * box, "distances"
    assert (np.diff(distance) >= 0).all(), "order"
    gap = np.diff(d, prepend=-1) > 1e-6 * box
    alone = gap[:, :k] & gap[:, 1:]
    assert alone.mean() > 0.9, "most distances are no ties"
    assert (index == i[:, :k])[alone].all(), "indices"
    if ids is not None:
        assert ids.dtype == np.uint64 and (ids == source_ids[index]).all(), "IDs"
    if density is not None:
        h = d[:, k - 1 : k]
        u = d[:, :k] / h
        w = np.where(u < 0.5, 1 - 6 * u**2 + 6 * u**3, 2 * (1 - u) ** 3)
        wanted = (8 / np.pi / h**3 * mass * w).sum(axis=1, keepdims=True)[:, 0]
        assert np.allclose(density, wanted, rtol=1e-4), "densities"
    print("ok", path, f"k = {k}, {100 * alone.mean():.2f} % of the neighbours without ties")


for result in sys.argv[2:]:
    check(sys.argv[1], result)
