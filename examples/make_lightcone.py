"""Makes a light cone of a snapshot: make_lightcone.py FILE.hdf5 [DEPTH]

Sets copies of the periodic box of lcdm32/snapshot_001.hdf5 side by side around an observer, and
keeps the particles within a comoving distance DEPTH (50 Mpc/h: 1.1 million particles, 35 MB). The
scale factor of each is that at which light from its distance would have been sent to arrive today;
haloes do not evolve in it. The file is what `jzfof run --lightcone FILE.hdf5` reads; see
docs/user/lightcones.md. Needs h5py and numpy.
"""

import itertools
import os
import sys

import h5py
import numpy as np

HUBBLE_DISTANCE = 2997.92458  # c / (100 km/s/Mpc), in Mpc/h
SNAPSHOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lcdm32", "snapshot_001.hdf5")
OBSERVER = (5.0, 21.0, 13.0)  # in the box, in Mpc/h

# Axes of the sky in the box, so that no band of declination follows its sides.
AXES = np.linalg.qr([[1, 0.62, 0.37], [-0.4, 1, 0.2], [0.1, -0.5, 1]])[0]


def scale_factors(distance, omega_m, omega_lambda):
    """Returns the scale factor at comoving distances from the observer."""
    redshift = np.linspace(0, 3, 30001)
    rate = omega_m * (1 + redshift) ** 3 + (1 - omega_m - omega_lambda) * (1 + redshift) ** 2
    step = HUBBLE_DISTANCE / np.sqrt(rate + omega_lambda)
    reached = np.append(0, np.cumsum((step[1:] + step[:-1]) / 2 * np.diff(redshift)))
    return 1 / (1 + np.interp(distance, reached, redshift))


def main():
    depth = float(sys.argv[2]) if len(sys.argv) > 2 else 50.0
    with h5py.File(SNAPSHOT) as f:
        header, parameters = dict(f["Header"].attrs), dict(f["Parameters"].attrs)
        box = float(header["BoxSize"])
        place = (f["PartType1/Coordinates"][:] - OBSERVER) % box
        velocity = f["PartType1/Velocities"][:] * np.sqrt(header["Time"])  # peculiar, in km/s
        ids = f["PartType1/ParticleIDs"][:]
    copies = int(np.ceil(depth / box)) + 1
    kept = []
    for shift in itertools.product(range(-copies, copies), repeat=3):
        x = place + box * np.array(shift)
        r = np.sqrt((x**2).sum(axis=1))
        inside = np.flatnonzero((r > 0) & (r < depth))
        kept.append((x[inside], velocity[inside], ids[inside], r[inside]))
    x, velocity, ids, r = (np.concatenate(column) for column in zip(*kept))
    a = scale_factors(r, float(parameters["Omega0"]), float(parameters["OmegaLambda"]))
    with h5py.File(sys.argv[1], "w") as f, h5py.File(SNAPSHOT) as snapshot:
        counts = np.array([0, len(r), 0, 0, 0, 0], dtype=np.uint64)
        numbers = {"NumPart_ThisFile": counts, "NumPart_Total": counts, "NumFiles": np.int32(1)}
        f.create_group("Header").attrs.update(numbers)
        for group in ("Config", "Parameters"):  # the mass of a particle follows from them
            snapshot.copy(group, f)
        f["PartType1/Coordinates"] = (x @ AXES).astype(np.float32)
        f["PartType1/Velocities"] = (velocity @ AXES).astype(np.float32)
        f["PartType1/ParticleIDs"] = ids
        f["PartType1/Ascale"] = a.astype(np.float32)
    print(f"{len(r)} particles within {depth} Mpc/h, z < {1 / a.min() - 1:.4f}")


if __name__ == "__main__":
    main()
