"""Opens group catalogues as their readers do: check_catalogue.py FIRST_FILE[=SNAPSHOT][@tng]...

h5py for the layout, walks over header and fields like those of illustris_python and pynbody, and yt.
What h5py reads from all files of a catalogue, put together, is the reference for the others. Prints
one line per catalogue; the first fault ends it.
"""

import sys

import h5py
import numpy as np
import yt

yt.set_log_level("error")


def check_attributes(name, data, scalings=None):
    """scida 0.3.6 takes texts as str (fixed-length ones are bytes in h5py), and units from numbers."""
    for text in ("units", "description"):
        assert isinstance(data.attrs[text], str) and data.attrs[text], f"{text} of {name}"
    numbers = ["to_cgs"] + [q + "_scaling" for q in ("a", "h", "length", "mass", "velocity")]
    values = [data.attrs[n] for n in numbers if scalings is not None or n in data.attrs]
    assert scalings is None or values == [scalings] * 6, f"{values} of {name}"


class Catalogue:
    """The files of a catalogue, checked by the rules that Gadget-4's readers rest on."""

    def __init__(self, path, snapshot=None):
        self.base = path[: -len("0.hdf5")]
        self.snapshot = snapshot
        with h5py.File(path, "r") as f:
            self.header = dict(f["Header"].attrs)
        pieces = [self.read_piece(k) for k in range(self.header["NumFiles"])]
        self.pieces = [len(groups["GroupLen"]) for groups, _ in pieces]
        self.groups = {}
        for name, data in pieces[0][0].items():
            parts = [groups[name] for groups, _ in pieces]
            assert {p.dtype for p in parts} == {data.dtype}, name
            assert {p.shape[1:] for p in parts} == {data.shape[1:]}, name
            self.groups[name] = np.concatenate(parts)
        self.ids = np.concatenate([ids for _, ids in pieces])
        self.check()

    def read_piece(self, k):
        with h5py.File(f"{self.base}{k}.hdf5", "r") as f:
            assert "FOF" not in f, "yt rejects a file with /FOF"
            assert len(f["Subhalo"]) == 0, "/Subhalo must be empty"
            own = {"Group", "Header", "IDs", "Parameters", "Subhalo"}
            assert set(f) - {"Config"} == own, list(f)
            if self.snapshot:
                self.check_simulation(f)
            header = dict(f["Header"].attrs)
            assert set(header) == set(self.header)
            for name, value in header.items():
                same = name.endswith("_ThisFile") or np.array_equal(value, self.header[name])
                assert same, f"{name} of piece {k}"
            for counter in ("Ngroups", "Nsubgroups", "Nsubhalos", "Nids"):
                for extent in ("_ThisFile", "_Total"):
                    assert header[counter + extent].dtype == np.int64, counter
                    assert header[counter + extent].shape == (), counter
            assert f["Group"].attrs["NTask"] == header["NumFiles"]
            for name in ("Omega0", "OmegaLambda", "HubbleParam", "BoxSize"):
                assert np.isfinite(header[name]).all(), name
                assert np.array_equal(header[name], f["Parameters"].attrs[name]), name
            for name, data in f["Group"].items():
                assert data.shape[0] == header["Ngroups_ThisFile"], name
                check_attributes(name, data)
            groups = {name: data[()] for name, data in f["Group"].items()}
            none = header["Nids_Total"] == 0
            assert ("ID" in f["IDs"]) == (not none or header["Ngroups_Total"] == 0)
            if "ID" in f["IDs"]:
                check_attributes("IDs/ID", f["IDs/ID"], scalings=0)
            ids = f["IDs/ID"][()] if "ID" in f["IDs"] else np.empty(0, np.uint64)
            assert ids.dtype == np.uint64 and len(ids) == header["Nids_ThisFile"]
            assert not header["Nids_Total"] or len(ids) == groups["GroupLen"].sum()
            return groups, ids

    def check_simulation(self, f):
        """paicos takes Config and Parameters; ours stand beside the run's."""
        with h5py.File(self.snapshot, "r") as snapshot:
            for group in {"Config", "Parameters"} & set(snapshot):
                missing = set(snapshot[group].attrs) - set(f[group].attrs)
                assert not missing, f"{missing} of {group}"
                for name, value in snapshot[group].attrs.items():
                    assert np.array_equal(f[group].attrs[name], value), f"{name} of {group}"
        parameters = f["Parameters"].attrs
        assert parameters["LinkingLength"] > 0 and "JzfofVersion" in parameters
        assert bool(parameters["ComovingIntegrationOn"])

    def check(self):
        header, groups = self.header, self.groups
        n = header["Ngroups_Total"]
        assert groups["GroupLen"].shape == (n,)
        assert groups["GroupLen"].dtype in (np.int32, np.int64)
        assert groups["GroupOffsetType"].dtype == np.int64
        assert groups["GroupPos"].shape == groups["GroupVel"].shape == (n, 3)
        length, by_type = groups["GroupLen"], groups["GroupLenType"]
        assert np.array_equal(by_type.sum(axis=1), length)
        assert np.array_equal(groups["GroupOffsetType"], np.cumsum(by_type, axis=0) - by_type)
        assert (np.diff(length) <= 0).all(), "groups must come by decreasing length"
        assert len(self.ids) == header["Nids_Total"]
        assert len(self.ids) in (0, length.sum())
        assert len(np.unique(self.ids)) == len(self.ids), "an ID stands in two groups"
        for name in (name for name in groups if name.startswith("Group_M_")):
            mass, radius = groups[name], groups[name.replace("_M_", "_R_")]
            density = mass[mass > 0] / radius[mass > 0].astype(float) ** 3
            assert np.allclose(density, density[:1], rtol=1e-5), name
            assert (mass > 0).any() or length.max(initial=0) < 200, name


TNG = {  # of its data specification: what groups without gas, stars and subhaloes have
    "GroupCM": (np.float32, (3,)),
    "GroupFirstSub": (np.int32, ()),
    "GroupLen": (np.int32, ()),
    "GroupLenType": (np.int32, (6,)),
    "GroupMass": (np.float32, ()),
    "GroupMassType": (np.float32, (6,)),
    "GroupNsubs": (np.int32, ()),
    "GroupPos": (np.float32, (3,)),
    "GroupVel": (np.float32, (3,)),
}
for limit in ("Crit200", "Crit500", "Mean200", "TopHat200"):
    TNG["Group_M_" + limit] = TNG["Group_R_" + limit] = (np.float32, ())


def check_tng(catalogue):
    """Names, types and shapes of IllustrisTNG, taken with loadHalos' conventions."""
    base = catalogue.base
    for name, (dtype, shape) in TNG.items():
        if name[6:8] in ("M_", "R_") and not any(n.startswith("Group_M_") for n in catalogue.groups):
            continue  # a run without spheres
        parts = []
        for k in range(catalogue.header["NumFiles"]):
            with h5py.File(f"{base}{k}.hdf5", "r") as piece:
                if piece["Header"].attrs["Ngroups_ThisFile"]:
                    parts.append(piece["Group"][name][()])
        data = np.concatenate(parts) if parts else np.empty((0,) + shape, dtype)
        assert data.dtype == dtype and data.shape[1:] == shape, name
        assert len(data) == catalogue.header["Ngroups_Total"], name
    assert catalogue.header["Nsubgroups_Total"] == 0
    assert catalogue.groups["GroupOffsetType"].shape[1] == 6


def check_walk(catalogue):
    """Collects every field as illustris_python does: by the counts, shapes from the first file."""
    found, header, row = {}, catalogue.header, 0
    with h5py.File(f"{catalogue.base}0.hdf5", "r") as first:
        for field, data in first["Group"].items():
            found[field] = np.zeros((header["Ngroups_Total"],) + data.shape[1:], data.dtype)
    for k in range(header["NumFiles"]):
        with h5py.File(f"{catalogue.base}{k}.hdf5", "r") as piece:
            n = piece["Header"].attrs["Ngroups_ThisFile"]
            if n:
                for field, data in piece["Group"].items():
                    found[field][row : row + n] = data[0:n]
            row += n
    assert set(found) == set(catalogue.groups)
    for field, data in catalogue.groups.items():
        assert np.array_equal(found[field], data), field


def check_columns(catalogue):
    """Collects as pynbody does: NTask files, columns per type, flattened vectors reshaped."""
    header = catalogue.header
    n = int(header["Ngroups_Total"])
    assert int(header["Nsubhalos_Total"]) == 0
    with h5py.File(f"{catalogue.base}0.hdf5", "r") as first:
        files = int(first["Group"].attrs["NTask"])
        types = first["Group/GroupLenType"].shape[1]
    offset, length = np.empty((types, n), np.int64), np.empty((types, n), np.int64)
    flat, row = {}, 0
    for k in range(files):
        with h5py.File(f"{catalogue.base}{k}.hdf5", "r") as piece:
            here = len(piece["Group/GroupLenType"])
            for t in range(types):
                offset[t, row : row + here] = piece["Group/GroupOffsetType"][:, t]
                length[t, row : row + here] = piece["Group/GroupLenType"][:, t]
            for name, data in piece["Group"].items():
                flat[name] = np.append(flat.get(name, np.empty(0, data.dtype)), data[()])
            row += here
    assert row == n
    assert np.array_equal(offset.T, catalogue.groups["GroupOffsetType"].reshape(n, types))
    assert np.array_equal(length.T, catalogue.groups["GroupLenType"].reshape(n, types))
    for name, values in flat.items():
        assert np.array_equal(values.reshape(catalogue.groups[name].shape), catalogue.groups[name])
    for t in range(types):  # slices of a snapshot in group order never overlap
        ends = offset[t] + length[t]
        assert np.array_equal(ends[:-1], offset[t][1:]), t


def check_yt(path, catalogue):
    """Header, fields, and members of single groups."""
    ds = yt.load(path)
    header, group, ids = catalogue.header, catalogue.groups, catalogue.ids
    assert type(ds).__name__ == "GadgetFOFDataset", type(ds)
    assert ds.current_redshift == header["Redshift"]
    assert np.array_equal(ds.domain_width.to_value("code_length"), header["BoxSize"] * np.ones(3))
    ds.index
    n = int(header["Ngroups_Total"])
    assert ds.index.particle_count["Group"] == n
    if n == 0:
        assert ds.field_list == []
        return
    data = ds.all_data()
    for field, column in {
        "particle_mass": group["GroupMass"],
        "particle_position_x": group["GroupPos"][:, 0],
        "particle_velocity_z": group["GroupVel"][:, 2],
        "GroupInertiaRadius": group["GroupInertiaRadius"],
        "GroupLen": group["GroupLen"],
        "GroupLenType_1": group["GroupLenType"][:, 1],
        **{name: group[name] for name in group if name.startswith(("Group_M_", "Group_R_"))},
    }.items():
        got = data["Group", field]
        unit = {"mass": "code_mass", "position": "code_length", "velocity": "code_velocity"}
        kind = field.split("_")[1] if field.startswith("particle_") else None
        got = got.to_value(unit[kind]) if kind else got.d
        assert np.allclose(np.sort(got), np.sort(column), rtol=1e-12), field
    start = np.cumsum(group["GroupLen"]) - group["GroupLen"]
    # The first and the last group of some pieces, and one in the middle; yt is slow with each.
    ends = np.cumsum(catalogue.pieces)
    ends = ends[[0, len(ends) // 2, -1]]
    some = set(np.clip(np.concatenate([ends - 1, ends, [0, n // 2]]), 0, n - 1))
    for g in sorted(some):
        halo = ds.halo("Group", g)
        assert halo.particle_number == group["GroupLen"][g]
        assert np.isclose(halo.mass.to_value("code_mass"), group["GroupMass"][g])
        if len(ids):
            members = ids[start[g] : start[g] + group["GroupLen"][g]]
            assert np.array_equal(halo["Group", "ID"].d, members.astype("float64")), g


for argument in sys.argv[1:]:
    argument, _, layout = argument.partition("@")
    path, _, snapshot = argument.partition("=")
    catalogue = Catalogue(path, snapshot)
    check_walk(catalogue)
    check_columns(catalogue)
    check_yt(path, catalogue)
    if layout == "tng":
        check_tng(catalogue)
    counts = f"groups {catalogue.pieces}, {len(catalogue.ids)} ids"
    print(f"ok {path}: {counts}")
