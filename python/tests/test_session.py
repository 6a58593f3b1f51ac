"""A session lasts, and nothing outlasts it."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import jzfof

PACKAGE = str(Path(jzfof.__file__).resolve().parents[1])
POS = np.random.default_rng(2).random((2000, 3))


def wait_for(condition):
    """Waits for an event, generously."""
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, "it has not come"
        time.sleep(0.02)


def alive(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def descriptors(pid="self"):
    return len(os.listdir(f"/proc/{pid}/fd"))


def left_behind():
    """Files that this package may have made in shared memory; other programs make theirs."""
    return [name for name in os.listdir("/dev/shm") if name.startswith(("tmp", "jzfof"))]


def resident(pid):
    text = Path(f"/proc/{pid}/status").read_text()
    return int(text.split("VmRSS:")[1].split()[0]) * 1024


def child(code):
    """Runs Python code in another process, which prints the number of its jzfof and goes on."""
    text = f"import sys; sys.path.insert(0, {PACKAGE!r})\n" + textwrap.dedent(code)
    process = subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True)
    return process, int(process.stdout.readline())


def test_version(session):
    assert session.ping() == jzfof.__version__


def test_many_calls_do_not_grow(session):
    def call():
        session.fof(POS, box=1, min_length=2)
        session.knn(POS, 4, box=1)
        session.neighbours(POS, 0.05, box=1)
        session.pairs(POS, [0, 0.1], box=1, weights=np.ones(2000))

    for _ in range(20):
        call()
    before = descriptors(), descriptors(session.pid), len(os.listdir(f"/proc/{session.pid}/task"))
    memory = resident(session.pid)
    for _ in range(100):
        call()
    after = descriptors(), descriptors(session.pid), len(os.listdir(f"/proc/{session.pid}/task"))
    assert after[:2] == before[:2]
    assert after[2] <= before[2] + 20  # compilers come and go, more of them on more cores
    assert resident(session.pid) < memory + (200 << 20)


def test_large_garbage_is_returned():
    """The heap of 30 calls with 50 MB of results each stays small."""
    pos = np.random.default_rng(3).random((50_000, 3))
    with jzfof.Session(progress=False, heap="4g") as kept:
        for _ in range(30):
            kept.knn(pos, 64, box=1)
        assert resident(kept.pid) < 1 << 30


def test_error_does_not_end_it(session):
    pid = session.pid
    with pytest.raises(jzfof.UsageError):
        session.knn(POS, 0)
    assert session.ping() and session.pid == pid


def test_close():
    kept = jzfof.Session(progress=False)
    assert kept.pid is None
    kept.ping()
    pid = kept.pid
    kept.close()
    assert not alive(pid)
    assert kept.knn(POS, 1).indices.shape == (2000, 1)  # starts again
    pid = kept.pid
    del kept
    wait_for(lambda: not alive(pid))


def test_killed_jzfof(session):
    session.ping()
    os.kill(session.pid, signal.SIGKILL)
    wait_for(lambda: session._process.poll() is not None)  # all of its threads have ended
    assert session.ping()  # between two calls nobody notices
    thread = threading.Timer(0.3, os.kill, (session.pid, signal.SIGKILL))
    thread.start()
    before = descriptors()
    with pytest.raises(jzfof.InternalError, match="signal 9") as found:
        while True:
            session.knn(POS, 32, box=1)
    assert found.value.code == 137
    assert descriptors() <= before and not left_behind()
    assert session.ping()


@pytest.mark.parametrize("busy", [False, True])
def test_killed_python(busy):
    process, pid = child(
        f"""
        import jzfof, numpy as np, time
        kept = jzfof.Session(progress=False)
        kept.ping()
        pos = np.random.default_rng(0).random((400_000, 3))
        print(kept.pid, flush=True)
        while {busy}:
            kept.knn(pos, 64, box=1)
        time.sleep(1000)
        """
    )
    time.sleep(0.5)
    assert alive(pid)
    process.kill()
    process.wait()
    wait_for(lambda: not alive(pid))
    assert not left_behind()


def test_killed_python_with_a_child():
    """A forked child holds the pipe open."""
    process, pid = child(
        """
        import jzfof, os, time
        kept = jzfof.Session(progress=False)
        kept.ping()
        other = os.fork()
        if other == 0:
            time.sleep(1000)
        print(kept.pid, flush=True)
        print(other, flush=True)
        time.sleep(1000)
        """
    )
    other = int(process.stdout.readline())
    try:
        process.kill()
        process.wait()
        wait_for(lambda: not alive(pid))
        assert alive(other)
    finally:
        os.kill(other, signal.SIGKILL)


def test_fork(session):
    """A forked child starts a process of its own, and leaves that of its parent alone."""
    session.ping()
    pid = session.pid
    other = os.fork()
    if other == 0:
        fine = session.ping() and session.pid != pid
        session.close()
        os._exit(0 if fine else 1)
    assert os.waitpid(other, 0)[1] == 0
    assert session.ping() and session.pid == pid


def test_end_of_a_forked_child():
    process, pid = child(
        """
        import jzfof, os
        kept = jzfof.Session(progress=False)
        kept.ping()
        print(kept.pid, flush=True)
        other = os.fork()
        if other == 0:
            sys.exit()
        os.waitpid(other, 0)
        kept.ping()
        print(kept.pid, flush=True)
        """
    )
    assert int(process.stdout.readline()) == pid and process.wait() == 0


def test_keyboard_interrupt():
    process, pid = child(
        """
        import jzfof, numpy as np
        kept = jzfof.Session(backend="cpu", threads=1, progress=False)  # a call takes a second
        kept.ping()
        pos = np.random.default_rng(0).random((400_000, 3))
        print(kept.pid, flush=True)
        try:
            while True:
                kept.knn(pos, 64, box=1)
        except KeyboardInterrupt:
            print("interrupted", kept.pid, flush=True)
        print(len(kept.knn(pos[:10], 1).indices), flush=True)
        """
    )
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "interrupted None\n"
    assert not alive(pid)
    assert process.stdout.readline() == "10\n" and process.wait() == 0


def test_threads(session):
    expected = session.knn(POS, 3, box=1)
    found = [None] * 4

    def call(i):
        found[i] = [session.knn(POS, 3, box=1) for _ in range(5)]

    threads = [threading.Thread(target=call, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(f.indices, expected.indices) for each in found for f in each)


def test_progress(capsys):
    pos = np.random.default_rng(0).random((300_000, 3))
    with jzfof.Session(progress=True) as shown:
        shown.knn(pos, 16, box=1)
    said = capsys.readouterr().err
    assert "%" in said and said.endswith("\r")
    with jzfof.Session() as default:  # standard error is no terminal here
        default.knn(pos[:100], 2)
    assert capsys.readouterr().err == ""


def test_without_memfd(monkeypatch, session):
    expected = session.knn(POS, 2)
    monkeypatch.delattr(os, "memfd_create")
    assert np.array_equal(session.knn(POS, 2).indices, expected.indices)
    assert not left_behind()


def test_as_one_of_several_processes(monkeypatch):
    """Each process of an MPI job has a jzfof of its own."""
    monkeypatch.setenv("OMPI_COMM_WORLD_RANK", "1")
    monkeypatch.setenv("OMPI_COMM_WORLD_SIZE", "2")
    assert jzfof.knn(POS, 2, progress=False).indices.shape == (2000, 2)
