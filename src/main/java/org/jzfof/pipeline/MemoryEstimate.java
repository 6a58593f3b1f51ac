package org.jzfof.pipeline;

import org.jzfof.backend.Backend;
import org.jzfof.config.RunOptions;
import org.jzfof.device.ElementType;
import org.jzfof.snapshot.particles.SnapshotParticles;
import org.jzfof.subhalo.density.LocalDensity;
import org.jzfof.subhalo.ranks.SubhaloSearch;

/**
 * Estimates the device memory of a run from the particle counts. The estimate assumes that two
 * particles in five are in groups, with on average four times the minimum length.
 */
final class MemoryEstimate {
  private static final long GROUP_BYTES = 400;
  private static final long GROUP_TYPE_BYTES = 48;

  /**
   * Bytes of a particle that is neither linked nor attached: its columns, a sorted copy, tree
   * nodes.
   */
  private static final long OTHER_BYTES = 48;

  /**
   * Bytes of a particle whose label is sent back to another rank: its row in the redistribution.
   */
  private static final long RETURN_BYTES = 4;

  private static final double IN_GROUPS = 0.4;

  private MemoryEstimate() {}

  /** Returns the estimate in bytes for this rank. */
  static long bytes(RunOptions options, SnapshotParticles input, Backend backend, int ranks) {
    long groups = input.rows() / (10L * options.groups().minLength());
    boolean labels = options.output().membership() || options.output().reorder();
    long returnBytes = ranks > 1 && labels ? RETURN_BYTES : 0;
    return input.rows() * (input.bytesPerRow() + backend.fofBytesPerParticle() + returnBytes)
        + input.surroundingCount() * OTHER_BYTES
        + groups * (GROUP_BYTES + GROUP_TYPE_BYTES * input.header().types())
        + (options.subhaloes().wanted() ? subhaloes(options, input, backend) : 0);
  }

  /**
   * Estimates the memory for subhaloes: first coordinates and an index of all particles with rows
   * of neighbours, then densities and columns of the members.
   */
  private static long subhaloes(RunOptions options, SnapshotParticles input, Backend backend) {
    long index = input.rows() * (3L * Double.BYTES + backend.knnBytesPerParticle(ElementType.F64));
    long members = (long) (IN_GROUPS * input.rows());
    int neighbours = options.subhaloes().densityNeighbours();
    long rows = LocalDensity.memberBytes(backend.densities(), members, neighbours);
    return Math.max(
        index + rows,
        backend.inHeap() ? SubhaloSearch.heapBytes(members) : SubhaloSearch.deviceBytes(members));
  }
}
