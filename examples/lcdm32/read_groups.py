"""Lists the largest groups of a catalogue: python3 read_groups.py [CATALOGUE]"""
import sys

import h5py

path = sys.argv[1] if len(sys.argv) > 1 else "groups_001/fof_subhalo_tab_001.0.hdf5"
with h5py.File(path, "r") as f:
    length, mass, centre = (f["Group"][name][:10] for name in ("GroupLen", "GroupMass", "GroupPos"))
    print(f"{f['Header'].attrs['Ngroups_Total']} groups; the largest:")
    for n, m, (x, y, z) in zip(length, mass, centre):
        print(f"{n:8d} particles  {m:10.5g} 1e10 Msun/h  at {x:8.4f} {y:8.4f} {z:8.4f} Mpc/h")
