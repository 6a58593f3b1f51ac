"""A process of jzfof that stays, and answers calls in milliseconds."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
import warnings
import weakref
from contextlib import ExitStack
from typing import Any, IO, Sequence

import numpy as np

from . import command, shared
from .errors import InternalError, JzfofWarning, UsageError, of_code, of_process
from .progress import Line, wanted
from .results import Groups, NeighbourLists, Neighbours, PairCounts
from .shared import Memory


def _end(process: subprocess.Popen, said: IO[bytes], owner: int) -> None:
    if os.getpid() != owner:  # a forked child ends
        return
    process.kill()  # it has nothing to clean up
    process.wait()
    for pipe in (process.stdin, process.stdout, said):
        try:
            pipe.close()
        except OSError:  # a request that could not be written is not written now
            pass


class Session:
    """Keeps jzfof running, so that a call does not wait for its start.

    The process starts with the first call and ends with :meth:`close`, at the end of a ``with``
    block, or with this Python, whatever ends it. An exception in a call other than one of jzfof,
    such as KeyboardInterrupt, ends its work; the next call starts it again. Threads may share a
    session: their calls follow one another.

    backend: "auto", "cpu" or "cuda" (default: the best there is).
    device: number of the GPU.
    threads: number of threads of each rank (default: all cores).
    ranks: number of ranks within the process, such as one per GPU (default: 1).
    heap: memory of the Java process, such as "16g" (default: 85 % of what is available).
    progress: whether a line shows how far a search is (default: in a terminal or a notebook).
    """

    def __init__(
        self,
        *,
        backend: str | None = None,
        device: int | None = None,
        threads: int | None = None,
        ranks: int | None = None,
        heap: str | None = None,
        progress: bool | None = None,
    ):
        self._words = command.words(backend=backend, device=device, threads=threads, ranks=ranks)
        self._heap = heap
        self._progress = progress
        self._lock = threading.RLock()
        self._process: subprocess.Popen | None = None
        self._said: IO[bytes] | None = None
        self._owner = 0
        self._end: Any = None
        self._readable: bool | None = None

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process; a later call starts it again."""
        with self._lock:
            if self._end is not None and self._owner == os.getpid():
                self._end()
            self._end = self._process = self._said = self._readable = None

    @property
    def pid(self) -> int | None:
        """Number of the process; None while there is none."""
        return None if self._process is None else self._process.pid

    def ping(self) -> str:
        """Does nothing but return the version of jzfof."""
        return self._call(["ping"])["version"]

    def fof(
        self,
        pos: Any,
        *,
        box: Any = None,
        b: float | None = None,
        linking_length: float | None = None,
        min_length: int = 20,
    ) -> Groups:
        """Friends-of-friends groups of positions, as ``jzfof run`` finds them.

        pos: positions [N, 3] or [N, 2].
        box: side of a periodic box, or all its sides; None for an open box.
        b: linking length over the mean separation in a periodic box (default: 0.2).
        linking_length: linking length itself, instead of b.
        min_length: smallest number of members of a group.
        """
        points = shared.positions(pos, "pos")
        with ExitStack() as stack:
            labels, lengths, centres = (stack.enter_context(Memory()) for _ in range(3))
            given = command.words(b=b, linking_length=linking_length, min_length=min_length)
            sent = self._points(stack, points, box)
            labels.reserve(8 * len(points))
            answer = self._call(
                ["fof", *sent, *given]
                + ["--labels", labels.path, "--lengths", lengths.path, "--centres", centres.path]
            )
            count = answer["groups"]
            return Groups(
                labels.array(np.int64, [len(points)]),
                lengths.array(np.int64, [count]),
                centres.array(np.float64, [count, 3])[:, : points.shape[1]],
                answer["linking_length"],
            )

    def knn(
        self,
        pos: Any,
        k: int,
        *,
        box: Any = None,
        queries: Any = None,
        exclude_self: bool = False,
        method: str = "tree",
    ) -> Neighbours:
        """The k nearest neighbours of each position, or of other queries, as ``jzfof knn`` finds them.

        pos: positions [N, 3] or [N, 2].
        k: number of neighbours, 1 to 4096; a position is its own first one.
        box: side of a periodic box, or all its sides; None for an open box.
        queries: positions whose neighbours are sought [M, 3] or [M, 2] (default: pos).
        exclude_self: leaves each position out of its own neighbours.
        method: how jzfof searches, with the same result.
        """
        points, others = self._queries(pos, queries)
        rows = len(points if others is None else others)
        with ExitStack() as stack:
            indices, distances = (stack.enter_context(Memory()) for _ in range(2))
            given = command.words(k=k, exclude_self=exclude_self, method=method)
            sent = self._points(stack, points, box, others)
            indices.reserve(8 * rows * k)
            distances.reserve(points.dtype.itemsize * rows * k)
            self._call(
                ["knn", *sent, *given]
                + ["--rows", indices.path, "--distances", distances.path]
            )
            return Neighbours(
                distances.array(points.dtype, [rows, k]), indices.array(np.int64, [rows, k])
            )

    def neighbours(
        self,
        pos: Any,
        radius: Any,
        *,
        box: Any = None,
        queries: Any = None,
        exclude_self: bool = False,
        method: str = "tree",
    ) -> NeighbourLists:
        """All neighbours within a radius of each position, or of other queries.

        They are those of ``jzfof neighbours``, in the same order.

        pos: positions [N, 3] or [N, 2].
        radius: one radius, or that of each query [M]; a neighbour at exactly it is included.
        box, queries, exclude_self, method: as in :meth:`knn`.
        """
        points, others = self._queries(pos, queries)
        rows = len(points if others is None else others)
        with ExitStack() as stack:
            offsets, indices, distances = (stack.enter_context(Memory()) for _ in range(3))
            given = command.words(exclude_self=exclude_self, method=method)
            if np.ndim(shared.on_host(radius)) == 0:
                given += ["--radius", repr(float(radius))]
            else:
                of = "pos" if others is None else "queries"
                each = shared.numbers(radius, "radius", rows, of)
                given += ["--radii", self._send(stack, each)]
            answer = self._call(
                ["neighbours", *self._points(stack, points, box, others), *given]
                + ["--offsets", offsets.path, "--rows", indices.path]
                + ["--distances", distances.path]
            )
            return NeighbourLists(
                offsets.array(np.int64, [rows + 1]),
                indices.array(np.int64, [answer["pairs"]]),
                distances.array(points.dtype, [answer["pairs"]]),
            )

    def pairs(
        self,
        pos: Any,
        bins: Any,
        *,
        box: Any = None,
        weights: Any = None,
        others: Any = None,
        other_weights: Any = None,
        mode: str = "r",
        pimax: int | None = None,
        mu_bins: int | None = None,
        los: str = "z",
    ) -> PairCounts:
        """Counts of pairs of positions by their separation, as ``jzfof pairs`` counts them.

        pos: positions [N, 3] or [N, 2].
        bins: edges of the bins of separation, increasing [bins + 1].
        box: side of a periodic box, or all its sides; None for an open box.
        weights: weight of each position, not negative [N]; the products of a pair are summed.
        others: partners [M, 3] or [M, 2] (default: pairs among pos).
        other_weights: weight of each partner [M].
        mode: "r", or with a line of sight "rppi" with pimax, or "smu" with mu_bins.
        pimax: number of bins along the line of sight, one length unit wide each.
        mu_bins: number of bins of the cosine of the angle to the line of sight, from 0 to 1.
        los: line of sight, "x", "y" or "z".
        """
        points, partners = self._queries(pos, others, "others")
        edges = shared.real(bins, "bins")
        if edges.ndim != 1:
            raise UsageError(f"bins has the shape {edges.shape}: give the edges of the bins")
        with ExitStack() as stack:
            given = ["--bins", shared.list_of(edges)]
            if weights is not None:
                each = shared.numbers(weights, "weights", len(points), "pos")
                given += ["--weights", self._send(stack, each)]
            if partners is not None:
                given += ["--others", self._send(stack, partners)]
            if other_weights is not None:
                count = 0 if partners is None else len(partners)
                each = shared.numbers(other_weights, "other_weights", count, "others")
                given += ["--other-weights", self._send(stack, each)]
            given += command.words(mode=mode, pimax=pimax, mu_bins=mu_bins, los=los)
            answer = self._call(["pairs", *self._points(stack, points, box), *given])
        shape = (len(edges) - 1,) if mode == "r" else (len(edges) - 1, -1)

        def values(name: str, dtype: Any = np.float64, as_shape: Any = shape) -> Any:
            return np.array(answer[name], dtype).reshape(as_shape) if name in answer else None

        return PairCounts(
            np.asarray(edges, np.float64),
            values("counts", np.int64),
            values("sums"),
            values("xi"),
            values("xi_error"),
            values("wp", as_shape=-1),
            values("wp_error", as_shape=-1),
        )

    @staticmethod
    def _queries(
        pos: Any, queries: Any, name: str = "queries"
    ) -> tuple[np.ndarray, np.ndarray | None]:
        """Positions and queries of the same type."""
        points = shared.positions(pos, "pos")
        if queries is None:
            return points, None
        others = shared.positions(queries, name)
        if others.shape[1] != points.shape[1]:
            raise UsageError(
                f"{name} has {others.shape[1]} columns and pos {points.shape[1]}: give as many"
            )
        dtype = np.result_type(points, others)
        return points.astype(dtype, copy=False), others.astype(dtype, copy=False)

    def _points(
        self, stack: ExitStack, points: np.ndarray, box: Any, queries: np.ndarray | None = None
    ) -> list[str]:
        """The options for positions, their box and queries."""
        words = shared.box_words(box, points.shape[1])
        words += ["--positions", self._send(stack, points)]
        if queries is not None:
            words += ["--queries", self._send(stack, queries)]
        return words

    def _send(self, stack: ExitStack, values: np.ndarray) -> str:
        """Makes an array readable for jzfof until the stack ends; returns jzfof's name of it."""
        name = shared.in_place(values)
        if name is not None and self._reads_memory():
            stack.callback(lambda _: None, values)  # which stays until then
            return name
        return shared.store(stack.enter_context(Memory()), values)

    def _reads_memory(self) -> bool:
        """Whether jzfof can read the memory of this process; asked once of each process of jzfof."""
        with self._lock:
            self._require_process()
            if self._readable is None:
                number = np.zeros(1)
                answer = self._call(["ping", "--memory", shared.address(number)])
                self._readable = answer["reads_memory"]
            return self._readable

    def _call(self, words: Sequence[str]) -> dict[str, Any]:
        """Sends a request and returns the answer."""
        with self._lock:
            self._require_process()
            try:
                answer = self._answer(words)
            except BaseException:  # the work ends with who waits for it
                self.close()
                raise
        for warning in answer.get("warnings", []):
            warnings.warn(warning, JzfofWarning, stacklevel=3)
        if answer["code"]:
            text = "\n".join(answer[key] for key in ("error", "trace") if key in answer)
            raise of_code(answer["code"], text)
        return answer

    def _answer(self, words: Sequence[str]) -> dict[str, Any]:
        line = Line()
        try:
            self._process.stdin.write(json.dumps(list(words)).encode() + b"\n")
            self._process.stdin.flush()
            while True:
                answer = self._read()
                if "stage" not in answer:
                    return answer
                line.show(answer["stage"], answer["fraction"])
        except BrokenPipeError:
            raise self._ended() from None
        finally:
            line.clear()

    def _read(self) -> dict[str, Any]:
        text = self._process.stdout.readline()
        if not text.endswith(b"\n"):
            raise self._ended()
        try:
            return json.loads(text)
        except ValueError:
            raise InternalError(f"jzfof has answered {text!r}") from None

    def _ended(self) -> Exception:
        """The exception for a process that has ended by itself, or by somebody else."""
        code = self._process.wait()
        self._said.seek(0)
        return of_process(code, self._said.read().decode(errors="replace"))

    def _require_process(self) -> None:
        """Starts the process, unless it runs already; a child of this process starts its own."""
        if self._process is not None and self._owner == os.getpid():
            if self._process.poll() is None:
                return
            self.close()  # somebody has ended it between two calls
        words = [command.find(), "serve", *self._words]
        if wanted(self._progress):
            words.append("--progress")
        said = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            env=command.environment(self._heap),
            start_new_session=True,  # signals of the terminal are for this process
        )
        self._said = said
        self._owner = os.getpid()
        self._end = weakref.finalize(self, _end, self._process, said, self._owner)
