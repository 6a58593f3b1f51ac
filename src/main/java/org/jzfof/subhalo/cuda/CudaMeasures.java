package org.jzfof.subhalo.cuda;

import static org.jzfof.device.cuda.CudaArray.address;

import java.util.Arrays;
import java.util.List;
import org.jzfof.config.SubhaloOptions;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.domain.FixedPoint;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.subhalo.SubhaloPhysics;

/** Measures the properties of subhaloes on the GPU. */
final class CudaMeasures {
  private static final String STAGE = "subhalo_measures";

  /** Maximum number of particle types for which blocks have sums. */
  static final int MAX_TYPES = 24;

  /** Number of members from which the block of a subhalo has more than one warp. */
  private static final long LONG = 256;

  private static final int SHORT_THREADS = 32;
  private static final int THREADS = 256;

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final CudaMembers members;
  private final List<SubhaloPhysics> physics;
  private final DeviceArray physicsTable;

  /**
   * @param physics parameters of each group, at least one
   * @param physicsTable as in {@link CudaUnbinding.Search}
   */
  CudaMeasures(
      CudaKernels kernels,
      CudaMemory memory,
      CudaMembers members,
      List<SubhaloPhysics> physics,
      DeviceArray physicsTable) {
    this.kernels = kernels;
    this.memory = memory;
    this.members = members;
    this.physics = physics;
    this.physicsTable = physicsTable;
  }

  /**
   * Measures subhaloes.
   *
   * @param subhaloes fields of the structure {@code Subhaloes} of subhaloes.cuh
   * @param orders fields of the structure {@code Orders} of subhalo_measures.cu
   * @param units F64 structures {@code Units} of the groups
   * @param number row of each group in the catalogue
   */
  SubhaloTable table(
      long count,
      long[] subhaloes,
      long[] orders,
      DeviceArray units,
      long[] number,
      SubhaloOptions options) {
    int types = members.columns().typeCount();
    int apertures = physics.get(0).apertures().size();
    long[] layout = layout(types, apertures);
    double[] radii = radii(apertures);
    try (DeviceArray integers = memory.zeros(ElementType.I64, count * layout[0]);
        DeviceArray reals = memory.zeros(ElementType.F64, count * layout[1]);
        DeviceArray numbers = memory.upload(number);
        DeviceArray radius = memory.upload(radii)) {
      long[] rules = {physics.get(0).oneMass() ? 1 : 0, apertures, address(radius)};
      long[] columns = {address(integers), address(reals), address(numbers)};
      Arguments arguments = new Arguments(count, subhaloes, orders, units, rules, layout, columns);
      run(arguments, "measure_256", THREADS, LONG, Long.MAX_VALUE);
      run(arguments, "measure_32", SHORT_THREADS, 0, LONG);
      return new SubhaloTable(
          options, types, apertures, memory.toLongs(integers), memory.toDoubles(reals));
    }
  }

  /** Returns the radii of the apertures of each group; one at a radius is inside. */
  private double[] radii(int apertures) {
    double[] radii = new double[apertures * physics.size()];
    for (int i = 0; i < radii.length; i++) {
      radii[i] = Math.nextUp(physics.get(i / apertures).apertures().get(i % apertures));
    }
    return radii;
  }

  /** Arguments that all kernels share. */
  private record Arguments(
      long count,
      long[] subhaloes,
      long[] orders,
      DeviceArray units,
      long[] rules,
      long[] layout,
      long[] columns) {}

  private void run(Arguments arguments, String kernel, int threads, long shortest, long longest) {
    kernels
        .launch(STAGE, kernel)
        .struct(members.struct())
        .arg(physicsTable)
        .struct(structOf(members.columns().map()))
        .arg(arguments.units)
        .struct(arguments.subhaloes)
        .struct(arguments.orders)
        .struct(arguments.rules)
        .struct(arguments.layout)
        .struct(arguments.columns)
        .arg(shortest)
        .arg(longest)
        .run(arguments.count * threads, threads);
  }

  /** Returns the fields of the structure {@code Map} of subhalo_measures.cu. */
  private static double[] structOf(FixedPoint map) {
    double[] fields = new double[9];
    for (int d = 0; d < 3; d++) {
      fields[d] = map.cell()[d];
      fields[3 + d] = map.offset()[d];
    }
    fields[6] = map.largestCell();
    fields[7] = map.periodic() ? 1 : 0;
    fields[8] = map.isotropic() ? 1 : 0;
    return fields;
  }

  /** Returns the fields of the structure {@code Layout} of subhalo_measures.cu. */
  private static long[] layout(int types, int apertures) {
    SubhaloColumn[] columns = {
      SubhaloColumn.GROUP,
      SubhaloColumn.RANK,
      SubhaloColumn.PARENT,
      SubhaloColumn.LENGTH,
      SubhaloColumn.MOST_BOUND,
      SubhaloColumn.DEEPEST,
      SubhaloColumn.LENGTH_TYPE,
      SubhaloColumn.MASS,
      SubhaloColumn.MASS_TYPE,
      SubhaloColumn.POSITION,
      SubhaloColumn.CENTRE_OF_MASS,
      SubhaloColumn.VELOCITY,
      SubhaloColumn.DISPERSION,
      SubhaloColumn.SPIN,
      SubhaloColumn.VMAX,
      SubhaloColumn.VMAX_RADIUS,
      SubhaloColumn.ENCLOSING_RADIUS,
      SubhaloColumn.HALF_MASS_RADIUS,
      SubhaloColumn.HALF_MASS_RADIUS_TYPE,
      SubhaloColumn.MASS_IN_HALF_RADIUS,
      SubhaloColumn.MASS_IN_TWICE_HALF_RADIUS,
      SubhaloColumn.MASS_IN_VMAX_RADIUS,
      SubhaloColumn.MASS_IN_HALF_RADIUS_TYPE,
      SubhaloColumn.MASS_IN_TWICE_HALF_RADIUS_TYPE,
      SubhaloColumn.MASS_IN_VMAX_RADIUS_TYPE,
      SubhaloColumn.MASS_IN_APERTURES
    };
    long[] layout = new long[2 + columns.length];
    layout[0] = SubhaloColumn.integers(types);
    layout[1] = SubhaloColumn.reals(types, apertures);
    Arrays.setAll(layout, i -> i < 2 ? layout[i] : columns[i - 2].start(types, apertures));
    return layout;
  }
}
