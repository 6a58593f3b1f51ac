package org.jzfof.subhalo.potential;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jzfof.centres.PotentialKernels;
import org.jzfof.centres.PotentialTree;
import org.jzfof.centres.Softening;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.error.Scope;
import org.jzfof.subhalo.members.MemberRows;
import org.jzfof.subhalo.members.PlaceOrder;
import org.jzfof.subhalo.members.SubhaloMembers;

/**
 * Potentials by a tree over the sources of each request: sums over pairs, but for distant nodes,
 * which count with their mass and second moments. They depend on nothing but the sources.
 */
public final class TreeSums implements PotentialSums {
  /** Error of a node over its potential up to which it is not opened. */
  private static final double TOLERANCE = 0.02;

  private final DeviceMemory memory;
  private final PotentialKernels kernels;
  private final SubhaloMembers members;
  private final PotentialKernels.Field field;

  /**
   * @param memory of the backend of the kernels
   */
  public TreeSums(
      DeviceMemory memory, PotentialKernels kernels, SubhaloMembers members, Softening softening) {
    this.memory = memory;
    this.kernels = kernels;
    this.members = members;
    this.field = PotentialKernels.Field.of(members.map(), softening);
  }

  @Override
  public void add(List<Request> requests) {
    for (Request request : requests) {
      if (request.pairs() > 0) {
        add(request);
      }
    }
  }

  private void add(Request request) {
    int[] row = PlaceOrder.of(members, request.sources());
    try (DeviceArray start = memory.upload(new long[] {0, row.length});
        PotentialTree sources = withoutLevels(start, row);
        DeviceArray one = memory.upload(new int[1]);
        PotentialTree tree = kernels.tree(sources, field.cell(), one)) {
      int[] places = places(request.targets());
      long[] sums = kernels.potentialsByTree(tree, field, places, TOLERANCE, request.scale());
      for (int i = 0; i < sums.length; i++) {
        request.depth()[i] += request.sign() * sums[i];
      }
    }
  }

  /** Members as the only group of a tree. */
  private PotentialTree withoutLevels(DeviceArray start, int[] row) {
    try (Scope made = new Scope()) {
      DeviceArray[] place = new DeviceArray[3];
      for (int d = 0; d < 3; d++) {
        int dimension = d;
        int[] column = new int[row.length];
        Arrays.parallelSetAll(column, i -> members.place()[3 * row[i] + dimension]);
        place[d] = made.add(memory.upload(column));
      }
      double[] mass = new double[row.length];
      Arrays.parallelSetAll(mass, i -> members.mass()[row[i]]);
      DeviceArray masses = made.add(memory.upload(mass));
      return made.keep(new PotentialTree(start, place[0], place[1], place[2], masses, List.of()));
    }
  }

  private int[] places(MemberRows some) {
    int[] places = new int[3 * some.count()];
    IntStream.range(0, some.count())
        .parallel()
        .forEach(i -> System.arraycopy(members.place(), 3 * some.row()[i], places, 3 * i, 3));
    return places;
  }

  @Override
  public void close() {}
}
