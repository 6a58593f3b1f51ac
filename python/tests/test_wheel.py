"""The wheel builds without a network, and works where it is installed."""

import shutil
import subprocess
import sys
from pathlib import Path

import jzfof

SOURCE = Path(__file__).resolve().parents[1]


def test_wheel(tmp_path):
    source = shutil.copytree(SOURCE, tmp_path / "python")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    for folder in ("one", "two"):
        command = [*pip, "wheel", "-q", "--no-index", "--no-deps", "-w", tmp_path / folder, source]
        subprocess.run(command, check=True)
    (wheel,) = (tmp_path / "one").iterdir()
    assert wheel.name == f"jzfof-{jzfof.__version__}-py3-none-any.whl"
    assert wheel.read_bytes() == (tmp_path / "two" / wheel.name).read_bytes()
    place = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", place], check=True)
    (packages,) = place.glob("lib/python*/site-packages")
    # The packages of this Python may lie where such an environment does not look.
    seen = [path for path in sys.path if path.endswith("-packages")]
    (packages / "seen.pth").write_text("\n".join(seen) + "\n")
    python = place / "bin" / "python"
    install = [python, "-m", "pip", "install", "-q", "--no-index"]
    subprocess.run([*install, wheel], check=True)
    code = "import jzfof; print(jzfof.__file__, jzfof.knn([[0.5, 0.5, 0.5]], 1, heap='256m').indices)"
    run = [python, "-c", code]
    surroundings = {"JZFOF": jzfof.find(), "PATH": "/usr/bin:/bin"}
    said = subprocess.run(run, env=surroundings, cwd=tmp_path, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    assert str(place) in said.stdout and "[[0]]" in said.stdout
    subprocess.run([*install, "--force-reinstall", "--no-deps", "-e", source], check=True)
    said = subprocess.run(run, env=surroundings, cwd="/", capture_output=True, text=True)
    assert str(source) in said.stdout, said.stderr
