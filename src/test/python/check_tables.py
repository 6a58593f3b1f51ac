"""Compares tables of jzfof export, as astropy reads them, with the catalogue that they are of.

check_tables.py CATALOGUE GROUP TABLE...: prints a line "ok FORMAT" for each table, whose ending is its format.
CATALOGUE is one file in the layout of Gadget-4, GROUP the HDF5 group with the rows: Group or Subhalo.
"""
import csv
import sys
import warnings

import astropy.cosmology.units as cu
import astropy.units as u
import h5py
import numpy as np
from astropy.table import QTable, Table

warnings.simplefilter("error")
warnings.filterwarnings("ignore", message="hdulist")


def components(name, width):
    if width == 1:
        return [name]
    # Three numbers are a vector unless the name says otherwise.
    return [f"{name}_{'xyz'[c] if width == 3 else c}" for c in range(width)]


def from_csv(file):
    """Returns the columns as text."""
    with open(file, newline="") as f:
        rows = list(csv.reader(f))
    return {name: np.array([row[i] for row in rows[1:]]) for i, name in enumerate(rows[0])}


def equal(name, found, expected):
    """Compares bit by bit, in the type of the catalogue."""
    found = np.ma.getdata(np.ma.asarray(found))  # astropy masks what is NaN
    assert found.shape == expected.shape, (name, found.shape, expected.shape)
    if found.dtype.kind == "U":
        parse = int if expected.dtype.kind in "iu" else float
        found = np.array([parse(text) for text in found], dtype=expected.dtype)
    elif expected.dtype.kind == "f":
        assert found.dtype.newbyteorder("=") == expected.dtype, (name, found.dtype, expected.dtype)
    assert np.array_equal(found, expected, equal_nan=expected.dtype.kind == "f"), name


def check(table, group):
    ending = table.rsplit(".", 1)[1]
    if ending == "csv":
        read, redshift = from_csv(table), group.file["Header"].attrs["Redshift"]
    else:
        formats = {"ecsv": "ascii.ecsv", "fits": "fits", "vot": "votable"}
        with warnings.catch_warnings():
            # littleh is in none of the lists of units of FITS and of VOUnits.
            warnings.filterwarnings("ignore", message=".*littleh")
            read = Table.read(table, format=formats[ending])
        if ending == "vot":
            from astropy.io.votable import parse_single_table

            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", message=".*littleh")
                params = {p.name: p.value for p in parse_single_table(table).params}
            redshift = params["redshift"]
        else:
            redshift = read.meta["REDSHIFT" if ending == "fits" else "redshift"]
    assert abs(redshift - group.file["Header"].attrs["Redshift"]) < 1e-12
    split = ending in ("csv", "ecsv")
    names = set(read.keys()) - {"GroupNr", "SubhaloNr"}
    seen = set()
    for name, data in group.items():
        expected = data[:]
        if split and expected.ndim > 1:
            for c, component in enumerate(components(name, expected.shape[1])):
                equal(component, read[component], expected[:, c])
                seen.add(component)
        else:
            if expected.ndim > 1 and expected.shape[1] == 9:
                expected = expected.reshape(-1, 3, 3)
            equal(name, read[name], expected)
            seen.add(name)
    assert names == seen, names ^ seen
    number = read["GroupNr" if "GroupNr" in read.keys() else "SubhaloNr"]
    equal("number", number, np.arange(len(number)))


def check_units(table):
    """Units are those of astropy, with its little h."""
    with u.add_enabled_units(cu):
        read = QTable.read(table, format="ascii.ecsv")
        mass = read["GroupMass" if "GroupMass" in read.colnames else "SubhaloMass"]
        with_h = mass.to(u.Msun, cu.with_H0(67.8 * u.km / u.s / u.Mpc))
        assert np.allclose(with_h.value, mass.value * 1e10 / 0.678, rtol=1e-6)


def main(catalogue, name, *tables):
    with h5py.File(catalogue) as f:
        for table in tables:
            check(table, f[name])
            if table.endswith(".ecsv"):
                check_units(table)
            print("ok", table.rsplit(".", 1)[1])


main(*sys.argv[1:])
