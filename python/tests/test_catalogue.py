"""Runs on snapshots, and their catalogues."""

import shutil
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import h5py
import numpy as np
import pytest

import jzfof
from test_session import PACKAGE, alive, wait_for


def test_columns(catalogue):
    with h5py.File(catalogue.files[0]) as file:
        for name in file["Group"]:
            assert np.array_equal(catalogue.groups[name], file["Group"][name][()]), name
        assert set(catalogue.groups) == set(file["Group"])
        assert set(catalogue.subhaloes) == set(file["Subhalo"])
    assert len(catalogue) == catalogue.groups.count == 94
    assert catalogue.groups.unit("GroupMass") == "1e10 Msun/h"
    assert "Group_M_Crit200" in catalogue.groups and catalogue.box == 25
    with pytest.raises(KeyError, match="Group has no Mass: there are"):
        catalogue.groups["Mass"]


def test_members(catalogue, example):
    with h5py.File(example) as file:
        ids = file["PartType1/ParticleIDs"][()]
    group, subhalo = catalogue.membership(), catalogue.subhalo_membership()
    for i in (0, 1, 50, 93, -1):
        expected = ids[group == range(94)[i]]
        assert sorted(catalogue.members(i)) == sorted(expected)
    most_bound = catalogue.subhaloes["SubhaloIDMostbound"]
    for i in (0, 1, 7, catalogue.subhaloes.count - 1):
        members = catalogue.subhalo_members(i)
        assert sorted(members) == sorted(ids[subhalo == i]) and members[0] == most_bound[i]
    with pytest.raises(IndexError):
        catalogue.members(94)
    with pytest.raises(jzfof.SnapshotError, match="PartType4/GroupNumber"):
        catalogue.membership(4)


@pytest.mark.parametrize("system", ["astropy", "unyt"])
def test_units(catalogue, system):
    pytest.importorskip(system)
    physical = jzfof.Catalogue(catalogue.files[0].parent, units=system)
    mass, place = physical.groups["GroupMass"], physical.groups["GroupPos"]
    assert np.allclose(mass.to("Msun").value, catalogue.groups["GroupMass"] * 1e10 / catalogue.h, rtol=1e-3)
    scale = catalogue.scale_factor / catalogue.h
    assert np.allclose(place.to("Mpc").value, catalogue.groups["GroupPos"] * scale, rtol=1e-3)
    speed = physical.subhaloes["SubhaloVmax"].to("km/s").value
    assert np.allclose(speed, catalogue.subhaloes["SubhaloVmax"])
    assert physical.groups["GroupLen"].dtype.kind == "i"


def test_split(example, catalogue, tmp_path):
    split = jzfof.run(example, output=tmp_path, files=3, ranks=2, subhaloes=True, progress=False)
    assert len(split.files) == 3
    for name in ("GroupLen", "GroupPos"):
        assert np.array_equal(split.groups[name], catalogue.groups[name])
    for i in range(94):
        assert np.array_equal(split.members(i), catalogue.members(i))
    assert np.array_equal(split.subhalo_members(-1), catalogue.subhalo_members(-1))
    again = jzfof.Catalogue(split.files[2])
    assert again.files == split.files
    split.files[1].unlink()
    with pytest.raises(jzfof.SnapshotError, match="is missing, one of the 3"):
        jzfof.Catalogue(split.files[0])


def test_layouts(example, tmp_path):
    tng = jzfof.run(example, output=tmp_path / "tng", format="tng", so="none", progress=False)
    assert len(tng) == 94 and "GroupCM" in tng.groups and tng.subhaloes.count == 0
    for other, reader in (("swift", "swiftsimio"), ("yt", "yt.load")):
        with pytest.raises(jzfof.SnapshotError, match=reader):
            jzfof.run(example, output=tmp_path / other, format=other, so="none", progress=False)
    with pytest.raises(jzfof.SnapshotError, match="cannot be read"):
        jzfof.Catalogue(tmp_path / "nowhere.hdf5")
    with pytest.raises(jzfof.SnapshotError, match="0 catalogues"):
        jzfof.Catalogue(tmp_path)
    with pytest.raises(jzfof.SnapshotError, match="particles and no groups"):
        jzfof.Catalogue(example)


def test_no_ids(example, tmp_path):
    bare = jzfof.run(example, output=tmp_path, no_ids=True, so="none", progress=False)
    with pytest.raises(jzfof.SnapshotError, match="without --no-ids"):
        bare.members(0)
    with pytest.raises(jzfof.SnapshotError, match="membership=True"):
        bare.membership()


def test_trees(catalogue, example, tmp_path):
    """The tree of one snapshot with itself at another time."""
    with pytest.raises(jzfof.SnapshotError, match="jzfof trees"):
        catalogue.tree(0)
    for n, time_of in enumerate((0.5, 1.0)):
        path = tmp_path / f"snapshot_{n:03d}.hdf5"
        shutil.copy(example, path)
        with h5py.File(path, "r+") as file:
            file["Header"].attrs["Time"] = time_of
            file["Header"].attrs["Redshift"] = 1 / time_of - 1
        last = jzfof.run(path, output=tmp_path, subhaloes=True, progress=False)
    command = [jzfof.find(), "link", *sorted(map(str, tmp_path.glob("groups_*"))), "-o", str(tmp_path), "-q"]
    subprocess.run(command, check=True)
    command[1:] = ["trees", *command[2:4], "--links", str(tmp_path), "-o", str(tmp_path), "-q"]
    subprocess.run(command, check=True)
    tree = last.tree(3)
    branch = tree.main_branch()
    assert tree["SnapNum"][branch].tolist() == [1, 0]
    assert tree["SubhaloNr"][branch].tolist() == [3, 3]
    assert tree.descendants().tolist() == [tree.halo]
    assert tree["SubhaloLen"][tree.halo] == last.subhaloes["SubhaloLen"][3]


def test_errors(example, tmp_path):
    with pytest.raises(jzfof.SnapshotError, match="nowhere") as found:
        jzfof.run(tmp_path / "nowhere.hdf5", progress=False)
    assert found.value.code == 3
    with pytest.raises(jzfof.UsageError, match="did you mean '--subhaloes'"):
        jzfof.run(example, subhalos=True, progress=False)
    with pytest.raises(jzfof.OutputError):
        jzfof.run(example, output="/proc/none", progress=False)
    with pytest.raises(jzfof.UsageError, match="quiet"):
        jzfof.run(example, quiet=True)


def test_warnings(example, tmp_path):
    with pytest.warns(jzfof.JzfofWarning, match="[a-z]"):
        jzfof.run(example, output=tmp_path, b=2.0, so="none", progress=False)


def test_progress(example, tmp_path, capfd):
    jzfof.run(example, output=tmp_path, so="none", progress=True)
    assert "%" in capfd.readouterr().err


def hidden(folder):
    """Files of a run that has not ended."""
    return [path for path in folder.rglob("*") if path.name.startswith(".")]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_ended_python(how, example, tmp_path):
    """A run ends with its Python, and removes its files."""
    code = f"""
    import sys
    sys.path.insert(0, {PACKAGE!r})
    import jzfof
    while True:
        jzfof.run({str(example)!r}, output={str(tmp_path)!r}, subhaloes=True, progress=False)
    """
    process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stderr=subprocess.DEVNULL)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    wait_for(lambda: process.poll() is None and children.read_text().split())
    wait_for(lambda: hidden(tmp_path))
    found = [int(pid) for pid in children.read_text().split()]
    process.send_signal(how)
    process.wait()
    wait_for(lambda: not any(map(alive, found)))
    if hidden(tmp_path):  # of files that were just being made: the next run removes them
        jzfof.run(example, output=tmp_path, so="none", progress=False)
    assert not hidden(tmp_path)
