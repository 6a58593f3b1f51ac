package org.jzfof.neighbours.search;

import org.jzfof.backend.Backend;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;
import org.jzfof.neighbours.files.PackedRows;
import org.jzfof.neighbours.packing.PackedLists;
import org.jzfof.neighbours.packing.PackingBlocks;
import org.jzfof.neighbours.packing.PackingKernels;

/** Packs the lists of queries that come along the curve. */
final class ListPacker {
  private final PackingKernels kernels;
  private final DeviceMemory memory;
  private final HostMemory host = new HostMemory();
  private final PackingBlocks blocks;
  private final DeviceArray row;
  private final long sources;

  /**
   * @param row rows of the queries of this rank in the order in which all queries were read; kept
   *     open by the caller
   * @param sources number of sources of all ranks
   */
  ListPacker(Backend backend, PackingBlocks blocks, DeviceArray row, long sources) {
    this.kernels = backend.packing();
    this.memory = backend.memory();
    this.blocks = blocks;
    this.row = row;
    this.sources = sources;
  }

  /**
   * Moves the end of a range of queries to the end of a packed block, so that the range has whole
   * blocks, and at least one.
   *
   * @param from first query of the range
   */
  long end(long from, long end) {
    long whole = blocks.floor(end);
    return whole > from ? whole : blocks.next(from);
  }

  /** I32 or I64 rows of consecutive queries of this rank in the order in which they were read. */
  HostColumn rows(long from, long count) {
    try (DeviceArray part = memory.slice(row, from, count)) {
      return host.fetch(memory, part);
    }
  }

  /**
   * Packs the lists of queries.
   *
   * @param start I64 offsets of the lists, followed by the number of pairs
   * @param neighbour I32 or I64 numbers of the neighbours along the curve
   * @param first number of the first query along the curve
   * @param excludeSelf whether the queries, which are the sources, are left out of their lists
   */
  PackedRows pack(
      DeviceArray start, DeviceArray neighbour, long first, int count, boolean excludeSelf) {
    PackingKernels.Lists lists =
        new PackingKernels.Lists(start, neighbour, sources, excludeSelf ? first : -1);
    try (PackedLists packed = kernels.pack(lists, blocks.starts(first, first + count))) {
      return new PackedRows(blocks, packed.lengths(), host.fetch(memory, packed.bytes()));
    }
  }
}
