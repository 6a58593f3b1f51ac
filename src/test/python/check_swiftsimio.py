"""Reads catalogues in SWIFT's layout: check_swiftsimio.py SNAPSHOT CATALOGUE GADGET_CATALOGUE ...

What it touches is what swiftsimio 12.1.4 does in load(), metadata.cosmology and the datasets of
fof_groups (metadata/objects.py, metadata/field/attr_reader.py, conversions.py). Values are compared
with the particles of the snapshot. Prints one line per catalogue; the first fault ends it.
"""

import sys

import h5py
import numpy as np

UNITS = {
    "mass": "Unit mass in cgs (U_M)",
    "length": "Unit length in cgs (U_L)",
    "time": "Unit time in cgs (U_t)",
    "current": "Unit current in cgs (U_I)",
    "temperature": "Unit temperature in cgs (U_T)",
}
MPC = 3.08567758e24


def text(value):
    return value.decode("utf-8") if hasattr(value, "decode") else value


def units(f):
    attributes = dict(f["Units"].attrs)
    assert set(attributes) == set(UNITS.values()), attributes  # any other is a KeyError
    return {name: attributes[key][0] for name, key in UNITS.items()}


def header(f):
    attributes = dict(f["Header"].attrs)
    assert text(attributes["OutputType"]) == "FOF"
    assert attributes["BoxSize"].shape == (3,)
    for name in ("NumPart_ThisFile", "CanHaveTypes", "NumPart_Total", "TotalNumberOfParticles"):
        assert attributes[name].shape == (7,) and not attributes[name].any(), name
    for name in ("MassTable", "NumPart_Total_HighWord", "Flag_Entropy_ICs"):
        assert attributes[name].shape == (7,) and not attributes[name].any(), name
    assert attributes["NumPartTypes"][0] == 7
    assert attributes["Virtual"][0] == 0 and attributes["ThisFile"][0] == 0
    assert attributes["NumFilesPerSnapshot"][0] == 1
    assert text(attributes["SelectOutput"]) == "Default"
    return {
        name: attributes[name][0] for name in ("Time", "Dimension", "Redshift", "Scale-factor")
    }


def cosmology(f, unit):
    raw = dict(f["Cosmology"].attrs)
    assert raw["Cosmological run"][0] == 1
    names = ("H0 [internal units]", "Omega_b", "Omega_lambda", "Omega_r", "Omega_m", "w_0", "w_a")
    known = {name: raw[name][0] for name in names + ("N_eff",)}
    assert int(known["N_eff"]) == int(np.squeeze(raw["N_ur"]))  # without massive neutrinos
    known["H0"] = known["H0 [internal units]"] / unit["time"] * MPC / 1e5
    assert np.isclose(known["H0"], 100 * raw["h"][0], rtol=1e-5), known
    return known


def age(c, a):
    """In s, by the midpoint rule."""
    curvature = 1 - c["Omega_m"] - c["Omega_lambda"] - c["Omega_r"]
    x = (np.arange(200_000) + 0.5) / 200_000 * a
    matter = c["Omega_m"] / x + c["Omega_r"] / x**2
    rate = np.sqrt(matter + curvature + c["Omega_lambda"] * x**2)
    return np.sum(1 / rate) * a / 200_000 / (c["H0"] * 1e5 / MPC)


def dataset(f, name, unit, a):
    return column(f["Groups"][name], unit, a)


def column(data, unit, a):
    """As SOAP flags datasets: what is measured can be comoving, counts and IDs cannot.

    swiftgalaxy converts velocities to comoving ones, which have the same numbers.
    """
    name, attributes = data.name, data.attrs
    exponents = {letter: attributes[f"U_{letter} exponent"][0] for letter in "ILMTt"}
    cgs = 1.0
    for letter, kind in zip("ILMTt", ("current", "length", "mass", "temperature", "time")):
        cgs *= unit[kind] ** exponents[letter]
    factor = attributes["Conversion factor to CGS (not including cosmological corrections)"][0]
    assert np.isclose(factor, cgs)
    measured = data.dtype.kind == "f"
    length = exponents["L"] == 1 and exponents["t"] == 0
    comoving = measured and (length or exponents["M"] == 1 and exponents["t"] == 0)
    power = attributes["a-scale exponent"][0]
    velocities = exponents["t"] if exponents["L"] else 0
    assert power == exponents["L"] + velocities, name  # a for each length; peculiar velocities
    factor = attributes["Conversion factor to physical CGS (including cosmological corrections)"]
    assert np.isclose(factor[0], cgs * a**power if comoving else cgs), name
    assert attributes["h-scale exponent"][0] == 0
    assert text(attributes["Lossy compression filter"]) == "None"
    assert text(attributes["Expression for physical CGS units"])
    assert text(attributes["Description"])
    assert (attributes["Value stored as physical"][0] == 0) == comoving, name
    assert (attributes["Property can be converted to comoving"][0] == 1) == measured, name
    return data[:, np.s_[:]] if data.ndim > 1 else data[:]


def check(snapshot, path, gadget):
    with h5py.File(path, "r") as f, h5py.File(snapshot, "r") as s, h5py.File(gadget, "r") as g:
        unit, head = units(f), header(f)
        a = head["Scale-factor"]
        assert np.isclose(a * (1 + head["Redshift"]), 1) and head["Dimension"] == 3
        cosmo = cosmology(f, unit)
        assert dict(f["InternalCodeUnits"].attrs)
        assert text(f["Code"].attrs["Code"]) == "jzfof"
        assert "Code Version" in f["Code"].attrs
        swift = text(s["Header"].attrs.get("Code", "")) == "SWIFT"
        if not swift:
            assert np.isclose(head["Time"] * unit["time"], age(cosmo, a), rtol=1e-5)
        else:
            for name in ("RunName", "System", "Shift", "SnapshotDate", "InitialMassTable", "Time"):
                assert np.array_equal(f["Header"].attrs[name], s["Header"].attrs[name]), name
            for name, value in s["Cosmology"].attrs.items():
                assert np.array_equal(f["Cosmology"].attrs[name], value), name
            names = s["Header/PartTypeNames"][()]
            assert np.array_equal(f["Header/PartTypeNames"][()], names)
        centres = dataset(f, "Centres", unit, a)
        radii, rms = dataset(f, "Radii", unit, a), dataset(f, "InertiaRadii", unit, a)
        sizes, ids = dataset(f, "Sizes", unit, a), dataset(f, "GroupIDs", unit, a)
        masses, linked = dataset(f, "Masses", unit, a), dataset(f, "LinkedSizes", unit, a)
        n = len(ids)
        assert np.array_equal(ids, np.arange(1, n + 1)) and np.array_equal(sizes, linked)
        assert f["Header"].attrs["NumGroups_Total"][0] == n
        h = 1 if swift else s["Parameters"].attrs["HubbleParam"]
        check_spheres(f, s, cosmo, unit, a, h)
        check_properties(f, unit, a)
        check_members(f, s, g, centres, radii, rms, sizes, masses, h)


def overdensities(cosmo, a):
    """Over the comoving critical density of today."""
    matter = cosmo["Omega_m"] / a**3
    curvature = (1 - cosmo["Omega_m"] - cosmo["Omega_lambda"]) / a**2
    square = matter + curvature + cosmo["Omega_lambda"]
    x = matter / square - 1
    critical = square * a**3
    return {
        "200_crit": 200 * critical,
        "500_crit": 500 * critical,
        "200_mean": 200 * cosmo["Omega_m"],
        "BN98": (18 * np.pi**2 + 82 * x - 39 * x**2) * critical,
    }


def check_spheres(f, s, cosmo, unit, a, h):
    """SOAP's datasets, by all particles of the snapshot (of one type here) around the centres."""
    box = f["Header"].attrs["BoxSize"]
    x = s["PartType1/Coordinates"][()].astype("f8") / h
    masses = s["PartType1/Masses"][()] if "Masses" in s["PartType1"] else None
    if masses is None:
        masses = np.full(len(x), s["Header"].attrs["MassTable"][1])
    gravity = 6.6743e-8 * unit["mass"] * unit["time"] ** 2 / unit["length"] ** 3
    critical = 3 * cosmo["H0 [internal units]"] ** 2 / (8 * np.pi * gravity)
    centre = column(f["InputHalos/HaloCentre"], unit, a)
    limits = overdensities(cosmo, a)
    assert set(f["SO"]) == set(limits)
    names = ("TotalMass", "SORadius", "NumberOfParticles")
    found = {
        limit: [column(f["SO"][limit][name], unit, a) for name in names] for limit in limits
    }
    for g in range(len(centre)):
        d = x - centre[g]
        d -= box * np.round(d / box)
        r = np.sqrt((d**2).sum(axis=1))
        assert r.min() < 4 * box.max() / 2**32, "the centre is a particle"
        for limit, (mass, radius, number) in found.items():
            inside = r <= radius[g] * (1 + 1e-5)
            if number[g] == 0:
                assert mass[g] == radius[g] == 0
                continue
            assert (r <= radius[g] * (1 - 1e-5)).sum() <= number[g] <= inside.sum(), (g, limit)
            sure = (r <= radius[g] * (1 - 1e-5)).sum() == inside.sum()
            total = masses[inside].astype("f8").sum() / h
            assert not sure or np.isclose(mass[g], total, rtol=1e-5), (g, limit)
            density = mass[g] / (4 / 3 * np.pi * float(radius[g]) ** 3) / critical
            assert np.isclose(density, limits[limit], rtol=1e-3), (g, limit, density)
    assert len(centre) == 0 or found["200_mean"][2].max() > 0


def check_properties(f, unit, a):
    """Lengths are comoving, what has velocities is physical: exponents of a, and how it is stored."""
    expected = {
        "Groups/MaximumCircularVelocityUnsoftened": (0, True),
        "Groups/MaximumCircularVelocityRadiusUnsoftened": (1, False),
        "Groups/HalfMassRadiusTotal": (1, False),
        "Groups/VelocityDispersionPhysical": (0, True),
        "Groups/SpecificAngularMomentum": (1, True),
        "Groups/CentreOfMassOffset": (1, False),
        "SO/200_crit/VelocityDispersion": (0, True),
        "SO/200_crit/SpinParameter": (0, True),
        "SO/BN98/ConcentrationUnsoftened": (0, True),
        "SO/BN98/AxisRatios": (0, True),
    }
    for path, (power, physical) in expected.items():
        assert len(column(f[path], unit, a)) == len(f["Groups/Sizes"]), path
        attributes = f[path].attrs
        assert attributes["a-scale exponent"][0] == power, path
        assert (attributes["Value stored as physical"][0] == 1) == physical, path
        assert attributes["Property can be converted to comoving"][0] == 1, path


def check_members(f, s, g, centres, radii, rms, sizes, masses, h):
    box = f["Header"].attrs["BoxSize"]
    assert np.allclose(box, s["Header"].attrs["BoxSize"] / h)
    particles = s["PartType1"]
    x, particle = particles["Coordinates"][()].astype("f8") / h, particles["ParticleIDs"][()]
    order = np.argsort(particle)
    row = order[np.searchsorted(particle, g["IDs/ID"][()], sorter=order)]
    mass = particles["Masses"][()] if "Masses" in particles else None
    cells = 4 * box.max() / 2**32  # to which positions are rounded
    end = 0
    for i in range(len(sizes)):
        members = row[end : end + sizes[i]]
        end += sizes[i]
        d = x[members] - centres[i]
        d -= box * np.round(d / box)
        square = (d**2).sum(axis=1)
        m = s["Header"].attrs["MassTable"][1] if mass is None else mass[members]
        assert np.isclose(masses[i], (m * np.ones(sizes[i])).sum() / h, rtol=1e-5)
        farthest = np.sqrt(square.max())
        assert np.isclose(radii[i], farthest, rtol=1e-5, atol=cells), (i, radii[i], farthest)
        if mass is None or len(set(m)) == 1:
            assert np.isclose(rms[i], np.sqrt(square.mean()), rtol=1e-5, atol=cells), i
    assert end == len(row)


if __name__ == "__main__":
    for arguments in zip(sys.argv[1::3], sys.argv[2::3], sys.argv[3::3]):
        check(*arguments)
        print(f"ok {arguments[1]}")
