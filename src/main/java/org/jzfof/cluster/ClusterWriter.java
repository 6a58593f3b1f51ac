package org.jzfof.cluster;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.jzfof.catalogue.layout.CollectiveWriters;
import org.jzfof.catalogue.layout.ColumnExtent;
import org.jzfof.catalogue.layout.OpenOutputs;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.catalogue.layout.WriterThreads;
import org.jzfof.comm.ByteMessages;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.SharedBlocks;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.neighbours.ClusterKernels;

/**
 * Writes the clusters of all particles: rank 0 creates the file, then every rank writes the rows of
 * its particles with several threads. Ranks that do not see the file send their rows to others.
 */
final class ClusterWriter {
  /** Number of particles that are copied from the device at a time. */
  private static final int WINDOW = 1 << 22;

  /** Number of particles that a thread writes at a time. */
  private static final int BLOCK = 1 << 16;

  private final Communicator comm;
  private final List<ColumnExtent> extents;
  private final CollectiveWriters writers;
  private final OpenOutputs files;
  private final WriterThreads threads = new WriterThreads(Long.BYTES * BLOCK);

  private ClusterWriter(
      Communicator comm, List<ColumnExtent> extents, CollectiveWriters writers, OpenOutputs files) {
    this.comm = comm;
    this.extents = extents;
    this.writers = writers;
    this.files = files;
  }

  /**
   * The clusters of the particles of a rank.
   *
   * @param first row of the first of these particles among those of all ranks
   * @param members I32, as in {@link ClusterSearch.Result}
   */
  record Rows(long first, DeviceArray members, DeviceMemory memory) {}

  /**
   * Writes the file and flushes it to the disk; every rank calls it.
   *
   * @param file path of the complete file
   * @param temporary path at which the file is written
   * @throws org.jzfof.error.OutputException if this rank cannot write, with the cause
   */
  static void write(Communicator comm, ClusterInfo info, Path file, Path temporary, Rows rows) {
    write(comm, info, file, temporary, rows, Files::exists);
  }

  /**
   * Writes the file with a given test of visibility.
   *
   * @param visible whether this rank sees a file
   */
  static void write(
      Communicator comm,
      ClusterInfo info,
      Path file,
      Path temporary,
      Rows rows,
      Predicate<Path> visible) {
    List<ColumnExtent> extents =
        ColumnExtent.broadcast(
            comm, comm.rank() == 0 ? new ClusterFile(info).create(temporary, file) : List.of());
    CollectiveWriters writers = CollectiveWriters.of(comm, temporary, visible.test(temporary));
    try (OpenOutputs files = new OpenOutputs(writers)) {
      boolean writes = writers.of(comm.rank()) == comm.rank();
      files.openTogether(comm, writes ? extents : List.of());
      new ClusterWriter(comm, extents, writers, files).write(rows);
      files.sync();
    }
  }

  private void write(Rows rows) {
    ByteBuffer window =
        ByteBuffer.allocateDirect(Integer.BYTES * (int) Math.min(WINDOW, rows.members.length()))
            .order(ByteOrder.nativeOrder());
    SharedBlocks.forEach(
        comm,
        rows.members.length(),
        WINDOW,
        (from, count) -> {
          window.clear().limit(Integer.BYTES * (int) count);
          rows.memory.read(rows.members, from * Integer.BYTES, window);
          window.flip();
          if (writers.of(comm.rank()) == comm.rank()) {
            write(rows.first + from, window);
          }
          if (!writers.all()) {
            exchange(rows.first + from, window);
          }
        });
  }

  /** Sends rows to the rank that writes them, and writes those of other ranks. */
  private void exchange(long first, ByteBuffer members) {
    byte[][] messages = ByteMessages.none(comm);
    int writer = writers.of(comm.rank());
    if (writer != comm.rank()) {
      messages[writer] =
          ByteBuffer.allocate(Long.BYTES + members.remaining())
              .order(ByteOrder.nativeOrder())
              .putLong(first)
              .put(members)
              .array();
    }
    for (byte[] received : ByteMessages.allToAll(comm, messages)) {
      if (received.length > 0) {
        ByteBuffer message = ByteBuffer.wrap(received).order(ByteOrder.nativeOrder());
        write(message.getLong(), message);
      }
    }
  }

  /** Writes consecutive rows. */
  private void write(long first, ByteBuffer members) {
    IntBuffer all = members.asIntBuffer();
    int count = all.remaining();
    threads.run(
        (count + BLOCK - 1) / BLOCK,
        (b, bytes) -> {
          int from = b * BLOCK;
          int[] block = new int[Math.min(BLOCK, count - from)];
          all.get(from, block);
          for (ColumnExtent extent : extents) {
            write(extent, new RowRange(first + from, block.length), block, bytes.clear());
          }
        });
  }

  /** Writes those of the rows that are in an extent. */
  private void write(ColumnExtent extent, RowRange rows, int[] members, ByteBuffer bytes) {
    long first = Math.max(rows.first(), extent.rows().first());
    int count = (int) (Math.min(rows.end(), extent.rows().end()) - first);
    if (count <= 0) {
      return;
    }
    int from = (int) (first - rows.first());
    if (extent.column() == ClusterFile.CLUSTER) {
      long[] cluster = new long[count];
      for (int i = 0; i < count; i++) {
        cluster[i] = members[from + i] >> 1; // of no cluster, this is -1, too
      }
      bytes.asLongBuffer().put(cluster);
    } else {
      byte[] core = new byte[count];
      for (int i = 0; i < count; i++) {
        int member = members[from + i];
        core[i] = (byte) (member == ClusterKernels.NONE ? 0 : member & 1);
      }
      bytes.duplicate().put(core);
    }
    int rowBytes = ClusterFile.rowBytes(extent.column());
    files.write(extent, rowBytes, first, bytes.limit(count * rowBytes));
  }
}
