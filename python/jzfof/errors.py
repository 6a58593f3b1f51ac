"""What can go wrong: one exception per exit code of jzfof."""

from __future__ import annotations


class JzfofError(Exception):
    """A failure of jzfof, with the text that the command prints.

    ``code`` is the exit code of its kind, or 128 + n after the signal n.
    """

    code = 1

    def __init__(self, message: str, code: int | None = None):
        super().__init__(message)
        if code is not None:
            self.code = code


class InternalError(JzfofError):
    """An internal error of jzfof (please report it), no usable set-up, or its end by a signal."""


class UsageError(JzfofError, ValueError):
    """An argument or its value is invalid."""

    code = 2


class SnapshotError(JzfofError):
    """A snapshot, catalogue or array is missing, unreadable or inconsistent."""

    code = 3


class OutputError(JzfofError):
    """The output cannot be written."""

    code = 4


class BackendError(JzfofError):
    """The compute device cannot be used."""

    code = 5


class OutOfMemoryError(JzfofError, MemoryError):
    """There is not enough memory."""

    code = 6


class CommunicationError(JzfofError):
    """Ranks cannot be started or reach each other."""

    code = 7


class UnfinishedError(JzfofError):
    """A batch has stopped before its end."""

    code = 8


class JzfofWarning(UserWarning):
    """A warning of jzfof about arguments or data."""


_KINDS = {
    kind.code: kind
    for kind in (
        InternalError,
        UsageError,
        SnapshotError,
        OutputError,
        BackendError,
        OutOfMemoryError,
        CommunicationError,
        UnfinishedError,
    )
}


def of_code(code: int, message: str) -> JzfofError:
    """The exception for an exit code; -n means the signal n, as in subprocess."""
    code = 128 - code if code < 0 else code
    return _KINDS.get(code, InternalError)(message, code)


def of_process(code: int, said: str) -> JzfofError:
    """The exception for a process that has ended.

    said: what it has written to standard error.
    """
    lines = [line.rsplit("\r", 1)[-1].strip() for line in said.splitlines()]
    mark = "jzfof: error: "
    errors = [i for i, line in enumerate(lines) if line.startswith(mark)]
    if errors:
        return of_code(code, "\n".join(lines[errors[-1] :])[len(mark) :])
    how = f"signal {-code}" if code < 0 else f"exit code {code}"
    tail = "\n".join(line for line in lines[-20:] if line)
    return of_code(code, f"jzfof has ended with {how}" + (f": {tail}" if tail else ""))
