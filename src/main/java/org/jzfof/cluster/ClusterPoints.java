package org.jzfof.cluster;

import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Redistribution;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.fof.GlobalIndex;
import org.jzfof.fof.LongList;
import org.jzfof.neighbours.ClusterKernels;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.DistributedIndex;
import org.jzfof.neighbours.DistributedPoints;
import org.jzfof.neighbours.search.NeighbourSearch;
import org.jzfof.threads.Parallel;

/**
 * The particles among which a rank finds clusters: those of its domain, and behind them ghosts,
 * copies of the particles of other domains that may lie within eps of one of them. A single rank
 * has all particles, in the order in which they were read.
 */
final class ClusterPoints implements AutoCloseable {
  private final DistributedIndex.Context context;
  private final Communicator comm;
  private final DeviceMemory memory;
  private final NeighbourSearch.Sources sources;
  private final DistributedPoints shared; // null on a single rank, as all of the following
  private final Redistribution toGhosts;
  private final DeviceArray rows;
  private final long[] copied;
  private final long count;
  private final Coordinates coordinates;
  private final DeviceArray ids;

  /**
   * Distributes the particles; every rank calls it.
   *
   * @param sources particles that this rank has read; closed with this object, on several ranks as
   *     soon as they are distributed
   * @param readIds I64 IDs of these particles; closed likewise
   */
  ClusterPoints(
      DistributedIndex.Context context,
      NeighbourSearch.Sources sources,
      DeviceArray readIds,
      ClusterSearch.Parameters parameters) {
    this.context = context;
    this.sources = sources;
    this.comm = context.arrays().comm();
    this.memory = context.memory();
    if (comm.size() == 1) {
      this.shared = null;
      this.toGhosts = null;
      this.rows = null;
      this.copied = null;
      this.count = sources.coordinates().count();
      this.coordinates = sources.coordinates();
      this.ids = readIds;
      return;
    }
    try (sources;
        readIds;
        Scope made = new Scope()) {
      this.shared =
          made.add(
              new DistributedPoints(context, sources.coordinates(), parameters.box(), readIds));
      Cleanup.close(sources, readIds);
      this.count = shared.points().count();
      this.toGhosts = made.add(toGhosts(parameters.eps()));
      DeviceArray xyz = made.add(withGhosts(shared.points().xyz(), 3));
      shared.points().close();
      this.coordinates = new Coordinates(xyz.length() / 3, xyz);
      this.rows = made.add(withGhosts(shared.rows(), 1));
      this.ids = made.add(withGhosts(shared.values(), 1));
      shared.values().close();
      this.copied = made.keep(copied());
    }
  }

  private Redistribution toGhosts(double eps) {
    try (DeviceArray searchRadius = memory.uploadSame(eps, count)) {
      return shared.redistribution(shared.near(shared.points(), searchRadius, comm.rank()));
    }
  }

  /** Appends the values of the ghosts to those of the particles of this domain. */
  private DeviceArray withGhosts(DeviceArray values, int width) {
    try (Scope made = new Scope();
        DeviceArray ghosts = toGhosts.sendCopy(values, width)) {
      DeviceArray all = made.add(memory.allocate(values.type(), values.length() + ghosts.length()));
      memory.copy(values, all, values.length());
      memory.copy(ghosts, all, values.length(), ghosts.length());
      return made.keep(all);
    }
  }

  /** The {@link GlobalIndex} of each ghost on its own rank. */
  private long[] copied() {
    try (DeviceArray numbers =
            memory.range(ElementType.I64, GlobalIndex.of(comm.rank(), 0), count);
        DeviceArray arrived = toGhosts.sendCopy(numbers, 1)) {
      return memory.toLongs(arrived);
    }
  }

  /** Number of particles without the ghosts. */
  long count() {
    return count;
  }

  /** Coordinates of the particles and ghosts. */
  Coordinates coordinates() {
    return coordinates;
  }

  /** I64 IDs of the particles and ghosts. */
  DeviceArray ids() {
    return ids;
  }

  /**
   * Sorts particles and ghosts by ID; those with the same ID by their rows among the particles of
   * all ranks.
   *
   * @param selection I32 increasing indices of particles and ghosts
   */
  DeviceArray sortById(DeviceArray selection, ClusterKernels kernels) {
    if (shared == null) {
      return kernels.sort(selection, ids, false); // which are in the order of their rows
    }
    try (DeviceArray byRow = kernels.sort(selection, rows, false)) {
      return kernels.sort(byRow, ids, false);
    }
  }

  /**
   * Replaces the counts of the ghosts by those on the ranks of their domains; every rank calls it.
   */
  void completeCounts(DeviceArray counts) {
    if (shared != null) {
      try (DeviceArray ghosts = toGhosts.sendCopy(counts, 1)) {
        memory.copy(ghosts, counts, count, ghosts.length());
      }
    }
  }

  /**
   * Returns edges between groups of this rank and ghosts.
   *
   * @param pointers I32 contracted pointers between particles and ghosts
   * @return pairs of {@link GlobalIndex}
   */
  long[] edges(DeviceArray pointers) {
    if (shared == null) {
      return new long[0];
    }
    int[] root;
    try (DeviceArray ofGhosts = memory.slice(pointers, count, copied.length)) {
      root = memory.toInts(ofGhosts);
    }
    LongList edges = new LongList();
    for (int i = 0; i < root.length; i++) {
      if (Integer.toUnsignedLong(root[i]) < count) {
        edges.add(GlobalIndex.of(comm.rank(), root[i]));
        edges.add(copied[i]);
      }
    }
    return edges.toArray();
  }

  /**
   * Rows of particles of this domain among the particles of all ranks.
   *
   * @param selection I32 indices of these particles
   */
  long[] rows(DeviceArray selection) {
    if (shared == null) {
      int[] row = memory.toInts(selection);
      long[] rows = new long[row.length];
      Parallel.forEach(row.length, Parallel.GRAIN, i -> rows[i] = row[i]);
      return rows;
    }
    try (DeviceArray selected = context.particles().gather(rows, 1, selection)) {
      return memory.toLongs(selected);
    }
  }

  /**
   * Sends values to the ranks that have read the particles; every rank calls it.
   *
   * @param values I32 values of the particles of this domain; closed
   * @return I32 values of the particles that this rank has read, in their order
   */
  DeviceArray sendHome(DeviceArray values, ClusterKernels kernels) {
    if (shared == null) {
      return values;
    }
    try (values;
        Redistribution home = shared.home();
        DeviceArray homeRows = home.sendCopy(shared.rows(), 1)) {
      return kernels.inOrder(home.sendCopy(values, 1), homeRows, sources.firstRow());
    }
  }

  @Override
  public void close() {
    Cleanup.close(ids, rows, coordinates, toGhosts, shared);
  }
}
