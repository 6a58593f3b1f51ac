"""Draws haloes, densities and the correlation function of a snapshot: python3 haloes.py [PICTURE]

Needs the package jzfof (the folder python of jzfof), h5py and matplotlib.
"""
import sys
from pathlib import Path

import h5py
import matplotlib
import numpy as np

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here.parents[1] / "python"))
import jzfof  # noqa: E402

# %% The particles, as any array.
with h5py.File(here / "snapshot_001.hdf5") as file:
    pos = file["PartType1/Coordinates"][()]
    box = float(file["Header"].attrs["BoxSize"])

# %% Groups, the nearest neighbours of every particle, and pairs: one process for all.
with jzfof.Session() as session:
    groups = session.fof(pos, box=box, b=0.2, min_length=20)
    distances, _ = session.knn(pos, 16, box=box)
    counts = session.pairs(pos, np.geomspace(0.05, 6, 22), box=box)
print(groups)

# %% A slab around the largest group, by local density, and all groups in it.
density = 1 / distances[:, -1].astype(float) ** 3
depth = (pos[:, 2] - groups.center[0, 2] + 0.5 * box) % box - 0.5 * box
slab = np.flatnonzero(np.abs(depth) < 4)
slab = slab[np.argsort(density[slab])]
figure, (left, right) = plt.subplots(1, 2, figsize=(10.4, 4.6), constrained_layout=True)
left.scatter(*pos[slab, :2].T, s=1.5, c=np.log10(density[slab]), cmap="magma", linewidths=0)
for group in range(len(groups)):
    x, y, z = groups.center[group]
    if abs((z - groups.center[0, 2] + 0.5 * box) % box - 0.5 * box) < 4:
        offset = pos[groups.members(group)] - groups.center[group]
        offset -= box * np.round(offset / box)
        radius = np.sqrt((offset**2).sum(axis=1).mean()) * 1.6
        left.add_patch(plt.Circle((x, y), radius, fill=False, color="#1b9e9e", lw=1))
left.set(xlim=(0, box), ylim=(0, box), aspect="equal", xlabel="x [Mpc/h]", ylabel="y [Mpc/h]")
left.set_title(f"{len(groups)} groups; slab of 8 Mpc/h", fontsize=10)
left.set_facecolor("#0b0b12")

# %% The correlation function.
middle = np.sqrt(counts.edges[1:] * counts.edges[:-1])
right.errorbar(middle, counts.xi, counts.xi_error, fmt="o-", ms=3, lw=1, color="#1b9e9e")
right.set(xscale="log", yscale="log", xlabel="r [Mpc/h]", ylabel=r"$\xi(r)$")
right.set_title(f"{counts.counts.sum() // 2:,} pairs of {len(pos):,} particles", fontsize=10)
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else "haloes.png", dpi=100)
