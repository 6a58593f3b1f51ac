"""Writes snapshots in Gadget's binary formats, and the same numbers as HDF5.

usage: make_binary.py FOLDER

The binary files are packed by numpy alone, after the user guide of Gadget-2. Names are
KIND_REAL_ID/hdf5/snap_004.hdf5 for references, and KIND_REAL_ID/FORMAT_ORDER_FILES/snap_004[.K]
for binary files.
"""

import itertools
import os
import sys

import h5py
import numpy as np

TYPES = 6
BOX = 50000.0
KINDS = {
    "dark": ([0, 2500, 0, 0, 0, 0], [0, 40.752, 0, 0, 0, 0]),
    "six": ([700, 1500, 300, 200, 400, 50], [7.5, 40.752, 320.0, 0, 0, 0]),
}
GAS = {
    "U   ": "InternalEnergy",
    "RHO ": "Density",
    "NE  ": "ElectronAbundance",
    "NH  ": "NeutralHydrogenAbundance",
    "HSML": "SmoothingLength",
    "SFR ": "StarFormationRate",
}


def particles(kind, real, integer):
    """Datasets of each type: clumps whose members have all types, in random order."""
    random = np.random.RandomState(5)
    counts, table = KINDS[kind]
    clumps = random.uniform(0, BOX, (12, 3))
    all_types = []
    first = 1
    for count, mass in zip(counts, table):
        centres = clumps[random.randint(0, len(clumps), count)]
        positions = np.mod(centres + random.normal(0, 120.0, (count, 3)), BOX).astype(real)
        data = {
            "Coordinates": np.where(positions >= BOX, 0, positions).astype(real),
            "Velocities": random.normal(0, 300.0, (count, 3)).astype(real),
            "ParticleIDs": (first + random.permutation(count)).astype(integer),
        }
        first += count
        if mass == 0:
            data["Masses"] = random.uniform(5, 50, count).astype(real)
        if len(all_types) == 0:
            for name in GAS.values():
                data[name] = random.uniform(0.1, 90, count).astype(real)
        data["Potential"] = random.normal(0, 1e5, count).astype(real)
        all_types.append(data)
    return all_types


def write_hdf5(file, kind, types):
    counts, table = KINDS[kind]
    with h5py.File(file, "w") as f:
        header = f.create_group("Header").attrs
        header["NumPart_ThisFile"] = np.array(counts, np.uint32)
        header["NumPart_Total"] = np.array(counts, np.uint32)
        header["NumPart_Total_HighWord"] = np.zeros(TYPES, np.uint32)
        header["MassTable"] = np.array(table, float)
        header["NumFilesPerSnapshot"] = np.int32(1)
        header["Flag_Sfr"] = np.int32(1)
        values = (0.5, 1.0, BOX, 0.308, 0.692, 0.678, 3.085678e21, 1.989e43, 1e5)
        names = "Time Redshift BoxSize Omega0 OmegaLambda HubbleParam UnitLength_in_cm UnitMass_in_g"
        for name, value in zip((names + " UnitVelocity_in_cm_per_s").split(), values):
            header[name] = value
        for t, data in enumerate(types):
            if counts[t] > 0:
                for name, column in data.items():
                    f["PartType%d/%s" % (t, name)] = column


def packed_header(counts, totals, table, files, order):
    i, d = order + "i4", order + "f8"
    parts = [
        np.array(counts, i),
        np.array(table, d),
        np.array([0.5, 1.0], d),
        np.array([1, 0], i),
        np.array(totals, i),
        np.array([1, files], i),
        np.array([BOX, 0.308, 0.692, 0.678], d),
        np.array([1, 1], i),
        np.zeros(TYPES, i),
    ]
    return b"".join(part.tobytes() for part in parts).ljust(256, b"\0")


def record(payload, order):
    marker = np.array([len(payload)], order + "u4").tobytes()
    return marker + payload + marker


def block(label, payload, number, order):
    named = label.encode() + np.array([len(payload) + 8], order + "u4").tobytes()
    return (record(named, order) if number == 2 else b"") + record(payload, order)


def write_binary(file, kind, types, number, order, files, k):
    """Writes file k of several, each with its share of the rows of each type."""
    counts, table = KINDS[kind]
    ends = [[n * j // files for j in range(files + 1)] for n in counts]
    shares = [slice(e[k], e[k + 1]) for e in ends]
    here = [s.stop - s.start for s in shares]
    columns = [("POS ", "Coordinates"), ("VEL ", "Velocities"), ("ID  ", "ParticleIDs")]
    columns += [("MASS", "Masses")] + list(GAS.items()) + [("POT ", "Potential")]
    with open(file, "wb") as out:
        out.write(block("HEAD", packed_header(here, counts, table, files, order), number, order))
        for label, name in columns:
            values = [data[name][share] for data, share in zip(types, shares) if name in data]
            values = [v for v in values if len(v) > 0]
            if values:
                payload = b"".join(v.astype(v.dtype.newbyteorder(order)).tobytes() for v in values)
                out.write(block(label, payload, number, order))


def main(folder):
    for kind, real, integer in itertools.product(KINDS, ("f4", "f8"), ("u4", "u8")):
        types = particles(kind, real, integer)
        base = "%s/%s_%s_%s" % (folder, kind, real, integer)
        os.makedirs(base + "/hdf5")
        write_hdf5(base + "/hdf5/snap_004.hdf5", kind, types)
        for number, (name, order), files in itertools.product(
            (1, 2), (("little", "<"), ("big", ">")), (1, 3)
        ):
            binary = "%s/%d_%s_%d" % (base, number, name, files)
            os.makedirs(binary)
            for k in range(files):
                file = binary + ("/snap_004" if files == 1 else "/snap_004.%d" % k)
                write_binary(file, kind, types, number, order, files, k)
            print("ok", binary)


main(sys.argv[1])
