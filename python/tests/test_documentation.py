"""The examples of the pages run, in the folder of the example."""

import re
import shutil
from pathlib import Path

import pytest

import jzfof

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_page(tmp_path, monkeypatch, example, capsys):
    blocks = BLOCK.findall((ROOT / "docs/user/python.md").read_text())
    assert len(blocks) >= 5
    shutil.copy(example, tmp_path)
    monkeypatch.chdir(tmp_path)
    names = {}
    for block in blocks:
        exec(compile(block, "python.md", "exec"), names)
    said = capsys.readouterr().out
    assert "94 [1576 1240  952]" in said and "the position of row 0 in pos is" in said


def test_readme(tmp_path, monkeypatch, example):
    block = next(b for b in BLOCK.findall((ROOT / "README.md").read_text()) if "import jzfof" in b)
    shutil.copy(example, tmp_path)
    monkeypatch.chdir(tmp_path)
    import h5py

    with h5py.File(example) as file:
        exec(block, {"pos": file["PartType1/Coordinates"][()]})


def test_picture(tmp_path, monkeypatch, example):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "haloes.png"
    monkeypatch.setattr("sys.argv", ["haloes.py", str(picture)])
    exec(compile((example.parent / "haloes.py").read_text(), example.parent / "haloes.py", "exec"), {"__file__": str(example.parent / "haloes.py")})
    assert picture.stat().st_size > 10_000


def test_every_call_has_help():
    for name in jzfof.__all__:
        assert name.startswith("__") or getattr(jzfof, name).__doc__, name
