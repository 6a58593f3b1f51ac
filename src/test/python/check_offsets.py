"""Reads members as illustris_python 1.1.1 does (snapshot.loadHalo, loadSubhalo): check_offsets.py OUTPUT NUMBER

By offsets_NNN.hdf5 in postprocessing/ beside the folder OUTPUT, from the reordered snapshot there;
the IDs that the catalogue lists are the reference. Prints one line; the first fault ends it.
"""

import sys
from pathlib import Path

import h5py
import numpy as np


def table(output, number, k):
    return f"{output}/groups_{number:03d}/fof_subhalo_tab_{number:03d}.{k}.hdf5"


def members(output, number, kind, i, particle_type):
    """IDs of the particles of a type in a group or subhalo."""
    offsets = Path(output).parent / f"postprocessing/offsets/offsets_{number:03d}.hdf5"
    with h5py.File(offsets, "r") as f:
        here = i - f[f"FileOffsets/{kind}"][()]
        starts = np.transpose(f["FileOffsets/SnapByType"][()])
        first = f[f"{kind}/SnapByType"][i, :]
    k = np.max(np.where(here >= 0))
    with h5py.File(table(output, number, k), "r") as f:
        left = f[f"{kind}/{kind}LenType"][here[k], particle_type]
    rows = first[particle_type] - starts[particle_type, :]
    piece = np.max(np.where(rows >= 0))
    row, found = rows[piece], []
    while left:
        name = f"{output}/snapdir_{number:03d}/snap_{number:03d}.{piece}.hdf5"
        with h5py.File(name, "r") as f:
            n = min(left, f["Header"].attrs["NumPart_ThisFile"][particle_type] - row)
            if n:
                found.append(f[f"PartType{particle_type}/ParticleIDs"][row : row + n])
        left, piece, row = left - n, piece + 1, 0
    return np.concatenate(found) if found else np.empty(0, np.uint64)


output, number = sys.argv[1], int(sys.argv[2])
listed, bound, types, files = [], [], 0, 1
k = 0
while k < files:
    with h5py.File(table(output, number, k), "r") as f:
        files = int(f["Header"].attrs["NumFiles"])
        types = f["Group/GroupLenType"].shape[1]
        ends = np.cumsum(f["Group/GroupLen"][()])
        listed += np.split(f["IDs/ID"][()], ends[:-1])
        if len(f["Subhalo"]):
            bound += zip(f["Subhalo/SubhaloGroupNr"][()].tolist(), f["Subhalo/SubhaloLen"][()].tolist())
    k += 1
for group, ids in enumerate(listed):
    found = np.concatenate([members(output, number, "Group", group, t) for t in range(types)])
    assert np.array_equal(np.sort(found), np.sort(ids)), group
group, row = -1, 0
for subhalo, (own, length) in enumerate(bound):  # one after the other at the beginning of their group
    group, row = own, row if own == group else 0
    ids = listed[group][row : row + length]
    row += length
    found = np.concatenate([members(output, number, "Subhalo", subhalo, t) for t in range(types)])
    assert np.array_equal(np.sort(found), np.sort(ids)), subhalo
print(f"ok {output}: {len(listed)} groups and {len(bound)} subhaloes in {files} files")
