package org.jzfof.pipeline;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.backend.Backend;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.knn.Coordinates;
import org.jzfof.knn.KnnKernels;
import org.jzfof.knn.NeighbourIndex;
import org.jzfof.knn.Neighbours;

/** The answers of the only rank, with I32 rows. */
final class LoneAnswers implements Answers {
  private final Backend backend;
  private final DeviceMemory memory;
  private final KnnKernels kernels;
  private final Coordinates points;
  private final NeighbourSearch.Problem problem;
  private final NeighbourIndex index;

  /**
   * @param points kept open by the caller
   */
  LoneAnswers(Backend backend, Coordinates points, NeighbourSearch.Problem problem) {
    this.backend = backend;
    this.memory = backend.memory();
    this.kernels = backend.knn();
    this.points = points;
    this.problem = problem;
    this.index = kernels.index(points, problem.box());
  }

  @Override
  public long[] order() {
    return Arrays.stream(memory.toInts(index.order())).asLongStream().toArray();
  }

  @Override
  public Neighbours own(long from, int count) {
    boolean all = count == points.count();
    if (all && !problem.excludeSelf()) {
      return searchAll(); // row numbers are not worth uploading
    }
    try (DeviceArray rows = memory.upload(range(from, count))) {
      return withoutSelf(all ? searchAll() : search(rows), rows);
    }
  }

  private Neighbours searchAll() {
    return kernels.searchAll(index, problem.searched(), problem.distance());
  }

  private Neighbours search(DeviceArray rows) {
    try (Coordinates block =
        new Coordinates(rows.length(), backend.particles().gather(points.xyz(), 3, rows))) {
      return kernels.search(index, block, null, problem.searched(), problem.distance());
    }
  }

  @Override
  public Neighbours inOrder(long from, int count) {
    try (DeviceArray rows = memory.upload(memory.pick(index.order(), 1, range(from, count)))) {
      return withoutSelf(
          kernels.searchOwn(index, from, from + count, problem.searched(), problem.distance()),
          rows);
    }
  }

  private static int[] range(long from, int count) {
    return IntStream.range((int) from, (int) from + count).toArray();
  }

  private Neighbours withoutSelf(Neighbours found, DeviceArray rows) {
    if (!problem.excludeSelf()) {
      return found;
    }
    try (found) {
      return kernels.without(found, rows);
    }
  }

  @Override
  public Neighbours search(Coordinates queries) {
    try (queries) {
      return kernels.search(index, queries, null, problem.k(), problem.distance());
    }
  }

  @Override
  public void close() {
    index.close();
  }
}
