package org.jzfof.neighbours.search;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.config.search.KernelChoice;
import org.jzfof.config.search.NeighbourValue;
import org.jzfof.config.search.RowShape;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.SphKernel;
import org.jzfof.neighbours.SphKernels;
import org.jzfof.neighbours.files.RowLookup;
import org.jzfof.neighbours.files.SourceValues;
import org.jzfof.threads.Parallel;

/**
 * SPH sums over the neighbours of queries. On a single rank the masses and velocities of all
 * sources are on the device; on several ranks those of the neighbours are looked up.
 */
public final class SphSums implements AutoCloseable {
  private final SphKernels kernels;
  private final SphKernel kernel;
  private final RowShape shape;
  private final SourceValues sources;
  private final DeviceMemory memory;
  private final HostMemory host = new HostMemory();
  private final SphKernels.Values columns; // of all sources; null on several ranks

  SphSums(Backend backend, Communicator comm, RowShape shape, SourceValues sources, long rows) {
    this.kernels = backend.sph();
    this.kernel = kernel(shape);
    this.shape = shape;
    this.sources = sources;
    this.memory = backend.memory();
    this.columns = comm.size() == 1 && shape.hasSums() ? upload((int) rows) : null;
  }

  /** Makes an object for a shape that has no sums. */
  public static SphSums none(Backend backend, Communicator comm, RowShape shape) {
    return new SphSums(backend, comm, shape, null, 0);
  }

  /** The kernel that the output asks for. */
  static SphKernel kernel(RowShape shape) {
    return shape.kernel() == KernelChoice.CUBIC ? SphKernel.CUBIC : SphKernel.WENDLAND;
  }

  private SphKernels.Values upload(int rows) {
    try (Scope made = new Scope()) {
      DeviceArray mass =
          sources.masses() == null ? null : made.add(upload(List.of(sources.masses()), rows));
      DeviceArray velocity =
          sources.velocities().isEmpty() ? null : made.add(upload(sources.velocities(), rows));
      return made.keep(new SphKernels.Values(mass, sources.oneMass(), velocity));
    }
  }

  private DeviceArray upload(List<RowLookup> columns, int rows) {
    int width = columns.size();
    double[] values = new double[width * rows];
    Parallel.forEach(
        rows,
        Parallel.GRAIN,
        row -> {
          for (int c = 0; c < width; c++) {
            values[width * row + c] = Double.longBitsToDouble(columns.get(c).local(row));
          }
        });
    return memory.upload(values);
  }

  /** Returns the requested sums, F64, over lists whose rows are the sources of a single rank. */
  Map<NeighbourValue, HostColumn> of(SphKernels.Lists lists) {
    return of(lists, columns);
  }

  /**
   * Returns the requested sums, F64; all ranks call it together.
   *
   * @param lists lists without rows
   * @param row row of each neighbour among the sources of all ranks
   */
  Map<NeighbourValue, HostColumn> of(SphKernels.Lists lists, HostColumn row) {
    if (!shape.hasSums()) {
      return new EnumMap<>(NeighbourValue.class);
    }
    List<RowLookup> masses = sources.masses() == null ? List.of() : List.of(sources.masses());
    try (DeviceArray mass = lookUp(masses, row);
        DeviceArray velocity = lookUp(sources.velocities(), row)) {
      return of(lists, new SphKernels.Values(mass, sources.oneMass(), velocity));
    }
  }

  /** Returns the values of each neighbour; null without columns. */
  private DeviceArray lookUp(List<RowLookup> columns, HostColumn row) {
    if (columns.isEmpty()) {
      return null;
    }
    int width = columns.size();
    double[] values = new double[width * row.length()];
    for (int c = 0; c < width; c++) {
      int at = c;
      try (HostColumn bits = columns.get(c).get(row, host)) {
        Parallel.forEach(
            row.length(),
            Parallel.GRAIN,
            i -> values[width * i + at] = Double.longBitsToDouble(bits.getLong(i)));
      }
    }
    return memory.upload(values);
  }

  private Map<NeighbourValue, HostColumn> of(SphKernels.Lists lists, SphKernels.Values values) {
    Map<NeighbourValue, HostColumn> sums = new EnumMap<>(NeighbourValue.class);
    if (shape.has(NeighbourValue.DENSITY)) {
      try (DeviceArray densities = kernels.densities(kernel, lists, values)) {
        sums.put(NeighbourValue.DENSITY, host.fetch(memory, densities));
      }
    }
    if (shape.has(NeighbourValue.DISPERSION)) {
      try (DeviceArray dispersions = kernels.dispersions(kernel, lists, values)) {
        sums.put(NeighbourValue.DISPERSION, host.fetch(memory, dispersions));
      }
    }
    return sums;
  }

  @Override
  public void close() {
    if (columns != null) {
      Cleanup.close(columns.mass(), columns.velocity());
    }
  }
}
