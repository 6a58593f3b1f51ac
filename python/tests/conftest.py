"""What the tests share: a session, and the package of this checkout."""

import os
import signal
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
# A shell starts what is in its background with this signal ignored, and so are the children then.
signal.signal(signal.SIGINT, signal.default_int_handler)
os.environ.pop("JZFOF", None)  # another one is not what is tested
sys.path.insert(0, str(HERE.parent))

import jzfof  # noqa: E402

EXAMPLE = HERE.parents[1] / "examples" / "lcdm32" / "snapshot_001.hdf5"


@pytest.fixture(scope="session")
def session():
    with jzfof.Session(progress=False, heap="512m") as kept:
        yield kept


@pytest.fixture(scope="session")
def example():
    return EXAMPLE


@pytest.fixture(scope="session")
def catalogue(tmp_path_factory):
    """The catalogue of the example, with everything that can be opened."""
    return jzfof.run(
        EXAMPLE,
        output=tmp_path_factory.mktemp("run"),
        so="200c,500c",
        subhaloes=True,
        membership=True,
        progress=False,
        heap="512m",
    )
