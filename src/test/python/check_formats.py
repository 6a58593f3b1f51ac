"""Opens catalogues of other layouts: check_formats.py yt|swift FILE GADGET_FILE ...

Each catalogue is compared with that of the same run in Gadget's layout, which check_catalogue.py
has checked. Prints one line per catalogue; the first fault ends it.
"""

import sys

import h5py
import numpy as np
import yt

yt.set_log_level("error")


LIMITS = {  # in Gadget's, SOAP's and yt's names
    "Crit200": ("200_crit", "200c"),
    "Crit500": ("500_crit", "500c"),
    "Mean200": ("200_mean", "200m"),
    "TopHat200": ("BN98", "vir"),
}


CGS = ("dimensionless", "cm", "cm/s", "cm**2/s", "g/s")
XYZ = ("x", "y", "z")
PROPERTIES = {  # SOAP's and yt's names of what Gadget's layout has of groups
    "GroupVmax": ("MaximumCircularVelocityUnsoftened", ["vmax"]),
    "GroupVmaxRad": ("MaximumCircularVelocityRadiusUnsoftened", ["vmax_radius"]),
    "GroupHalfmassRad": ("HalfMassRadiusTotal", ["half_mass_radius"]),
    "GroupVelDispPhysical": ("VelocityDispersionPhysical", ["velocity_dispersion_physical"]),
    "GroupSpin": ("SpecificAngularMomentum", ["spin_" + d for d in XYZ]),
    "GroupOffset": ("CentreOfMassOffset", ["centre_of_mass_offset"]),
    "GroupSFR": ("StarFormationRate", ["star_formation_rate"]),
}
INSIDE = {  # and of what is inside spheres
    "VelDisp": ("VelocityDispersion", ["velocity_dispersion"]),
    "Spin": ("SpecificAngularMomentum", ["spin_" + d for d in XYZ]),
    "SpinParameter": ("SpinParameter", ["spin_parameter"]),
    "Concentration": ("ConcentrationUnsoftened", ["concentration"]),
    "ConcentrationVmax": ("ConcentrationVmax", ["concentration_vmax"]),
    "AxisRatios": ("AxisRatios", ["b_to_a", "c_to_a"]),
    "Axes": ("Axes", [f"{k}_axis_{d}" for k in ("major", "intermediate", "minor") for d in XYZ]),
}


def properties(groups):
    """Name in Gadget's layout, path in SWIFT's, and names in yt's of all that are there."""
    for name, (swift, of_yt) in PROPERTIES.items():
        if name in groups:
            yield name, "Groups/" + swift, of_yt
    for limit in limits(groups):
        soap, suffix = LIMITS[limit]
        for name, (swift, of_yt) in INSIDE.items():
            if f"Group_{name}_{limit}" in groups:
                of_yt = [f"{part}_{suffix}" for part in of_yt]
                yield f"Group_{name}_{limit}", f"SO/{soap}/{swift}", of_yt


def physical_cgs(header, groups, name):
    """What the attributes of a dataset make of its values."""
    scaling = groups.attributes[name]
    factor = scaling["to_cgs"] or 1  # 0 for pure numbers
    factor *= header["HubbleParam"] ** scaling["h_scaling"] * header["Time"] ** scaling["a_scaling"]
    return rows(groups[name]) * factor


def rows(values):
    """As a table, which may have no rows."""
    return values.reshape(len(values), int(np.prod(values.shape[1:])))


class Groups(dict):
    """Datasets of /Group."""

    def __init__(self, group):
        super().__init__((name, data[()]) for name, data in group.items())
        self.attributes = {name: dict(data.attrs) for name, data in group.items()}


def centres_of_mass(groups):
    return groups["GroupCM" if "GroupCM" in groups else "GroupPos"]


def limits(groups):
    return sorted(name[len("Group_M_"):] for name in groups if name.startswith("Group_M_"))


def gadget(path):
    with h5py.File(path, "r") as f:
        header = {**f["Header"].attrs, **f["Parameters"].attrs}
        groups = Groups(f["Group"])
        ids = f["IDs/ID"][()] if "ID" in f["IDs"] else np.empty(0, np.uint64)
        return header, groups, ids


def check_yt(path, header, groups, ids):
    ds = yt.load(path)
    assert type(ds).__name__ == "YTHaloCatalogDataset", type(ds)
    assert ds.current_redshift == header["Redshift"]
    assert ds.cosmological_simulation == 1
    assert ds.hubble_constant == header["HubbleParam"]
    assert ds.omega_matter == header["Omega0"]
    a = 1 / (1 + ds.current_redshift)
    length = header["UnitLength_in_cm"] * a / header["HubbleParam"]
    mass = header["UnitMass_in_g"] / header["HubbleParam"]
    assert np.allclose(ds.domain_width.to_value("cm"), header["BoxSize"] * length)
    if "SWIFT" not in str(header["SnapshotCode"]):  # which states its own time
        # yt counts radiation, which this age leaves out.
        age = ds.cosmology.t_from_z(ds.current_redshift)
        assert np.isclose(ds.current_time.to_value("s"), age.to_value("s"), rtol=1e-3), (
            ds.current_time, age)
    n = len(groups["GroupLen"])
    if n == 0:
        return  # yt 4.1.4 opens, but cannot index a halo catalogue without haloes
    data = ds.all_data()
    order = np.argsort(data["halos", "particle_identifier"].d)
    assert np.array_equal(data["halos", "particle_identifier"].d[order], np.arange(n))

    def column(name, unit):
        return data["halos", name].to_value(unit)[order]

    assert np.allclose(column("particle_mass", "g"), groups["GroupMass"] * mass, rtol=1e-6)
    for d, axis in enumerate("xyz"):
        position = column(f"particle_position_{axis}", "cm")
        assert np.allclose(position, groups["GroupPos"][:, d] * length, rtol=1e-6), axis
        if "GroupCM" in groups:
            position = column(f"centre_of_mass_{axis}", "cm")
            assert np.allclose(position, groups["GroupCM"][:, d] * length, rtol=1e-6), axis
        velocity = column(f"particle_velocity_{axis}", "cm/s")
        peculiar = groups["GroupVel"][:, d] / groups["GroupAscale"]
        expected = peculiar * header["UnitVelocity_in_cm_per_s"]
        assert np.allclose(velocity, expected, rtol=1e-5, atol=1), axis
    radii, rms = column("enclosing_radius", "cm"), column("inertia_radius", "cm")
    assert np.allclose(rms, groups["GroupInertiaRadius"] * length, rtol=1e-6)
    assert np.all(radii >= rms)  # no mean is larger than the farthest
    check_yt_spheres(ds, column, groups, mass, length)
    check_yt_properties(ds, column, header, groups)
    radii = column("virial_radius", "cm")
    start = np.cumsum(groups["GroupLen"]) - groups["GroupLen"]
    for g in sorted({0, n // 2, n - 1}):
        halo = ds.halo("halos", g)
        assert halo.particle_number == groups["GroupLen"][g]
        assert np.isclose(halo.mass.to_value("g"), groups["GroupMass"][g] * mass, rtol=1e-6)
        assert halo.radius.to_value("cm") == radii[g]
        members = ids[start[g] : start[g] + groups["GroupLen"][g]]
        assert np.array_equal(halo["member_ids"].d, members.astype("float64")), g


def check_yt_spheres(ds, column, groups, mass, length):
    for limit in limits(groups):
        name = LIMITS[limit][1]
        for kind in ("mass_", "radius_", "particles_"):
            assert ("halos", kind + name) in ds.field_list
        expected = groups["Group_M_" + limit] * mass
        assert np.allclose(column("mass_" + name, "g"), expected, rtol=1e-6), name
        expected = groups["Group_R_" + limit] * length
        assert np.allclose(column("radius_" + name, "cm"), expected, rtol=1e-6), name
        number = column("particles_" + name, "")
        assert np.array_equal(number, groups["Group_N_" + limit]), name
    named = [name for name in ("radius_200c", "radius_vir") if ("halos", name) in ds.field_list]
    radius = (named + ["enclosing_radius"])[0]
    assert np.array_equal(column("virial_radius", "cm"), column(radius, "cm")), radius
    with h5py.File(ds.parameter_filename, "r") as f:
        said = f["virial_radius"].attrs["description"]
        text = {"radius_200c": "200 times the critical", "radius_vir": "Bryan and Norman"}
        assert text.get(radius, "farthest member") in said, said


def check_yt_properties(ds, column, header, groups):
    for name, _, parts in properties(groups):
        expected = physical_cgs(header, groups, name)
        assert expected.shape[1] == len(parts), name
        for part, values in zip(parts, expected.T):
            found = column(part, ds.field_info["halos", part].units or "")
            assert str(ds.quan(1, ds.field_info["halos", part].units).in_cgs().units) in CGS, part
            assert np.allclose(found, values, rtol=1e-6, atol=0, equal_nan=True), part


def check_swift_spheres(f, groups, mass, length):
    swift = [path for _, path, _ in properties(groups)]
    assert set(f.get("SO", ())) == {LIMITS[limit][0] for limit in limits(groups)}
    for limit in limits(groups):
        sphere = f["SO/" + LIMITS[limit][0]]
        names = {path.split("/")[2] for path in swift if path.startswith(sphere.name[1:] + "/")}
        assert set(sphere) == {"TotalMass", "SORadius", "NumberOfParticles"} | names
        assert np.allclose(sphere["TotalMass"], groups["Group_M_" + limit] * mass, rtol=1e-6)
        assert np.allclose(sphere["SORadius"], groups["Group_R_" + limit] * length, rtol=1e-6)
        assert np.array_equal(sphere["NumberOfParticles"], groups["Group_N_" + limit])
        for data in sphere.values():
            assert data.attrs["Definition"].decode().startswith("mean density of ")
            assert data.attrs["Crossing"] == b"last"
    if limits(groups):
        assert np.allclose(f["InputHalos/HaloCentre"], groups["GroupPos"] * length, rtol=1e-6)
    else:
        assert "InputHalos" not in f


def check_swift_properties(f, header, groups):
    for name, path, _ in properties(groups):
        data = f[path]
        assert data.shape == groups[name].shape, path
        cgs = data.attrs["Conversion factor to physical CGS (including cosmological corrections)"]
        expected = physical_cgs(header, groups, name).reshape(data.shape)
        found = data[()].astype(float) * cgs
        assert np.allclose(found, expected, rtol=1e-6, atol=0, equal_nan=True), path


def check_swift(path, header, groups, ids):
    h = header["HubbleParam"]
    with h5py.File(path, "r") as f:
        assert f["Header"].attrs["OutputType"] == b"FOF"
        n = len(groups["GroupLen"])
        for counter in ("NumGroups_Total", "NumGroups_ThisFile"):
            assert f["Header"].attrs[counter].shape == (1,)
            assert f["Header"].attrs[counter][0] == n
        kinds = {
            "Masses": (np.float64, ()),
            "Centres": (np.float64, (3,)),
            "Radii": (np.float32, ()),
            "InertiaRadii": (np.float32, ()),
            "LinkedSizes": (np.int64, ()),
            "GroupIDs": (np.int64, ()),
            "Sizes": (np.int64, ()),
        }
        measured = {path[7:] for _, path, _ in properties(groups) if path.startswith("Groups/")}
        assert set(f["Groups"]) == set(kinds) | measured
        for name, (dtype, shape) in kinds.items():
            data = f["Groups"][name]
            assert data.dtype == dtype and data.shape == (n,) + shape, name
            for exponent in ("U_M", "U_L", "U_t", "a-scale", "h-scale"):
                assert data.attrs[f"{exponent} exponent"].shape == (1,)
        units = f["Units"].attrs
        mass = header["UnitMass_in_g"] / h / units["Unit mass in cgs (U_M)"][0]
        length = header["UnitLength_in_cm"] / h / units["Unit length in cgs (U_L)"][0]
        assert np.allclose(f["Groups/Masses"], groups["GroupMass"] * mass, rtol=1e-6)
        assert np.allclose(f["Groups/Centres"], centres_of_mass(groups) * length, rtol=1e-6)
        check_swift_spheres(f, groups, mass, length)
        check_swift_properties(f, header, groups)
        assert np.array_equal(f["Groups/Sizes"], groups["GroupLen"])
        assert np.array_equal(f["Groups/GroupIDs"], np.arange(1, n + 1))


if __name__ == "__main__":
    checks = {"yt": check_yt, "swift": check_swift}
    for kind, path, reference in zip(sys.argv[1::3], sys.argv[2::3], sys.argv[3::3]):
        checks[kind](path, *gadget(reference))
        print(f"ok {path}")
