"""Opens group catalogues as their readers do: check_catalogue.py FILE...

h5py for the layout, a walk over header and fields like that of illustris_python, and yt. What h5py
reads is the reference for the other two. Prints one line per file; the first fault ends it.
"""

import sys

import h5py
import numpy as np
import yt

yt.set_log_level("error")


def check_layout(f):
    """The rules that Gadget-4's readers rest on."""
    assert "FOF" not in f, "yt rejects a file with /FOF"
    assert len(f["Subhalo"]) == 0, "/Subhalo must be empty"
    assert set(f) == {"Group", "Header", "IDs", "Parameters", "Subhalo"}, list(f)
    header, group = f["Header"].attrs, f["Group"]
    for counter in ("Ngroups", "Nsubgroups", "Nsubhalos", "Nids"):
        for extent in ("_ThisFile", "_Total"):
            assert header[counter + extent].dtype == np.int64, counter
            assert header[counter + extent].shape == (), counter
    assert header["NumFiles"] == 1 and group.attrs["NTask"] == 1
    for name in ("Omega0", "OmegaLambda", "HubbleParam", "BoxSize"):
        assert np.isfinite(header[name]).all(), name
        assert np.array_equal(header[name], f["Parameters"].attrs[name]), name
    n = header["Ngroups_Total"]
    for name, data in group.items():
        assert data.shape[0] == n, name
        assert data.attrs["units"] and data.attrs["description"], name
    assert group["GroupLen"].dtype in (np.int32, np.int64)
    assert group["GroupOffsetType"].dtype == np.int64
    assert group["GroupPos"].shape == group["GroupVel"].shape == (n, 3)
    length, by_type = group["GroupLen"][()], group["GroupLenType"][()]
    assert np.array_equal(by_type.sum(axis=1), length)
    assert np.array_equal(group["GroupOffsetType"][()], np.cumsum(by_type, axis=0) - by_type)
    assert (np.diff(length) <= 0).all(), "groups must come by decreasing length"
    ids = f["IDs/ID"][()] if "ID" in f["IDs"] else np.empty(0, np.uint64)
    assert ids.dtype == np.uint64 and len(ids) == header["Nids_Total"]
    assert len(ids) in (0, length.sum())
    assert len(np.unique(ids)) == len(ids), "an ID stands in two groups"
    return ids


def check_walk(path, f):
    """Collects every field over all files by their counts, as illustris_python does."""
    base, found, done, files = path[: -len("0.hdf5")], {}, 0, 1
    while files:
        with h5py.File(f"{base}{done}.hdf5", "r") as piece:
            counts = dict(piece["Header"].attrs)
            for field, data in piece["Group"].items():
                whole = np.zeros((counts["Ngroups_Total"],) + data.shape[1:], data.dtype)
                whole[0 : counts["Ngroups_ThisFile"]] = data[()]
                found[field] = whole
        done += 1
        files = counts["NumFiles"] - done
    for field, data in f["Group"].items():
        assert np.array_equal(found[field], data[()]), field


def check_yt(path, f, ids):
    """Header, fields, and members of single groups."""
    ds = yt.load(path)
    header, group = f["Header"].attrs, f["Group"]
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
        "particle_mass": group["GroupMass"][()],
        "particle_position_x": group["GroupPos"][:, 0],
        "particle_velocity_z": group["GroupVel"][:, 2],
        "GroupInertiaRadius": group["GroupInertiaRadius"][()],
        "GroupLen": group["GroupLen"][()],
        "GroupLenType_1": group["GroupLenType"][:, 1],
    }.items():
        got = data["Group", field]
        unit = {"mass": "code_mass", "position": "code_length", "velocity": "code_velocity"}
        kind = field.split("_")[1] if field.startswith("particle_") else None
        got = got.to_value(unit[kind]) if kind else got.d
        assert np.allclose(np.sort(got), np.sort(column), rtol=1e-12), field
    start = np.cumsum(group["GroupLen"][()]) - group["GroupLen"][()]
    for g in sorted({0, 1 % n, n // 2, n - 1}):
        halo = ds.halo("Group", g)
        assert halo.particle_number == group["GroupLen"][g]
        assert np.isclose(halo.mass.to_value("code_mass"), group["GroupMass"][g])
        if len(ids):
            members = ids[start[g] : start[g] + group["GroupLen"][g]]
            assert np.array_equal(halo["Group", "ID"].d, members.astype("float64")), g


for path in sys.argv[1:]:
    with h5py.File(path, "r") as f:
        ids = check_layout(f)
        check_walk(path, f)
        check_yt(path, f, ids)
        print(f"ok {path}: {f['Header'].attrs['Ngroups_Total']} groups, {len(ids)} ids")
