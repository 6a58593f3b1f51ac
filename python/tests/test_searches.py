"""Groups, neighbours and pairs of arrays are those of scipy."""

import numpy as np
import pytest
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

import jzfof

RNG = np.random.default_rng(58)


def clumps(n, dimensions, dtype=np.float64):
    """Positions in [0, 1), half of them in clumps, some of which cross the faces of the box."""
    half = n // 2
    centres = RNG.random((20, dimensions))
    centres[0] = 0
    near = centres[RNG.integers(0, 20, half)] + RNG.normal(0, 0.02, (half, dimensions))
    pos = np.concatenate([near, RNG.random((n - half, dimensions))]) % 1
    return np.minimum(pos.astype(dtype), np.nextafter(dtype(1), dtype(0)))


def expected_groups(pos, box, length, least):
    """Sets of members, in the order of jzfof."""
    near = cKDTree(np.asarray(pos, np.float64), boxsize=box).query_pairs(length, output_type="ndarray")
    n = len(pos)
    graph = coo_matrix((np.ones(len(near)), (near[:, 0], near[:, 1])), (n, n))
    labels = connected_components(graph, directed=False)[1]
    sets = [np.flatnonzero(labels == k) for k in range(labels.max() + 1)] if n else []
    return sorted((s for s in sets if len(s) >= least), key=lambda s: (-len(s), s[0]))


def require_groups(found, pos, box, length, least):
    sets = expected_groups(pos, box, length, least)
    assert found.length.tolist() == [len(s) for s in sets]
    labels = np.full(len(pos), -1)
    for i, members in enumerate(sets):
        labels[members] = i
    assert np.array_equal(found.labels, labels)
    assert found.labels.dtype == found.length.dtype == np.int64
    for i in (0, len(sets) // 2, len(sets) - 1):
        assert np.array_equal(found.members(i), sets[i])
    for centre, members in zip(found.center, sets):
        x = np.asarray(pos[members], np.float64)
        if box is not None:
            x = x[0] + (x - x[0] + 0.5 * box) % box - 0.5 * box
        off = x.mean(axis=0) - centre
        off -= 0 if box is None else box * np.round(off / box)
        assert np.abs(off).max() < 1e-6


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("dimensions", [2, 3])
@pytest.mark.parametrize("box", [None, 1.0])
def test_fof(session, dtype, dimensions, box):
    pos = clumps(3000, dimensions, dtype)
    length = 0.02 if dimensions == 3 else 0.008
    found = session.fof(pos, box=box, linking_length=length, min_length=2)
    assert len(found) > 20 and found.linking_length == length
    require_groups(found, pos, box, length, 2)


def test_fof_by_mean_separation(session):
    pos = clumps(2000, 3)
    found = session.fof(10 * pos, box=[10, 10, 10], b=0.25, min_length=5)
    assert found.linking_length == pytest.approx(0.25 * 10 / 2000 ** (1 / 3))
    require_groups(found, 10 * pos, 10, found.linking_length, 5)
    assert session.fof(pos, box=1).linking_length == pytest.approx(0.2 / 2000 ** (1 / 3))
    flat = session.fof(pos[:, :2], box=1, b=0.2)
    assert flat.linking_length == pytest.approx(0.2 / 2000**0.5)


def test_fof_of_a_far_outlier(session):
    """Cells would be too coarse without the gaps that are cut out."""
    pos = clumps(500, 3)
    pos[7] = 1e7
    found = session.fof(pos, linking_length=0.03, min_length=2)
    require_groups(found, pos, None, 0.03, 2)


def test_fof_equals_the_command(session, catalogue, example):
    import h5py

    with h5py.File(example) as file:
        pos = file["PartType1/Coordinates"][()]
        ids = file["PartType1/ParticleIDs"][()]
    found = session.fof(pos, box=25.0, b=0.2)
    assert found.length.tolist() == catalogue.groups["GroupLen"].tolist()
    sets = {frozenset(catalogue.members(i)) for i in range(len(catalogue))}
    assert sets == {frozenset(ids[found.members(i)]) for i in range(len(found))}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("dimensions", [2, 3])
@pytest.mark.parametrize("box", [None, 1.0])
def test_knn(session, dtype, dimensions, box):
    pos = clumps(2000, dimensions, dtype)
    d, i = session.knn(pos, 5, box=box)
    assert d.dtype == dtype and i.dtype == np.int64 and d.shape == i.shape == (2000, 5)
    tree = cKDTree(pos.astype(np.float64), boxsize=box)
    expected, rows = tree.query(pos.astype(np.float64), 5)
    assert np.allclose(d, expected, rtol=1e-6 if dtype == np.float32 else 1e-13, atol=0)
    assert (i == rows).mean() > 0.999  # but for neighbours at the same distance
    assert np.array_equal(i[:, 0], np.arange(2000))
    others = session.knn(pos, 4, box=box, exclude_self=True)
    assert np.array_equal(others.distances, d[:, 1:])


def test_knn_of_queries(session):
    pos, queries = clumps(1000, 3, np.float32), RNG.random((333, 3))
    d, i = session.knn(pos, 3, box=1, queries=queries)
    assert d.dtype == np.float64
    expected, rows = cKDTree(pos.astype(np.float64), boxsize=1).query(queries, 3)
    assert np.allclose(d, expected, rtol=1e-13, atol=0) and np.array_equal(i, rows)


def test_knn_of_too_few(session):
    with pytest.warns(jzfof.JzfofWarning, match="only 2 neighbours exist"):
        d, i = session.knn([[0, 0, 0], [0, 0, 1]], 3)
    assert i.tolist() == [[0, 1, -1], [1, 0, -1]]
    assert d.tolist() == [[0, 1, np.inf], [0, 1, np.inf]]


@pytest.mark.parametrize("dimensions", [2, 3])
@pytest.mark.parametrize("box", [None, 1.0])
def test_neighbours(session, dimensions, box):
    pos = clumps(1500, dimensions)
    found = session.neighbours(pos, 0.05, box=box)
    tree = cKDTree(pos, boxsize=box)
    for query, expected in enumerate(tree.query_ball_point(pos, 0.05)):
        assert sorted(found[query]) == sorted(expected)
    assert len(found) == 1500 and found.counts.sum() == len(found.indices)
    off = pos[np.repeat(np.arange(1500), found.counts)] - pos[found.indices]
    off -= 0 if box is None else np.round(off)
    assert np.allclose(np.sqrt((off**2).sum(axis=1)), found.distances, atol=1e-15)
    others = session.neighbours(pos, 0.05, box=box, exclude_self=True)
    assert np.array_equal(others.counts, found.counts - 1)


def test_neighbours_within_own_radii(session):
    pos, queries, radius = clumps(1000, 3), RNG.random((200, 3)), RNG.random(200) / 10
    found = session.neighbours(pos, radius, box=1, queries=queries)
    expected = cKDTree(pos, boxsize=1).query_ball_point(queries, radius)
    assert [sorted(found[q]) for q in range(200)] == [sorted(e) for e in expected]
    d = session.knn(pos.astype("f4"), 4).distances[:, -1]
    assert (session.neighbours(pos.astype("f4"), d).counts >= 4).all()


@pytest.mark.parametrize("box", [None, 1.0])
def test_pairs(session, box):
    pos, others, edges = clumps(800, 3), RNG.random((500, 3)), [0, 0.05, 0.1, 0.2]
    weights, more = RNG.integers(0, 5, 800).astype(float), RNG.integers(0, 5, 500).astype(float)
    auto = session.pairs(pos, edges, box=box, weights=weights)
    cross = session.pairs(
        pos, edges, box=box, others=others, weights=weights, other_weights=more
    )
    for found, x, w in ((auto, pos, weights), (cross, others, more)):
        off = pos[:, None] - x
        off -= 0 if box is None else np.round(off)
        d = np.sqrt((off**2).sum(axis=2)).ravel()
        product = np.outer(weights, w).ravel()
        assert found.counts.tolist() == np.histogram(d[d < 0.2], edges)[0].tolist()
        sums = np.histogram(d[d < 0.2], edges, weights=product[d < 0.2])[0]
        assert np.allclose(found.weighted, sums, rtol=1e-6)
    assert (auto.xi is None) == (box is None)
    assert np.array_equal(np.asarray(auto), auto.counts)


def test_pairs_along_a_line_of_sight(session):
    pos = RNG.random((500, 3)) * 10
    found = session.pairs(pos, [0, 1, 2], box=10, mode="rppi", pimax=3, los="x")
    off = pos[:, None] - pos
    off = np.abs(off - 10 * np.round(off / 10))
    rp = np.hypot(off[..., 1], off[..., 2]).ravel()
    expected = np.histogram2d(rp, off[..., 0].ravel(), [[0, 1, 2], [0, 1, 2, 3]])[0]
    assert np.array_equal(found.counts, expected) and found.wp.shape == (2,)
    assert session.pairs(pos, [0, 1, 2], box=10, mode="smu", mu_bins=4).counts.shape == (2, 4)


def test_ranks():
    pos = clumps(3000, 3, np.float32)
    with jzfof.Session(ranks=3, threads=1, backend="cpu", progress=False) as ranks:
        require_groups(ranks.fof(pos, box=1, linking_length=0.02, min_length=2), pos, 1, 0.02, 2)
        with jzfof.Session(threads=1, backend="cpu", progress=False) as alone:
            for several, one in zip(ranks.knn(pos, 4, box=1), alone.knn(pos, 4, box=1)):
                assert np.array_equal(several, one)
            several, one = (s.neighbours(pos, 0.03, box=1) for s in (ranks, alone))
            assert np.array_equal(several.offsets, one.offsets)
            assert [sorted(several[i]) for i in range(3000)] == [sorted(one[i]) for i in range(3000)]
            edges = [0, 0.1, 0.2]
            several, one = (s.pairs(pos, edges, box=1) for s in (ranks, alone))
            assert several.counts.tolist() == one.counts.tolist()


def test_functions_without_a_session():
    pos = clumps(300, 3)
    require_groups(
        jzfof.fof(pos, box=1, linking_length=0.05, min_length=2, threads=1), pos, 1, 0.05, 2
    )
    assert jzfof.knn(pos, 2, box=1, heap="256m").indices.shape == (300, 2)
