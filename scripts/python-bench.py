#!/usr/bin/env python3
"""Times the package for Python beside scipy, and prints the rows of a table: the least of several calls.

  scripts/python-bench.py [--side 128] [--repeat 5] [--k 16] [--backend auto] [--scipy]

  --side      positions along each side of the box; half of all are in haloes, 3000 in number
  --scipy     also times cKDTree with two workers, and with connected_components
"""
import argparse
import resource
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))
import jzfof  # noqa: E402

HALOES = 3000


def positions(side, seed=3):
    """Uniform positions, and as many in haloes with a density of r^-2, float32 in a box of 1."""
    rng = np.random.default_rng(seed)
    half = side**3 // 2
    mass = rng.pareto(1.0, HALOES) + 1
    halo = rng.choice(HALOES, half, p=mass / mass.sum())
    away = rng.normal(size=(half, 3))
    away *= (0.02 * rng.random(half) * np.cbrt(mass[halo] / mass.max()) / np.linalg.norm(away, axis=1))[:, None]
    pos = np.concatenate([rng.random((HALOES, 3))[halo] + away, rng.random((side**3 - half, 3))]) % 1
    pos = pos[rng.permutation(len(pos))].astype(np.float32)
    pos[pos >= 1] = 0
    return pos


def cores(pid=None):
    """Seconds of all cores that this process and its ended children, or another one, have used."""
    if pid is None:
        used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(each.ru_utime + each.ru_stime for each in used)
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def row(name, call, repeat, pid=None):
    walls, used = [], []
    for _ in range(repeat):
        start, before = time.perf_counter(), cores() + (cores(pid) if pid else 0)
        result = call()
        walls.append(time.perf_counter() - start)
        used.append(cores() + (cores(pid) if pid else 0) - before)
    print(f"| {name} | {min(walls):.4f} | {sorted(walls)[repeat // 2]:.4f} | {min(used):.2f} |", flush=True)
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--side", type=int, default=128)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--k", type=int, default=16)
    parser.add_argument("--backend", default="auto")
    parser.add_argument("--scipy", action="store_true")
    options = parser.parse_args()
    pos, repeat, process = positions(options.side), options.repeat, {"backend": options.backend, "progress": False}
    print("| | least wall, s | median | core seconds |\n|---|---|---|---|")
    with jzfof.Session(**process) as session:
        session.fof(pos, box=1)  # compiled by now
        row("empty call in a session", session.ping, 40 * repeat, session.pid)
        row("fof of 10 positions in a session", lambda: session.fof(pos[:10], box=1), 20 * repeat, session.pid)
        groups = row(f"fof of {options.side}^3 in a session", lambda: session.fof(pos, box=1), repeat, session.pid)
        row(f"knn, k = {options.k}, in a session", lambda: session.knn(pos, options.k, box=1), repeat, session.pid)

    def start():
        with jzfof.Session(**process) as alone:
            alone.ping()

    row("empty call without a session", start, repeat)
    row(f"fof of {options.side}^3 without a session", lambda: jzfof.fof(pos, box=1, **process), repeat)
    if options.scipy:
        from scipy.sparse import coo_matrix
        from scipy.sparse.csgraph import connected_components
        from scipy.spatial import cKDTree

        wide = pos.astype(np.float64)
        row(f"knn, k = {options.k}, of scipy", lambda: cKDTree(wide, boxsize=1).query(wide, options.k, workers=2), 1)

        def fof():
            i, j = cKDTree(wide, boxsize=1).query_pairs(groups.linking_length, output_type="ndarray").T
            links = coo_matrix((np.ones(len(i), np.int8), (i, j)), (len(wide), len(wide)))
            return connected_components(links, directed=False)[1]

        lengths = np.bincount(row(f"fof of {options.side}^3 of scipy", fof, 1))
        assert sorted(lengths[lengths >= 20]) == sorted(groups.length), "the groups differ"


main()
