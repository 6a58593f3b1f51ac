"""Builds the wheel of the package (PEP 517 and 660): pure Python, with the same bytes every time."""

import base64
import hashlib
import io
import tarfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
VERSION = (HERE / "jzfof/version.py").read_text().split('"')[-2]
NAME = f"jzfof-{VERSION}"
METADATA = f"""\
Metadata-Version: 2.1
Name: jzfof
Version: {VERSION}
Summary: Friends-of-friends haloes, nearest neighbours and pair counts of arrays, by the command jzfof
License: MIT
Requires-Python: >=3.9
Requires-Dist: numpy
Provides-Extra: catalogue
Requires-Dist: h5py ; extra == "catalogue"
Description-Content-Type: text/markdown

{(HERE / "README.md").read_text()}"""
WHEEL = """\
Wheel-Version: 1.0
Generator: jzfof
Root-Is-Purelib: true
Tag: py3-none-any
"""


def _package():
    files = [f for f in sorted((HERE / "jzfof").iterdir()) if f.suffix in (".py", ".typed")]
    return {f"jzfof/{file.name}": file.read_bytes() for file in files}


def _digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def _wheel(folder, files):
    info = f"{NAME}.dist-info"
    files = {
        **files,
        f"{info}/METADATA": METADATA.encode(),
        f"{info}/WHEEL": WHEEL.encode(),
        f"{info}/LICENSE": (HERE / "LICENSE").read_bytes(),
    }
    record = [f"{name},sha256={_digest(content)},{len(content)}" for name, content in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()
    wheel = f"{NAME}-py3-none-any.whl"
    with zipfile.ZipFile(Path(folder) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return _wheel(wheel_directory, _package())


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return _wheel(wheel_directory, {"jzfof.pth": f"{HERE}\n".encode()})


def build_sdist(sdist_directory, config_settings=None):
    own = ("LICENSE", "README.md", "backend.py", "pyproject.toml")
    files = {**_package(), **{name: (HERE / name).read_bytes() for name in own}}
    files["PKG-INFO"] = METADATA.encode()
    with tarfile.open(Path(sdist_directory) / f"{NAME}.tar.gz", "w:gz") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(f"{NAME}/{name}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return f"{NAME}.tar.gz"
