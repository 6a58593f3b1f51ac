package org.jzfof.cluster;

import java.nio.file.Path;
import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.comm.SharedBlocks;
import org.jzfof.device.ElementType;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;
import org.jzfof.neighbours.files.RowWriter;

/** Writes the cluster of every particle. All ranks call every method together. */
public final class ClusterWriter implements AutoCloseable {
  private static final int BLOCK = 1 << 20;

  private final Communicator comm;
  private final RowWriter<ClusterRows> writer;
  private final HostMemory memory = new HostMemory();

  /**
   * @param files path of the result, one element
   * @param temporary temporary path at which the file is written, one element
   */
  public ClusterWriter(
      Communicator comm, ClusterInfo info, List<Path> files, List<Path> temporary) {
    this.comm = comm;
    this.writer =
        new RowWriter<>(
            comm,
            new EvenShares(info.particles(), files.size()),
            files,
            temporary,
            (file, piece) -> new ClusterFile(file, info));
  }

  /**
   * Writes the rows of all particles of this rank, and waits until they are in the file.
   *
   * @param first row of this rank's first particle among those of all ranks
   * @param cluster number of the cluster of each particle of this rank, or -1
   * @param core flags of the core points
   */
  public void write(long first, long[] cluster, boolean[] core) {
    SharedBlocks.forEach(
        comm,
        cluster.length,
        BLOCK,
        (from, count) -> {
          HostColumn number = memory.allocate(ElementType.I64, (int) count);
          HostColumn flag = memory.allocate(ElementType.I64, (int) count);
          for (int i = 0; i < count; i++) {
            number.set(i, cluster[(int) from + i]);
            flag.set(i, core[(int) from + i] ? 1L : 0L);
          }
          writer.accept(new ClusterRows(first + from, number, flag));
        });
    writer.finish();
  }

  @Override
  public void close() {
    writer.close();
  }
}
