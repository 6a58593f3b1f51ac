"""Compares clusters with those of scipy: check_clusters.py SNAPSHOT RESULT...

RESULT is a file of `jzfof cluster` on the particles of type 1 of the snapshot, in a periodic box.
Core points are compared with scikit-learn's as well where that is installed and the box is open.
Prints one line per file; the first fault ends it.
"""

import sys

import h5py
import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree


def check(snapshot, path):
    with h5py.File(path) as f:
        cluster, core = f["PartType1/Cluster"][:], f["PartType1/Core"][:].astype(bool)
        size, cores = f["Clusters/Size"][:], f["Clusters/Cores"][:]
        first = f["Clusters/FirstID"][:]
        header = dict(f["Header"].attrs)
        assert f["PartType1/Cluster"].attrs["description"]
    with h5py.File(snapshot) as f:
        x = f["PartType1/Coordinates"][:].astype(float)
        ids = f["PartType1/ParticleIDs"][:]
    box = header["BoxSize"] if header["Periodic"] else None
    if box:
        x = np.where(x % box < box, x % box, 0)
    eps, n = header["Eps"], len(x)
    tree = cKDTree(x, boxsize=box)
    counts = tree.query_ball_point(x, eps, return_length=True)
    assert np.array_equal(core, counts >= header["MinPoints"])
    if box is None:
        compare_with_sklearn(x, header, core)
    inner = cKDTree(x[core], boxsize=box)
    i, j = inner.query_pairs(eps, output_type="ndarray").T
    m = core.sum()
    _, label = connected_components(coo_matrix((np.ones(len(i)), (i, j)), (m, m)), directed=False)
    pairs = np.unique(np.stack([cluster[core], label]), axis=1)
    assert pairs.shape[1] == len(size) == label.max() + 1, "other components"
    distance, nearest = inner.query(x[~core], distance_upper_bound=np.nextafter(eps, np.inf))
    near = np.isfinite(distance)
    wanted = np.where(near, cluster[core][np.minimum(nearest, m - 1)], -1)
    assert np.array_equal(cluster[~core], wanted), "border points"
    assert np.array_equal(np.bincount(cluster[cluster >= 0]), size)
    assert np.array_equal(np.bincount(cluster[core], minlength=len(size)), cores)
    assert all(first[c] == ids[cluster == c].min() for c in range(len(size)))
    assert np.all(np.diff(size) <= 0)
    print("ok", path, len(size), "clusters", m, "cores")


def compare_with_sklearn(x, header, core):
    try:
        from sklearn.cluster import DBSCAN
    except ImportError:
        return
    found = DBSCAN(eps=header["Eps"], min_samples=header["MinPoints"]).fit(x)
    assert np.array_equal(np.flatnonzero(core), found.core_sample_indices_), "scikit-learn"


for result in sys.argv[2:]:
    check(sys.argv[1], result)
