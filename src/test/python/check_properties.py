"""Checks the properties of groups, and of what is inside spheres around them, by sorted lists.

Usage: check_properties.py SNAPSHOT CATALOGUE [SPHERES]

The snapshot is one file of Gadget-4 with one type, whose masses are in the mass table; the catalogue
one file with member IDs and --properties all. SPHERES is a file of jzfof so --properties all around
the same centres. Prints one line per property; the first fault ends it.
"""
import sys

import h5py
import numpy as np

BOUND = 1e-5
GRAVITY = 6.6738e-8 * 1.989e43 / (3.085678e24 * 1e10)

snapshot, catalogue = (h5py.File(name, "r") for name in sys.argv[1:3])
header, parameters = snapshot["Header"].attrs, snapshot["Parameters"].attrs
a, box, mass = float(header["Time"]), float(np.max(header["BoxSize"])), float(header["MassTable"][1])
matter, dark = float(parameters["Omega0"]), float(parameters["OmegaLambda"])
flow = a * 100 * np.sqrt(matter / a**3 + (1 - matter - dark) / a**2 + dark)
place = snapshot["PartType1/Coordinates"][:].astype(float)
velocity = snapshot["PartType1/Velocities"][:].astype(float) * np.sqrt(a)
ids = snapshot["PartType1/ParticleIDs"][:]
groups = catalogue["Group"]
order = np.argsort(ids)
members = order[np.searchsorted(ids[order], catalogue["IDs/ID"][:])]
start = np.concatenate([[0], np.cumsum(groups["GroupLen"][:])])
limits = [name[len("Group_R_"):] for name in groups if name.startswith("Group_R_")]
expected = {}


def add(name, value):
    expected.setdefault(name, []).append(value)


def nearest(d):
    return (d + box / 2) % box - box / 2


def relative(x, v):
    """Places about the centre of mass and velocities with the expansion about it."""
    d = x - x.mean(0)
    return d, v - v.mean(0) + flow * d


def root(function, low, high):
    """Bisection of an increasing function."""
    if not function(low) <= 0 <= function(high):
        return np.nan
    for _ in range(200):
        middle = np.sqrt(low * high)
        low, high = (middle, high) if function(middle) < 0 else (low, middle)
    return low


def nfw(c):
    return np.log(1 + c) - c / (1 + c)


def shape(x, radius):
    axes, s = np.eye(3), np.ones(3)
    for _ in range(20):
        y = x @ axes.T / s
        q = (y**2).sum(1)
        inside = (q <= radius**2) & (q > 0)
        if inside.sum() < 50:
            return [np.nan, np.nan]
        z = x[inside] / np.sqrt(q[inside])[:, None]
        values, vectors = np.linalg.eigh(z.T @ z)
        before, s = s, np.sqrt(values[::-1] / values[-1])
        axes = vectors.T[::-1]
        if np.all(np.abs(s - before) < 1e-3):
            break
    return s[1:]


def of_members(x, v):
    r = np.sort(np.sqrt((x**2).sum(1)))
    circular = np.sqrt(GRAVITY * mass * np.arange(7, len(r) + 1) / (a * r[6:]))
    most = np.argmax(circular)
    add("GroupVmax", circular[most])
    add("GroupVmaxRad", a * r[6 + most])
    inside = np.cumsum(np.full(len(r), mass))
    half = np.argmax(inside >= inside[-1] / 2)
    add("GroupHalfmassRad", a * (r[half - 1] + r[half]) / 2)
    d, w = relative(x, v)
    add("GroupVelDispPhysical", np.sqrt((w**2).sum() / (3 * len(x))))
    add("GroupSpin", np.cross(a * d, w).mean(0))
    add("GroupOffset", np.sqrt((x.mean(0) ** 2).sum()))
    return circular[most]


def of_sphere(limit, g, x, v, vmax):
    number, radius = groups["Group_N_" + limit][g], groups["Group_R_" + limit][g]
    names = ["VelDisp", "Spin", "SpinParameter", "Concentration", "ConcentrationVmax", "AxisRatios"]
    r = np.sqrt((x**2).sum(1))
    nearby = np.argsort(r)[:number]
    x, v, r = x[nearby], v[nearby], r[nearby]
    if number == 0:
        values = [0, [0, 0, 0], 0, 0, 0, [np.nan, np.nan]]
    else:
        d, w = relative(x, v)
        spin = np.cross(a * d, w).mean(0)
        vr = np.sqrt(GRAVITY * number * mass / (a * radius))
        mean = r.mean() / radius
        values = [
            np.sqrt((w**2).sum() / (3 * number)),
            spin,
            np.sqrt((spin**2).sum()) / (np.sqrt(2) * vr * a * radius),
            root(lambda c: mean - (c - 2 * np.log(1 + c) + c / (1 + c)) / (c * nfw(c)), 1e-3, 1e5),
            root(lambda c: np.sqrt(c * nfw(2.16258) / (2.16258 * nfw(c))) - vmax / vr, 2.16259, 1e5),
            shape(x, radius),
        ]
    for name, value in zip(names, values):
        add(f"Group_{name}_{limit}", value)


for g in range(len(groups["GroupLen"])):
    own = members[start[g]:start[g + 1]]
    near = nearest(place[own] - groups["GroupPos"][g].astype(float))
    centre = place[own[np.argmin((near**2).sum(1))]]  # without the rounding to single precision
    vmax = of_members(nearest(place[own] - centre), velocity[own])
    far = max([groups["Group_R_" + limit][g] for limit in limits] + [0]) * 1.001
    x = nearest(place - centre)
    around = (x**2).sum(1) <= far**2
    for limit in limits:
        of_sphere(limit, g, x[around], velocity[around], vmax)

tables = [groups] + [h5py.File(name, "r")["Group"] for name in sys.argv[3:]]
for table, name in [(table, name) for table in tables for name in expected if name in table]:
    values, found = np.array(expected[name], float), table[name][:]
    both = np.stack([values, found]).reshape(2, len(values), -1)
    off = np.abs(both[1] - both[0]).max(1)
    size = np.sqrt((both[0] ** 2).sum(1))  # of vectors, not of their components
    off = off / np.maximum(size, 1e-3 * np.nanmax(size))
    bad = (np.nan_to_num(off) > BOUND) | (np.isnan(off) & ~np.isnan(both).all((0, 2)))
    if bad.any():
        sys.exit(f"{name} of group {np.argmax(bad)}: {found[bad][0]}, not {values[bad][0]}")
    print(f"ok {name}: {len(values)} groups, largest difference {np.nanmax(off):.2g}")
