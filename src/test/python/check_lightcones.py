"""Opens the catalogues of a light cone: check_lightcones.py GADGET_FILE LIGHTCONE_IO_FILE YT_FILE

The file of lightcone_io is read as its HaloLightconeFile reads it: names from an attribute, units
from those of each dataset, rows of some pixels by the index. Both are compared with the catalogue
in Gadget's layout. Prints one line per file; the first fault ends it.
"""

import sys

import h5py
import numpy as np
import unyt
import yt

yt.set_log_level("error")

H = 0.678
FACTOR = "Conversion factor to CGS (not including cosmological corrections)"


def units(dataset):
    of = {name: dataset.attrs[name + " exponent"][0] for name in ("U_I", "U_L", "U_M", "U_T", "U_t")}
    return (
        dataset.attrs[FACTOR][0]
        * unyt.A ** of["U_I"]
        * unyt.cm ** of["U_L"]
        * unyt.g ** of["U_M"]
        * unyt.K ** of["U_T"]
        * unyt.s ** of["U_t"]
    )


def close(found, expected, tolerance=2e-6):
    assert found.shape == expected.shape, (found.shape, expected.shape)
    scale = np.abs(expected).max()
    assert np.all(np.abs(found - expected) <= tolerance * scale), (found, expected)


def check_lightcone_io(name, gadget):
    with h5py.File(name, "r") as f:
        assert str(f["Index"].attrs["order"]) == "nest"
        nside = int(f["Index"].attrs["nside"])
        counts = f["Index/NumHalosPerPixel"][...]
        first = f["Index/FirstHaloInPixel"][...]
        assert counts.shape == first.shape == (12 * nside**2,)
        assert np.array_equal(first, np.cumsum(counts) - counts)
        names = list(f["Lightcone"].attrs["property_names"])
        assert {"Lightcone/HaloCentre", "Lightcone/Redshift", "Groups/Masses"} <= set(names)
        values = {n: unyt.unyt_array(f[n][...], units(f[n])) for n in names}
    assert len({v.shape[0] for v in values.values()}) == 1
    row = values["InputHalos/HaloCatalogueIndex"].value.astype(int)
    assert np.array_equal(np.sort(row), np.arange(counts.sum()))
    group = gadget["Group"]
    close(values["Lightcone/HaloCentre"].to_value("Mpc") * H, group["GroupPos"][()][row], 1e-5)
    close(values["Groups/Masses"].to_value("1.989e43*g") * H, group["GroupMass"][()][row])
    close(values["Groups/Velocities"].to_value("km/s"), group["GroupVel"][()][row])
    mass = values["SO/200_crit/TotalMass"].to_value("1.989e43*g") * H
    close(mass, group["Group_M_Crit200"][()][row])
    close(values["Lightcone/Redshift"].value, group["GroupRedshift"][()][row], 1e-5)
    print("ok", name)


def check_yt(name, gadget):
    ds = yt.load(name)
    assert ds.current_redshift == 0
    data = ds.all_data()
    group = gadget["Group"]
    place = np.stack([data["all", "particle_position_" + d].to_value("Mpc") for d in "xyz"], axis=1)
    row = np.argsort(data["all", "particle_identifier"].value)
    close(place[row] * H, group["GroupPos"][()], 1e-5)
    close(data["all", "particle_mass"].to_value("1.989e43*g")[row] * H, group["GroupMass"][()])
    close(data["all", "redshift"].value[row], group["GroupRedshift"][()], 1e-5)
    close(data["all", "scale_factor"].value[row], group["GroupAscale"][()])
    close(data["all", "right_ascension"].to_value("degree")[row], group["GroupRA"][()])
    close(data["all", "particle_velocity_x"].to_value("km/s")[row], group["GroupVel"][()][:, 0])
    with h5py.File(name, "r") as f:
        text = f["radius_200c"].attrs["description"]
        assert "radius" in text, text
    print("ok", name)


with h5py.File(sys.argv[1], "r") as f:
    check_lightcone_io(sys.argv[2], f)
    check_yt(sys.argv[3], f)
