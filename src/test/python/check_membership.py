"""Reads membership files: check_membership.py FILE SNAPSHOT CATALOGUE ...

As SOAP's group_membership of 2026-07 does with fof_filename, through VirgoDC's parallel_hdf5. Prints
one line per file; the first fault ends it.
"""

import sys

import h5py
import numpy as np

NO_GROUP = 2147483647


def check(path, snapshot, catalogue):
    with h5py.File(path, "r") as f, h5py.File(snapshot, "r") as s, h5py.File(catalogue, "r") as c:
        header = f["Header"].attrs
        types = [f"PartType{t}" for t in range(header["NumPartTypes"][0])]
        present = [t for t in types if t in f]
        assert present == ["PartType1"], present
        assert int(header["NumFilesPerSnapshot"][0]) == 1
        assert np.isclose(header["Redshift"], s["Header"].attrs["Redshift"])
        sizes = c["Groups/Sizes"][()]
        for name in present:
            ids = f[name]["ParticleIDs"][()]
            groups = f[name]["FOFGroupIDs"][()]
            assert ids.dtype == s[name]["ParticleIDs"].dtype
            assert np.array_equal(ids, s[name]["ParticleIDs"][()])
            assert groups.shape == ids.shape and groups.dtype == np.int64
            inside = groups[groups != NO_GROUP]
            assert np.array_equal(np.bincount(inside - 1, minlength=len(sizes)), sizes)


for arguments in zip(sys.argv[1::3], sys.argv[2::3], sys.argv[3::3]):
    check(*arguments)
    print(f"ok {arguments[0]}")
