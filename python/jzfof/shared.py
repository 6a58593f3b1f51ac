"""Arrays that pass between this process and jzfof in memory that both map.

The memory has no name in any folder, so that nothing is left behind however either process ends: jzfof
opens it as /proc/PID/fd/N of this process. Where the system permits it, jzfof reads large arrays as
/proc/PID/mem, without a copy.
"""

from __future__ import annotations

import errno
import mmap
import os
import tempfile
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Sequence

import numpy as np

from .errors import OutOfMemoryError, UsageError

ROWS = 1 << 18
PAGES = 1 << 11
SMALL = 16 << 20  # bytes; an array that is mapped keeps a file descriptor, which are few
LARGE = 64 << 20  # bytes; the system takes longer to find such memory than threads take to start


def _threads() -> int:
    """Number of threads that obtain large memory: below four, writing to it in turn is faster."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    return min(8, cores) if cores >= 4 and hasattr(os, "memfd_create") else 1


def _anonymous() -> int:
    """A descriptor of memory without a name; of an unlinked file where there is no memfd."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("jzfof", os.MFD_CLOEXEC)
    folder = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryFile(dir=folder) as file:
        return os.dup(file.fileno())


class Memory:
    """Shared memory of one array, until it is closed; arrays made of it stay."""

    def __init__(self) -> None:
        self.fd = _anonymous()
        self._map: mmap.mmap | None = None
        self._pool: ThreadPoolExecutor | None = None

    def __enter__(self) -> "Memory":
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
        os.close(self.fd)

    @property
    def path(self) -> str:
        """The name by which another process of this user opens it."""
        return f"/proc/{os.getpid()}/fd/{self.fd}"

    def append(self, values: np.ndarray) -> None:
        """Writes the values behind those that are there."""
        bytes_left = memoryview(values.reshape(-1)).cast("B")
        try:
            while len(bytes_left):
                bytes_left = bytes_left[os.write(self.fd, bytes_left) :]
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.ENOMEM):
                raise OutOfMemoryError("there is no shared memory left for an array") from error
            raise

    def reserve(self, size: int) -> None:
        """Obtains memory for what jzfof will write, by threads that go on while it works.

        They read a byte of each page, which makes the page and leaves what is written there.
        """
        if size < LARGE or _threads() == 1:
            return
        bytes_of_pages = np.frombuffer(self.mapped(size), np.uint8)[:: mmap.PAGESIZE]
        self._pool = ThreadPoolExecutor(_threads())
        for first in range(0, len(bytes_of_pages), PAGES):
            self._pool.submit(bytes_of_pages[first : first + PAGES].max)

    def mapped(self, size: int) -> mmap.mmap:
        """The memory of this process that is shared, of at least the given bytes."""
        if self._map is None:
            if os.fstat(self.fd).st_size < size:
                os.ftruncate(self.fd, size)
            self._map = mmap.mmap(self.fd, size)
        return self._map

    def array(self, dtype: Any, shape: Sequence[int]) -> np.ndarray:
        """What jzfof has written, as a writable array; a large one is not copied."""
        count = int(np.prod(shape, dtype=np.int64))
        size = count * np.dtype(dtype).itemsize
        if size == 0:
            return np.empty(shape, dtype)
        if size < SMALL and self._map is None:
            content = bytearray(os.pread(self.fd, size, 0))
            while len(content) < size:
                more = os.pread(self.fd, size - len(content), len(content))
                if not more:
                    raise EOFError(f"jzfof has written {len(content)} of {size} bytes")
                content += more
            return np.frombuffer(content, dtype, count).reshape(shape)
        return np.frombuffer(self.mapped(size), dtype, count).reshape(shape)


def on_host(values: Any) -> np.ndarray:
    """An array of NumPy with the values of an array of NumPy, CuPy or torch, or of a sequence."""
    if hasattr(values, "detach"):  # torch
        values = values.detach().cpu().numpy()
    elif hasattr(values, "__cuda_array_interface__") and hasattr(values, "get"):  # CuPy
        values = values.get()
    return np.asarray(values)


def real(values: Any, name: str) -> np.ndarray:
    """Values as float32 if they are float32, else as float64."""
    found = on_host(values)
    if found.dtype.kind not in "fiub":
        raise UsageError(f"{name} has the type {found.dtype}: give real numbers")
    if found.dtype.kind == "f" and found.dtype.itemsize == 4:
        return found.astype(found.dtype.newbyteorder("="), copy=False)
    return found.astype(np.float64, copy=False)


def positions(values: Any, name: str) -> np.ndarray:
    """Positions [N, 3] or [N, 2] as real numbers, in their order of memory."""
    found = real(values, name)
    if found.ndim != 2 or found.shape[1] not in (2, 3):
        raise UsageError(f"{name} has the shape {found.shape}: give [N, 3], or [N, 2] in a plane")
    return found


def numbers(values: Any, name: str, count: int, of: str) -> np.ndarray:
    """One real number for each row of another array."""
    found = real(values, name)
    if found.shape != (count,):
        raise UsageError(f"{name} has the shape {found.shape}: give one number for each of the {count} rows of {of}")
    return found


def in_place(values: np.ndarray) -> str | None:
    """jzfof's name of a large array in the memory of this process; None for one that it cannot read there."""
    if values.nbytes < LARGE or not values.flags.c_contiguous or values.shape[1:] == (2,):
        return None
    return address(values)


def address(values: np.ndarray) -> str:
    """jzfof's name of a contiguous array in the memory of this process."""
    return f"f{values.itemsize}:/proc/{os.getpid()}/mem@{values.ctypes.data}+{values.nbytes}"


def store(memory: Memory, values: np.ndarray) -> str:
    """Copies real numbers to shared memory, those in a plane with z = 0; returns jzfof's name of them."""
    name = f"f{values.dtype.itemsize}:{memory.path}"
    if values.nbytes >= LARGE and _threads() > 1:
        shape = (len(values), 3) if values.ndim == 2 else values.shape
        size = values.itemsize * int(np.prod(shape, dtype=np.int64))
        target = np.frombuffer(memory.mapped(size), values.dtype).reshape(shape)  # zeros
        columns = target[:, : values.shape[1]] if values.ndim == 2 else target
        blocks = [slice(first, first + ROWS) for first in range(0, len(values), ROWS)]
        with ThreadPoolExecutor(_threads()) as pool:
            list(pool.map(lambda block: np.copyto(columns[block], values[block]), blocks))
        return name
    for first in range(0, len(values), ROWS):
        block = values[first : first + ROWS]
        if values.ndim == 2 and values.shape[1] == 2:
            block = np.concatenate([block, np.zeros((len(block), 1), values.dtype)], axis=1)
        memory.append(np.ascontiguousarray(block))
    return name


def box_words(box: Any, dimensions: int) -> list[str]:
    """The option for a box: nothing for an open one."""
    if box is None:
        return []
    sides = np.asarray(on_host(box), np.float64)
    if sides.ndim == 0:
        sides = np.full(dimensions, sides)
    if sides.shape != (dimensions,):
        raise UsageError(f"box has the shape {sides.shape}: give one side, or {dimensions} of them")
    if not (np.isfinite(sides) & (sides > 0)).all():
        raise UsageError(f"box is {box}: give finite sides above 0, or None for an open box")
    return ["--box", list_of([*sides, 0.0][:3] if dimensions == 2 else sides)]


def list_of(values: Any) -> str:
    """Numbers as the value of an option, without loss."""
    return ",".join(repr(float(value)) for value in values)
