"""Opens subhaloes in other layouts: check_subhaloes.py yt|swift FILE GADGET_FILE ...

FILE is subhalos_NNN.0.h5 or halo_properties_NNNN.hdf5, and is compared with the catalogue of the
same run in Gadget's layout. What is touched of the latter is what swiftsimio 12.1.4 does in load()
and mask() of a file of SOAP (metadata/objects.py, metadata/soap/soap_types.py, masks.py). Prints one
line per file; the first fault ends it.
"""

import os
import sys

import h5py
import numpy as np
import yt

import check_formats
import check_swiftsimio

yt.set_log_level("error")

XYZ = ("x", "y", "z")
BOUND = "BoundSubhalo/"
SUBFIND = "InputHalos/SubFind/"
COLUMNS = {  # Gadget's, SOAP's and yt's names
    "SubhaloPos": ("InputHalos/HaloCentre", ["particle_position_" + d for d in XYZ]),
    "SubhaloCM": (BOUND + "CentreOfMass", ["centre_of_mass_" + d for d in XYZ]),
    "SubhaloVel": (BOUND + "CentreOfMassVelocity", ["particle_velocity_" + d for d in XYZ]),
    "SubhaloSpin": (BOUND + "SpecificAngularMomentum", ["spin_" + d for d in XYZ]),
    "SubhaloMass": (BOUND + "TotalMass", ["particle_mass"]),
    "SubhaloVmax": (BOUND + "MaximumCircularVelocityUnsoftened", ["vmax"]),
    "SubhaloVmaxRad": (BOUND + "MaximumCircularVelocityRadiusUnsoftened", ["vmax_radius"]),
    "SubhaloHalfmassRad": (BOUND + "HalfMassRadiusTotal", ["half_mass_radius"]),
    "SubhaloVelDisp": (BOUND + "VelocityDispersionPhysical", ["velocity_dispersion_physical"]),
    "SubhaloLen": ("InputHalos/NumberOfBoundParticles", ["particle_number"]),
    "SubhaloRankInGr": (SUBFIND + "SubGroupNumber", ["rank_in_group"]),
    "SubhaloParentRank": (SUBFIND + "ParentSubGroupNumber", ["parent_rank"]),
    "SubhaloIDMostbound": (SUBFIND + "MostBoundParticleID", ["most_bound_id"]),
}
OF_TYPE = {
    "SubhaloMassType": (BOUND + "DarkMatterMass", "mass_type1"),
    "SubhaloLenType": (BOUND + "NumberOfDarkMatterParticles", "number_type1"),
    "SubhaloHalfmassRadType": (BOUND + "HalfMassRadiusDarkMatter", "half_mass_radius_type1"),
}
SOAP_GROUPS = {"BoundSubhalo", "InputHalos", "InclusiveSphere", "ExclusiveSphere", "SO", "SOAP"}


def gadget(path):
    """Header, subhaloes with their values in physical cgs, members of each, and the groups."""
    with h5py.File(path, "r") as f:
        header = {**f["Header"].attrs, **f["Parameters"].attrs}
        subhaloes = check_formats.Groups(f["Subhalo"])
        cgs = {
            name: check_formats.physical_cgs(header, subhaloes, name)
            for name in list(COLUMNS) + list(OF_TYPE)
        }
        start = subhaloes["SubhaloOffsetType"][:, 1]  # all particles are of type 1
        length = subhaloes["SubhaloLen"]
        ids = f["IDs/ID"][()] if "ID" in f["IDs"] else np.empty(0, np.uint64)
        members = [ids[s : s + n] for s, n in zip(start, length)]
        return subhaloes, cgs, members, check_formats.Groups(f["Group"])


def close(found, expected):
    return np.allclose(found, expected, rtol=1e-6, atol=1e-6 * np.abs(expected).max(initial=0))


def check_yt(path, subhaloes, cgs, members, groups):
    ds = yt.load(path)
    assert type(ds).__name__ == "YTHaloCatalogDataset", type(ds)
    assert ds.file_count == 1
    groups_file = path.replace("subhalos_", "halos_")
    assert yt.load(groups_file).file_count == 1, "it is no other piece of the groups"
    n = len(members)
    if n == 0:
        return  # yt 4.1.4 opens, but cannot index a halo catalogue without haloes
    data = ds.all_data()
    order = np.argsort(data["halos", "particle_identifier"].d)
    assert np.array_equal(data["halos", "particle_identifier"].d[order], np.arange(n))

    def column(name):
        return data["halos", name].in_cgs().d[order]

    for name, (_, parts) in COLUMNS.items():
        for part, values in zip(parts, cgs[name].T):
            assert close(column(part), values), part
    for name, (_, part) in OF_TYPE.items():
        assert close(column(part), cgs[name][:, 1]), part
    assert np.array_equal(column("group_identifier"), subhaloes["SubhaloGroupNr"])
    for s in sorted({0, 1, n // 2, n - 1}):
        halo = ds.halo("halos", s)
        assert halo.particle_number == len(members[s])
        assert np.array_equal(halo["member_ids"].d, members[s].astype("float64")), s
        assert np.isclose(halo.radius.to_value("cm"), cgs["SubhaloHalfmassRad"][s, 0], rtol=1e-6)
        assert np.isclose(halo.mass.to_value("g"), cgs["SubhaloMass"][s, 0], rtol=1e-6)
    of_groups = yt.load(groups_file).all_data()
    order = np.argsort(of_groups["halos", "particle_identifier"].d)
    first = of_groups["halos", "first_subhalo"].d[order]
    assert np.array_equal(first, groups["GroupFirstSub"])
    number = of_groups["halos", "number_of_subhalos"].d[order]
    assert np.array_equal(number, groups["GroupNsubs"])


def check_swift(path, subhaloes, cgs, members, groups):
    with h5py.File(path, "r") as f:
        header = f["Header"].attrs
        assert check_swiftsimio.text(header["OutputType"]) == "SOAP"
        n = len(members)
        assert int(header["NumSubhalos_ThisFile"][0]) == n == int(header["NumSubhalos_Total"][0])
        unit = check_swiftsimio.units(f)
        a = float(header["Scale-factor"][0])
        check_swiftsimio.cosmology(f, unit)
        kinds = list(header["SubhaloTypes"])
        assert all(isinstance(kind, str) and kind.split("/")[0] in SOAP_GROUPS for kind in kinds)
        shown = set()
        for kind in kinds:
            for name, data in f[kind].items():
                if isinstance(data, h5py.Dataset):  # swiftsimio takes all of them
                    assert len(data) == n, data.name
                    check_swiftsimio.column(data, unit, a)
                    shown.add(data.name[1:])
        check_cells(f["Cells"], f["Header"].attrs["BoxSize"], n)

        def column(name):
            assert name in shown, name
            factor = f[name].attrs[
                "Conversion factor to physical CGS (including cosmological corrections)"
            ]
            return check_formats.rows(f[name][()]) * (factor[0] if factor[0] != 1 else 1)

        for name, (soap, _) in COLUMNS.items():
            assert close(column(soap), cgs[name]), name
        for name, (soap, _) in OF_TYPE.items():
            assert close(column(soap)[:, 0], cgs[name][:, 1]), name
        group = f[SUBFIND + "GroupNumber"][()]
        assert np.array_equal(group, subhaloes["SubhaloGroupNr"] + 1)
        central = f["InputHalos/IsCentral"][()] == 1
        host = f["SOAP/HostHaloIndex"][()]
        assert np.array_equal(central, subhaloes["SubhaloRankInGr"] == 0)
        assert np.all(central[host]) and np.array_equal(group[host], group)
        assert np.array_equal(host[central], np.arange(n)[central])
        rank = f["SOAP/SubhaloRankByBoundMass"][()]
        mass = f[BOUND + "TotalMass"][()]
        order = np.lexsort((rank, group))
        same = np.diff(group[order]) == 0
        assert np.all(np.diff(mass[order])[same] <= 0) and np.all(np.diff(rank[order])[same] == 1)
        with h5py.File(groups_of(path), "r") as g:
            check_hosts(f, g, central, group - 1, groups)


def groups_of(path):
    return os.path.join(
        os.path.dirname(path), os.path.basename(path).replace("halo_properties", "fof_output")
    )


def check_cells(cells, box, n):
    """One cell with all rows: swiftsimio.mask takes all, or those of some indices."""
    assert np.array_equal(cells["Counts/Subhalos"], [n])
    assert np.array_equal(cells["OffsetsInFile/Subhalos"], [0])
    assert np.array_equal(cells["Files/Subhalos"], [0])
    assert np.allclose(cells["Centres"], [box / 2])
    assert np.allclose(cells["Meta-data"].attrs["size"], box)


def check_hosts(f, g, central, row, groups):
    """What is of groups stands with their first subhaloes."""
    assert np.array_equal(g["Groups/FirstSubhaloIndex"], groups["GroupFirstSub"])
    assert np.array_equal(g["Groups/NumberOfSubhalos"], groups["GroupNsubs"])
    pairs = [("InputHalos/FOF/" + name, "Groups/" + name) for name in ("Centres", "Masses", "Sizes")]
    pairs.append(("InputHalos/FOF/Radii", "Groups/Radii"))
    pairs += [(path, path) for path in spheres(g)]
    assert len(pairs) > 4, "spheres"
    for ours, theirs in pairs:
        of_group = g[theirs][()][row]
        assert np.allclose(f[ours][()][central], of_group[central], rtol=1e-6), ours
        assert not np.any(f[ours][()][~central]), ours


def spheres(g):
    return [data.name[1:] for kind in g["SO"].values() for data in kind.values()]


if __name__ == "__main__":
    checks = {"yt": check_yt, "swift": check_swift}
    for kind, path, reference in zip(sys.argv[1::3], sys.argv[2::3], sys.argv[3::3]):
        checks[kind](path, *gadget(reference))
        print(f"ok {path}")
