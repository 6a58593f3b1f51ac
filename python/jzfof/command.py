"""The command jzfof: where it is, and its runs on snapshots."""

from __future__ import annotations

import codecs
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import warnings
from pathlib import Path
from typing import Any

from .catalogue import Catalogue
from .errors import InternalError, JzfofWarning, UsageError, of_process
from .progress import wanted

_SHORT = {"b": "-b", "k": "-k", "output": "-o"}
_WARNING = "jzfof: warning: "
_PATIENCE = 20  # seconds for a run to remove its files


def find() -> str:
    """The path of the command: of JZFOF, of the checkout or bundle around this module, of PATH.

    Raises InternalError if there is none.
    """
    given = os.environ.get("JZFOF")
    if given:
        found = shutil.which(given)
        if found is None:
            raise InternalError(f"JZFOF is {given!r}, which is no program: give the path of jzfof")
        return found
    beside = Path(__file__).resolve().parents[2] / "scripts" / "jzfof"
    found = str(beside) if os.access(beside, os.X_OK) else shutil.which("jzfof")
    if found is None:
        raise InternalError("there is no jzfof on the PATH: set JZFOF to its path")
    return found


def words(**options: Any) -> list[str]:
    """Keywords as options of the command; None and False leave one out, lists are joined by commas."""
    found = []
    for name, value in options.items():
        if value is None or value is False:
            continue
        found.append(_SHORT.get(name, "--" + name.rstrip("_").replace("_", "-")))
        if value is not True:
            found.append(_text(value))
    return found


def _text(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ",".join(_text(each) for each in value)
    if isinstance(value, float):
        return repr(float(value))
    return str(value)


def environment(heap: str | None) -> dict[str, str]:
    """The environment of the command."""
    return {**os.environ, "JZFOF_HEAP": heap} if heap else dict(os.environ)


def run(
    snapshot: Any,
    *,
    output: Any = None,
    heap: str | None = None,
    progress: bool | None = None,
    **options: Any,
) -> Catalogue:
    """Finds the haloes of a snapshot with ``jzfof run``, and opens their catalogue.

    snapshot: any file of it, its base name or its folder.
    output: folder for the catalogue (default: the current one).
    heap: memory of the Java process, such as "16g" (default: 85 % of what is available).
    progress: whether a line shows how far the run is (default: in a terminal or a notebook).
    options: those of ``jzfof run``, without their dashes and with _ for - within: ``so="200c,500c"``,
    ``subhaloes=True``, ``min_length=32``, ``types=[1, 4]``, ``ranks=4``, ``b=0.2``.
    """
    line = [find(), "run", os.fspath(snapshot), *words(output=output, **options)]
    if options.get("quiet") or options.get("dry_run"):
        raise UsageError("quiet and dry_run leave no catalogue to open: start the command instead")
    surroundings = {**environment(heap), "JZFOF_ENDS_WITH_PARENT": "yes"}
    shown = wanted(progress)
    if shown:
        surroundings["JZFOF_PROGRESS"] = "yes"
    with tempfile.TemporaryFile() as printed:
        process = subprocess.Popen(
            line,
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=subprocess.PIPE,
            env=surroundings,
            start_new_session=True,  # signals of the terminal are for this process
        )
        said: list[str] = []
        reader = threading.Thread(target=_read, args=(process.stderr, said, shown), daemon=True)
        reader.start()
        try:
            code = process.wait()
        except BaseException:  # the run ends with who waits for it
            _end(process)
            raise
        finally:
            reader.join()
            process.stderr.close()
        for line in said:
            if line.startswith(_WARNING):
                warnings.warn(line[len(_WARNING) :], JzfofWarning, stacklevel=2)
        if code:
            raise of_process(code, "\n".join(said))
        printed.seek(0)
        return Catalogue(_catalogue(printed.read().decode(errors="replace")))


def _end(process: subprocess.Popen) -> None:
    """Ends a run, which removes the files that it has begun."""
    process.terminate()
    try:
        process.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _read(pipe: Any, said: list[str], shown: bool) -> None:
    """Collects the lines that a process writes, and shows the one that it draws again and again."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    drawn = ""
    for block in iter(lambda: os.read(pipe.fileno(), 4096), b""):
        *lines, drawn = (drawn + decoder.decode(block)).split("\n")
        said += [line.rsplit("\r", 1)[-1] for line in lines]
        if shown and drawn:
            sys.stderr.write("\r" + drawn.rsplit("\r", 1)[-1])
            sys.stderr.flush()
    said.append(drawn)


def _catalogue(printed: str) -> str:
    """The file that a run names in its report."""
    found = re.findall(r"^catalogue +(.+?)(?: and \d+ more)?$", printed, re.MULTILINE)
    if found:
        return found[-1]
    raise UsageError("several snapshots have no single catalogue: run them one by one")
