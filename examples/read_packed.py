"""Reads the lists of `jzfof neighbours --values packed`: read_packed.py FILE [FIRST [LAST]]

Prints the neighbours of queries [FIRST, LAST) of the file, numbers along the curve. The row of
number i is Queries/Row[i] or, if the queries are others than the sources, Sources/Row[i].
"""

import sys

import h5py
import numpy as np


def read_lists(path, first=0, last=None):
    """Returns the neighbours of queries [first, last), list after list, and the offset of each list."""
    with h5py.File(path) as f:
        header = f["Header"].attrs
        assert header["ListFormatVersion"] == 1, "a newer format"
        size, queries = int(header["BlockQueries"]), int(header["NumQueries_ThisFile"])
        last = queries if last is None else last
        blocks = np.arange(first // size, -(-last // size))  # only whole blocks can be read
        offset = f["Neighbours/BlockOffset"][blocks[0] : blocks[-1] + 2] if blocks.size else [0]
        code = f["Neighbours/Packed"][offset[0] : offset[-1]]
    # Numbers of 7 bits a byte, the lowest first; the last byte of each is below 128.
    ends = np.flatnonzero(code < 128)
    begins = np.append(0, ends + 1)[:-1]
    number = np.zeros(ends.size, dtype=np.int64)
    for byte in range((ends - begins).max(initial=-1) + 1):
        longer = np.flatnonzero(begins + byte <= ends)
        number[longer] |= (code[begins[longer] + byte].astype(np.int64) & 127) << 7 * byte
    # A block begins with the number of neighbours of each of its queries.
    members = np.minimum(size, queries - size * blocks)
    head = np.searchsorted(ends, np.asarray(offset[:-1]) - offset[0])
    counts_at = np.arange(members.sum()) + np.repeat(head - members.cumsum() + members, members)
    count, step = number[counts_at], np.delete(number, counts_at)
    start = np.append(0, count.cumsum())
    # The first neighbour of a list counts from that of the list before in its block, the others
    # from the neighbour before.
    some = np.flatnonzero(count)
    heads = start[some]
    jump = ((step[heads] >> 1) ^ -(step[heads] & 1)).cumsum()
    before = np.searchsorted(some, np.repeat(np.arange(blocks.size) * size, members))[some]
    jump -= np.append(0, jump)[before]
    step[heads] = 0
    neighbour = step.cumsum()
    neighbour += np.repeat(jump - neighbour[heads], count[some])
    of = start[first - size * (first // size) :][: last - first + 1]
    return neighbour[of[0] : of[-1]], of - of[0]


if __name__ == "__main__":
    neighbours, starts = read_lists(sys.argv[1], *map(int, sys.argv[2:4]))
    for i in range(len(starts) - 1):
        print(*neighbours[starts[i] : starts[i + 1]])
