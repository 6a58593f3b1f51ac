"""Halo catalogues of ``jzfof run`` as arrays."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Iterator, Mapping

import numpy as np

from .errors import SnapshotError, UsageError
from .hdf5 import is_group, open_file
from .trees import Tree, TreeLinks

_PIECE = re.compile(r"\.(\d+)\.hdf5$")
_OTHERS = {
    "Groups": "its layout is that of SWIFT: open it with swiftsimio",
    "particle_identifier": "its layout is that of yt: open it with yt.load",
    "PartType1": "it has particles and no groups: open the catalogue beside it",
}
_SYSTEMS = (None, "astropy", "unyt")


class Columns(Mapping[str, Any]):
    """Columns of groups or subhaloes, by the names of their datasets; each is read when it is asked for.

    Without units they are numbers as the file has them. With units they are physical quantities in
    Mpc, Msun and km/s: powers of the scale factor and of h are applied.
    """

    def __init__(self, catalogue: "Catalogue", name: str, count: int):
        self._catalogue = catalogue
        self._name = name
        self._count = count
        self._read: dict[str, Any] = {}
        self._names: list[str] = []
        for path in catalogue.files:
            with open_file(path) as file:
                if is_group(file.get(name)):
                    self._names = list(file[name])
                    break

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __contains__(self, column: object) -> bool:
        return column in self._names

    def __repr__(self) -> str:
        return f"<{self._name}: {self._count} rows, columns {', '.join(self._names)}>"

    @property
    def count(self) -> int:
        """Number of rows."""
        return self._count

    def __getitem__(self, column: str) -> Any:
        """A column [rows] or [rows, components]."""
        if column not in self._names:
            raise KeyError(f"{self._name} has no {column}: there are {', '.join(self._names)}")
        if column not in self._read:
            values = np.concatenate(self._catalogue.parts(f"{self._name}/{column}"))
            self._read[column] = self._catalogue.with_units(values, self.attributes(column))
        return self._read[column]

    def attributes(self, column: str) -> dict[str, Any]:
        """Attributes of a column: its description, units, and powers of the scale factor and of h."""
        for path in self._catalogue.files:
            with open_file(path) as file:
                if f"{self._name}/{column}" in file:
                    return dict(file[f"{self._name}/{column}"].attrs)
        return {}

    def unit(self, column: str) -> str:
        """The unit of the numbers in the file, such as "comoving Mpc/h"."""
        text = self.attributes(column).get("units", "unknown")
        return text.decode() if isinstance(text, bytes) else str(text)


class Catalogue:
    """A catalogue in the layout of Gadget-4 or IllustrisTNG (``--format gadget`` or ``tng``).

    path: its folder, or any of its files; all files of a split catalogue are read.
    units: "astropy" or "unyt" for columns that are physical quantities of that package; None for
    numbers as the file has them, in the units that :meth:`Columns.unit` names.
    """

    def __init__(self, path: Any, units: str | None = None):
        if units not in _SYSTEMS:
            raise UsageError(f"units is {units!r}: give 'astropy', 'unyt' or None")
        self.units = units
        self.files = _files(Path(os.fspath(path)))
        self.header: dict[str, Any] = {}
        """Attributes of /Header and /Parameters."""
        groups = subhaloes = 0
        for path in self.files:
            with open_file(path) as file:
                if not self.header:
                    for part in ("Parameters", "Header"):
                        if part in file:
                            self.header.update(file[part].attrs)
                groups += int(file["Header"].attrs.get("Ngroups_ThisFile", 0))
                subhaloes += int(
                    file["Header"].attrs.get(
                        "Nsubhalos_ThisFile", file["Header"].attrs.get("Nsubgroups_ThisFile", 0)
                    )
                )
        self.groups = Columns(self, "Group", groups)
        """Columns of the groups, such as GroupMass."""
        self.subhaloes = Columns(self, "Subhalo", subhaloes)
        """Columns of the subhaloes, such as SubhaloVmax; empty without ``--subhaloes``."""
        self._starts: np.ndarray | None = None

    def __len__(self) -> int:
        return self.groups.count

    def __repr__(self) -> str:
        return f"<Catalogue {self.files[0]}: {self.groups.count} groups, {self.subhaloes.count} subhaloes>"

    @property
    def redshift(self) -> float:
        """Redshift of the snapshot."""
        return float(self.header["Redshift"])

    @property
    def scale_factor(self) -> float:
        """Scale factor of the snapshot, 1 without expansion."""
        return 1 / (1 + self.redshift)

    @property
    def h(self) -> float:
        """Hubble parameter in 100 km/s/Mpc."""
        return float(self.header["HubbleParam"])

    @property
    def box(self) -> Any:
        """Side of the box, in the unit of GroupPos."""
        return self.header["BoxSize"]

    def parts(self, dataset: str) -> list[np.ndarray]:
        """The parts of a dataset in the files of the catalogue."""
        found = []
        for path in self.files:
            with open_file(path) as file:
                if dataset in file:
                    found.append(file[dataset][()])
        return found

    def members(self, group: int) -> np.ndarray:
        """IDs of the members of a group, in the order of the file.

        Raises SnapshotError if the catalogue lists none.
        """
        lengths = self._lengths("GroupLen", self.groups)
        return self._ids(range(len(self))[group], lengths, 0, None)

    def subhalo_members(self, subhalo: int) -> np.ndarray:
        """IDs of the members of a subhalo, in each type the most bound first."""
        subhalo = range(self.subhaloes.count)[subhalo]
        name = "SubhaloGroupNr" if "SubhaloGroupNr" in self.subhaloes else "SubhaloGrNr"
        group = int(self._lengths(name, self.subhaloes)[subhalo])
        first = int(self._lengths("GroupFirstSub", self.groups)[group])
        lengths = self._lengths("SubhaloLen", self.subhaloes)
        skipped = int(lengths[first:subhalo].sum())
        return self._ids(
            group, self._lengths("GroupLen", self.groups), skipped, int(lengths[subhalo])
        )

    def _lengths(self, column: str, columns: Columns) -> np.ndarray:
        return np.asarray(columns[column]).astype(np.int64)

    def _ids(self, group: int, lengths: np.ndarray, skipped: int, count: int | None) -> np.ndarray:
        start = int(lengths[:group].sum()) + skipped
        end = start + (int(lengths[group]) if count is None else count)
        found = []
        at = 0
        for path in self.files:
            with open_file(path) as file:
                here = len(file["IDs/ID"]) if "IDs/ID" in file else 0
                if start < at + here and end > at:
                    found.append(file["IDs/ID"][max(0, start - at) : end - at])
                at += here
        if at != lengths.sum():
            raise SnapshotError(
                f"{self.files[0]} lists {at} IDs of {lengths.sum()} members: run jzfof without --no-ids"
            )
        return np.concatenate(found)

    def membership(self, particle_type: int = 1) -> np.ndarray:
        """Group of every particle of a type, in the order of the snapshot; -1 for none.

        Raises SnapshotError if there is no membership file (``membership=True``).
        """
        return self._of_particles(particle_type, "GroupNumber")

    def subhalo_membership(self, particle_type: int = 1) -> np.ndarray:
        """Subhalo of every particle of a type, in the order of the snapshot; -1 for none."""
        return self._of_particles(particle_type, "SubhaloNumber")

    def _of_particles(self, particle_type: int, name: str) -> np.ndarray:
        paths = sorted(self.files[0].parent.glob("membership_*.hdf5"))
        if not paths:
            raise SnapshotError(f"there is no membership file beside {self.files[0]}: run with membership=True")
        dataset = f"PartType{particle_type}/{name}"
        with open_file(paths[0]) as file:
            if dataset not in file:
                raise SnapshotError(f"{paths[0]} has no {dataset}: it was not linked or attached, or not looked for")
            return file[dataset][()].astype(np.int64)

    def tree(self, halo: int, folder: Any = None) -> Tree:
        """The merger tree of a subhalo, or of a group where groups were linked.

        folder: where ``jzfof trees`` has written (default: that of the catalogue, or the one above).
        """
        return TreeLinks.find(self.files[0], folder).tree(halo)

    def with_units(self, values: np.ndarray, attributes: Mapping[str, Any]) -> Any:
        """Numbers of the file, as a physical quantity if units were asked for."""
        to_cgs = float(attributes.get("to_cgs", 0))
        if self.units is None or to_cgs == 0:
            return values
        length, mass, velocity = (
            float(attributes[name])
            for name in ("length_scaling", "mass_scaling", "velocity_scaling")
        )
        factor = (
            to_cgs
            * self.scale_factor ** float(attributes["a_scaling"])
            * self.h ** float(attributes["h_scaling"])
        )
        physical = values.astype(np.float64)
        if self.units == "astropy":
            from astropy import units as u

            cgs = u.cm**length * u.g**mass * (u.cm / u.s) ** velocity
            usual = u.Mpc**length * u.Msun**mass * (u.km / u.s) ** velocity
            return physical * factor * cgs.to(usual) * usual
        import unyt

        cgs = unyt.cm**length * unyt.g**mass * (unyt.cm / unyt.s) ** velocity
        usual = unyt.Mpc**length * unyt.Msun**mass * (unyt.km / unyt.s) ** velocity
        return unyt.unyt_array(physical * factor, cgs).to(usual)


def _files(path: Path) -> list[Path]:
    """All files of a catalogue, in order."""
    if path.is_dir():
        found = [p for p in path.glob("*.hdf5") if p.name.startswith("fof_")]
        found = [p for p in found if _PIECE.search(p.name) is None or _PIECE.search(p.name)[1] == "0"]
        if len(found) != 1:
            raise SnapshotError(
                f"{path} has {len(found)} catalogues: name one file, such as fof_subhalo_tab_001.0.hdf5"
            )
        path = found[0]
    with open_file(path) as file:
        if "Group" not in file or "Ngroups_ThisFile" not in file.get("Header", file).attrs:
            why = next((text for name, text in _OTHERS.items() if name in file), "it is no catalogue")
            raise SnapshotError(f"{path} has no groups as Gadget-4 writes them: {why}")
        pieces = int(file["Header"].attrs.get("NumFiles", 1))
    if pieces == 1:
        return [path]
    match = _PIECE.search(path.name)
    if match is None:
        raise SnapshotError(f"{path} is one of {pieces} files, and its name has no number")
    files = [path.with_name(f"{path.name[: match.start()]}.{i}.hdf5") for i in range(pieces)]
    missing = [str(file) for file in files if not file.exists()]
    if missing:
        raise SnapshotError(f"{missing[0]} is missing, one of the {pieces} files of a catalogue")
    return files
