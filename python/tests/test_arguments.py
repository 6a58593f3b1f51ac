"""Arrays of every kind are taken or refused, with exceptions of the right kind."""

import numpy as np
import pytest

import jzfof
from jzfof import shared

RNG = np.random.default_rng(1)
POS = RNG.random((500, 3))


class Torch:
    """A tensor on a device, as torch has it."""

    def __init__(self, values):
        self._values = values

    def detach(self):
        return self

    def cpu(self):
        return self

    def numpy(self):
        return self._values


class CuPy:
    """An array on a device, as CuPy has it."""

    __cuda_array_interface__ = {"version": 3}

    def __init__(self, values):
        self._values = values

    def get(self):
        return self._values


WIDE = np.zeros((1000, 7))
WIDE[::2, 1:6:2] = POS


@pytest.mark.parametrize(
    "pos",
    [
        np.asfortranarray(POS),
        WIDE[::2, 1:6:2],
        POS[::-1][::-1],
        POS.astype(">f8"),
        POS.tolist(),
        Torch(POS),
        CuPy(POS),
    ],
    ids=["fortran", "strides", "backwards", "endian", "list", "torch", "cupy"],
)
def test_forms(session, pos):
    expected = session.knn(POS, 4, box=1)
    found = session.knn(pos, 4, box=1)
    assert np.array_equal(found.indices, expected.indices)
    assert np.array_equal(found.distances, expected.distances)


@pytest.fixture
def large(monkeypatch):
    """Arrays of any size are as large as those that are not copied; yields the names of the copies."""
    copies = []
    store = shared.store

    def counted(memory, values):
        copies.append(store(memory, values))
        return copies[-1]

    monkeypatch.setattr(shared, "LARGE", 1)
    monkeypatch.setattr(shared, "store", counted)
    return copies


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_arrays_that_are_read_where_they_are(session, large, dtype):
    pos = POS.astype(dtype)
    others = pos[:100] + dtype(0.01)
    radii = np.full(100, 0.1, dtype)
    found = session.knn(pos, 4, queries=others)
    lists = session.neighbours(pos, radii, queries=others)
    ones = np.ones(500, dtype)
    pairs = session.pairs(pos, [0, 0.2], weights=ones, others=others, other_weights=ones[:100])
    assert not large
    strided = session.knn(np.asfortranarray(pos), 4, queries=others)
    plane = session.knn(pos[:, :2].copy(), 4)
    assert len(large) == 2
    assert np.array_equal(found.indices, strided.indices)
    assert np.array_equal(found.distances, strided.distances)
    distance = np.linalg.norm(others[:, None].astype(float) - pos[None].astype(float), axis=2)
    assert np.allclose(found.distances, np.sort(distance, axis=1)[:, :4], rtol=1e-5)
    assert np.array_equal(lists.counts, (distance <= 0.1).sum(axis=1))
    assert pairs.counts[0] == pairs.weighted[0] == (distance < 0.2).sum()
    flat = np.linalg.norm(pos[:, None, :2].astype(float) - pos[None, :, :2].astype(float), axis=2)
    assert np.allclose(plane.distances, np.sort(flat, axis=1)[:, :4], rtol=1e-4, atol=1e-6)


def test_memory_that_must_not_be_read(large, monkeypatch):
    answer = jzfof.Session._call

    def refused(self, words):
        found = answer(self, words)
        return {**found, "reads_memory": False} if words[0] == "ping" else found

    monkeypatch.setattr(jzfof.Session, "_call", refused)
    with jzfof.Session(progress=False, heap="512m") as session:
        found = session.knn(POS, 4)
        assert len(large) == 1
        assert np.array_equal(found.indices[:, 0], np.arange(500))


def test_types(session):
    whole = RNG.integers(0, 100, (300, 3))
    expected = session.knn(whole.astype(float), 3, box=100)
    for dtype in (np.int64, np.int32, np.uint8, np.float16):
        assert np.array_equal(session.knn(whole.astype(dtype), 3, box=100).distances, expected.distances)
    big = POS.astype(">f4")
    assert session.knn(big, 3).distances.dtype == np.float32


def test_large_arrays_are_mapped(session):
    pos = RNG.random((300_000, 3)).astype(np.float32)
    d, i = session.knn(pos, 8, box=1)
    assert i.nbytes > 16 << 20 and i.flags.writeable
    assert np.array_equal(i[:, 0], np.arange(300_000)) and (np.diff(d, axis=1) >= 0).all()
    i[0, 0] = 5  # it is the caller's


def test_memory_by_threads(session, monkeypatch):
    """Large arrays are copied, and room for answers is made, by threads: the same numbers."""
    pos = np.asfortranarray(RNG.random((300_000, 3)).astype(np.float32))
    weights = RNG.integers(1, 3, 300_000)

    def found(pos):
        groups = session.fof(pos, box=1, min_length=2)
        pairs = session.pairs(pos, [0, 0.001], box=1, weights=weights)
        return [groups.labels, groups.center, *session.knn(pos, 8, box=1), pairs.weighted]

    expected = [found(pos), found(pos[:, :2])]
    monkeypatch.setattr(jzfof.shared, "LARGE", 1 << 20)
    monkeypatch.setattr(jzfof.shared, "_threads", lambda: 4)
    for before, now in zip(expected, [found(pos), found(pos[:, :2])]):
        for a, b in zip(before, now):
            assert np.array_equal(a, b)
    with pytest.raises(jzfof.JzfofError):
        session.fof(np.where(pos == pos[7], np.nan, pos), box=1)


@pytest.mark.parametrize("dimensions", [2, 3])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_empty(session, dimensions, dtype):
    none = np.empty((0, dimensions), dtype)
    for box in (None, 1):
        found = session.fof(none, box=box, linking_length=0.1)
        assert len(found) == 0 and found.labels.shape == (0,)
        assert found.center.shape == (0, dimensions)
        assert session.knn(none, 2, box=box).distances.shape == (0, 2)
        assert session.neighbours(none, 0.1, box=box).offsets.tolist() == [0]
        assert session.pairs(none, [0, 0.1], box=box).counts.tolist() == [0]
    queries = np.zeros((2, dimensions), dtype)
    with pytest.warns(jzfof.JzfofWarning):
        d, i = session.knn(none, 2, queries=queries)
    assert (i == -1).all() and np.isinf(d).all()
    assert session.knn(queries, 1, queries=none).indices.shape == (0, 1)


@pytest.mark.parametrize("box", [None, 1])
def test_single(session, box):
    one = [[0.25, 0.5, 0.75]]
    found = session.fof(one, box=box, linking_length=0.1, min_length=1)
    assert found.labels.tolist() == [0] and np.allclose(found.center, one)
    assert session.fof(one, box=box, linking_length=0.1).labels.tolist() == [-1]
    assert session.knn(one, 1, box=box).indices.tolist() == [[0]]
    assert session.neighbours(one, 0.1, box=box)[0].tolist() == [0]
    assert session.pairs(one, [0, 0.1], box=box).counts.tolist() == [1]


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("box", [None, 1])
def test_not_finite(session, bad, box):
    pos = POS.copy()
    pos[123, 1] = bad
    for search in (
        lambda: session.fof(pos, box=box, linking_length=0.1),
        lambda: session.knn(pos, 2, box=box),
        lambda: session.neighbours(pos, 0.1, box=box),
        lambda: session.pairs(pos, [0, 0.1], box=box),
    ):
        with pytest.raises(jzfof.SnapshotError, match="row 123 in pos is"):
            search()
    with pytest.raises(jzfof.SnapshotError, match="row 123 in queries is"):
        session.knn(POS, 2, box=box, queries=pos)


@pytest.mark.parametrize(
    "pos",
    [POS[0], POS[:, :1], POS.reshape(-1, 5, 3), np.empty(0), 3.0, [], POS + 1j, [["a", "b", "c"]]],
    ids=["1d", "one column", "3d", "no shape", "number", "empty list", "complex", "text"],
)
def test_wrong_positions(session, pos):
    with pytest.raises(jzfof.UsageError, match="pos has the"):
        session.fof(pos, linking_length=0.1)
    with pytest.raises(ValueError):
        session.knn(pos, 2)


@pytest.mark.parametrize("box", [0, -1, np.nan, np.inf, [1, 1], [1, 1, 0], [[1, 1, 1]]])
def test_wrong_boxes(session, box):
    with pytest.raises(jzfof.UsageError, match="box"):
        session.fof(POS, box=box)


def test_wrong_values(session):
    wrong = {
        "-k is 0": lambda: session.knn(POS, 0),
        "-k is 5000": lambda: session.knn(POS, 5000),
        "'2.5' is not an int": lambda: session.knn(POS, 2.5),
        "-b needs the mean separation": lambda: session.fof(POS),
        "mutually exclusive": lambda: session.fof(POS, box=1, b=0.2, linking_length=0.1),
        "b is 0": lambda: session.fof(POS, box=1, b=0),
        "the linking length is -1.0": lambda: session.fof(POS, linking_length=-1.0),
        "--min-length is 0": lambda: session.fof(POS, box=1, min_length=0),
        "queries has 2 columns and pos 3": lambda: session.knn(POS, 1, queries=POS[:, :2]),
        "--exclude-self": lambda: session.knn(POS, 1, queries=POS, exclude_self=True),
        "--method is treee: give tree or": lambda: session.knn(POS, 1, method="treee"),
        "--radius is -1.0": lambda: session.neighbours(POS, -1),
        "radius has the shape": lambda: session.neighbours(POS, [1, 2]),
        "--bins has 1 edges": lambda: session.pairs(POS, [1]),
        "increasing edges": lambda: session.pairs(POS, [2, 1]),
        "half of the periodic box": lambda: session.pairs(POS, [0, 0.6], box=1),
        "needs --pimax": lambda: session.pairs(POS, [0, 1], mode="rppi"),
        "weights has the shape": lambda: session.pairs(POS, [0, 1], weights=[1]),
        "belong to": lambda: session.pairs(POS, [0, 1], others=POS, weights=np.ones(500)),
        "--threads is 0": lambda: jzfof.Session(threads=0, progress=False).ping(),
        "JZFOF_HEAP is": lambda: jzfof.Session(heap="much", progress=False).ping(),
    }
    for text, call in wrong.items():
        with pytest.raises(jzfof.UsageError, match=text) as found:
            call()
        assert found.value.code == 2 and isinstance(found.value, ValueError)
    with pytest.raises(jzfof.SnapshotError, match="radius of row 3|row 3 in radius"):
        session.neighbours(POS, np.where(np.arange(500) == 3, np.nan, 1.0))
    with pytest.raises(jzfof.SnapshotError, match="row 3 in weights"):
        session.pairs(POS, [0, 1], weights=np.where(np.arange(500) == 3, -1.0, 1.0))
    with pytest.raises(jzfof.SnapshotError, match="box"):
        session.fof(100 * POS, box=1)


def test_no_gpu(session):
    with pytest.raises(jzfof.BackendError) as found:
        jzfof.knn(POS, 2, backend="cuda", device=63, progress=False)
    assert found.value.code == 5


def test_memory():
    with jzfof.Session(heap="64m", progress=False) as small:
        with pytest.raises(jzfof.OutOfMemoryError) as found:
            small.knn(np.zeros((3_000_000, 3)), 16, box=1)
        assert found.value.code == 6 and isinstance(found.value, MemoryError)
        assert len(small.knn(POS, 2).indices) == 500  # and goes on


def test_command(monkeypatch, tmp_path):
    monkeypatch.setenv("JZFOF", str(tmp_path / "none"))
    with pytest.raises(jzfof.InternalError, match="JZFOF is"):
        jzfof.knn(POS, 2)
    fake = tmp_path / "jzfof"
    fake.write_text("#!/bin/sh\necho jzfof: error: no Java >&2\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("JZFOF", str(fake))
    with pytest.raises(jzfof.InternalError, match="^no Java$"):
        jzfof.knn(POS, 2)
    fake.write_text("#!/bin/sh\necho hello\nread line\n")
    with pytest.raises(jzfof.InternalError, match="hello"):
        jzfof.knn(POS, 2)
