"""Makes src/test/resources/org/jzfof/hdf5/filters/filters.hdf5: one table of float32, packed by the filters' own programs.

    HDF5_PLUGIN_PATH=PLUGINS python3 make_filters.py FILE

PLUGINS has libh5lz4.so and libh5bshuf.so (Debian's hdf5-filter-plugin) and libH5Zblosc.so (hdf5-filter-plugin-blosc-serial), Python has
Debian's bitshuffle, the system libzstd and libblosc. Zstandard frames, and those of Blosc with blocks of a given length, are written chunk by
chunk, as their filters would.
"""
import ctypes
import struct
import sys

import bitshuffle
import h5py
import numpy as np

BLOSC, LZ4, BITSHUFFLE, ZSTD = 32001, 32004, 32008, 32015
BLOCK = 512
zstd = ctypes.CDLL("libzstd.so.1")
zstd.ZSTD_compressBound.restype = zstd.ZSTD_compress.restype = ctypes.c_size_t
zstd.ZSTD_compressBound.argtypes = [ctypes.c_size_t]
zstd.ZSTD_compress.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int]
blosc = ctypes.CDLL("libblosc.so.1")
blosc.blosc_compress_ctx.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_char_p]
blosc.blosc_compress_ctx.argtypes += [ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int]


def table(rows):
    """Steps, and some numbers that cannot be packed."""
    values = (np.arange(3 * rows) // 8 * 0.5).astype("<f4").reshape(rows, 3)
    x = 1
    for i in range(3 * 831, 3 * 1002):
        x = (x * 1103515245 + 12345) % 2**31
        values[i // 3, i % 3] = x
    return values


def frame(data):
    target = ctypes.create_string_buffer(zstd.ZSTD_compressBound(len(data)))
    bytes_packed = zstd.ZSTD_compress(target, len(target), data, len(data), 3)
    return target.raw[:bytes_packed]


def shuffle(data):
    return np.frombuffer(data, "u1").reshape(-1, 4).T.tobytes()


def bitshuffle_zstd(data):
    values = np.frombuffer(data, "<f4")
    packed = struct.pack(">QI", len(data), 4 * BLOCK)
    end = len(values) // 8 * 8
    for first in range(0, end, BLOCK):
        block = frame(bitshuffle.bitshuffle(values[first : min(end, first + BLOCK)].copy()).tobytes())
        packed += struct.pack(">I", len(block)) + block
    return packed + values[end:].tobytes()


def blosc_chunk(codec, level, shuffled, block):
    """Packs with shuffled = 0 (no), 1 (bytes) or 2 (bits)."""

    def pack(data):
        target = ctypes.create_string_buffer(len(data) + 16)
        n = blosc.blosc_compress_ctx(level, shuffled, 4, len(data), data, target, len(target), codec, block, 1)
        return target.raw[:n]

    return pack


def by_chunk(file, name, filters, values, pack):
    """Chunks that are packed here; optional filters need not be there."""
    properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    properties.set_chunk(CHUNK)
    for number, parameters in filters:
        properties.set_filter(number, h5py.h5z.FLAG_OPTIONAL, parameters)
    space = h5py.h5s.create_simple(values.shape)
    data = h5py.h5d.create(file.id, name.encode(), h5py.h5t.IEEE_F32LE, space, properties)
    for row in range(0, len(values), CHUNK[0]):
        chunk = np.zeros(CHUNK, "<f4")
        chunk[: len(values) - row] = values[row : row + CHUNK[0]]
        data.write_direct_chunk((row, 0), pack(chunk.tobytes()))


CHUNK = (501, 3)
values = table(1300)
with h5py.File(sys.argv[1], "w") as file:
    for name, options in {
        "lzf": dict(compression="lzf"),
        "shuffle,lzf,fletcher32": dict(compression="lzf", shuffle=True, fletcher32=True),
        "lz4": dict(compression=LZ4),
        "shuffle,lz4": dict(compression=LZ4, compression_opts=(2048,), shuffle=True),
        "bitshuffle": dict(compression=BITSHUFFLE, compression_opts=(0, 0)),
        "bitshuffle,lz4": dict(compression=BITSHUFFLE, compression_opts=(0, 2)),
        "bitshuffle,lz4,fletcher32": dict(compression=BITSHUFFLE, compression_opts=(BLOCK, 2), fletcher32=True),
    }.items():
        file.create_dataset(name, data=values, chunks=CHUNK, **options)
    by_chunk(file, "zstd", [(ZSTD, (3,))], values, frame)
    by_chunk(file, "shuffle,zstd", [(h5py.h5z.FILTER_SHUFFLE, ()), (ZSTD, (3,))], values, lambda d: frame(shuffle(d)))
    by_chunk(file, "bitshuffle,zstd", [(BITSHUFFLE, (BLOCK, 3))], values, bitshuffle_zstd)
    by_filter = dict(compression=BLOSC, compression_opts=(0, 0, 0, 0, 9, 1, 0), fletcher32=True)
    file.create_dataset("blosc,fletcher32", data=values, chunks=CHUNK, **by_filter)
    for name, codec, level, shuffled, block in [
        ("blosclz", b"blosclz", 9, 0, 0),
        ("lz4", b"lz4", 9, 1, 0),
        ("snappy", b"snappy", 9, 1, 0),
        ("zlib", b"zlib", 9, 1, 0),
        ("zstd", b"zstd", 9, 2, 2048),
        ("copied", b"lz4", 0, 1, 0),
    ]:
        by_chunk(file, "blosc," + name, [(BLOSC, ())], values, blosc_chunk(codec, level, shuffled, block))
