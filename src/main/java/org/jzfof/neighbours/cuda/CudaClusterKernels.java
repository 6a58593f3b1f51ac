package org.jzfof.neighbours.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.TableKernels;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.ClusterKernels;

/** Clusters of points on the GPU. */
public final class CudaClusterKernels implements ClusterKernels {
  private static final String STAGE = "clusters";

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;
  private final TableKernels tables;

  public CudaClusterKernels(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
    this.tables = new TableKernels(kernels, memory);
  }

  @Override
  public DeviceArray select(DeviceArray counts, long n, long from, long to) {
    try (DeviceArray bits = algorithms.bits(n)) {
      kernels.launch(STAGE, "mark_counts").arg(counts).arg(n).arg(from).arg(to).arg(bits).run(n);
      return algorithms.indices(bits, 0);
    }
  }

  @Override
  public DeviceArray sort(DeviceArray rows, DeviceArray column, boolean decreasing) {
    DeviceArray copy = memory.slice(rows, 0, rows.length());
    DeviceAlgorithms.Sorted keys = tables.column(column, 1, 0, copy, decreasing);
    DeviceAlgorithms.Sorted sorted = algorithms.sort(keys.keys(), keys.values(), Long.SIZE);
    sorted.keys().close();
    return sorted.values();
  }

  @Override
  public void unite(DeviceArray pointers, DeviceArray points, DeviceArray other, DeviceArray rows) {
    kernels
        .launch(STAGE, "unite_pairs")
        .arg(pointers)
        .arg(points)
        .arg(other)
        .arg(points.length())
        .arg(rows)
        .run(points.length());
  }

  @Override
  public Labels labels(DeviceArray pointers, DeviceArray counts, long n, long minPoints) {
    try (Scope made = new Scope();
        DeviceArray bits = memory.zeros(ElementType.I32, (n + 31) / 32 + 1)) {
      kernels
          .launch(STAGE, "mark_roots")
          .arg(pointers)
          .arg(pointers.length())
          .arg(counts)
          .arg(n)
          .arg(minPoints)
          .arg(bits)
          .run(pointers.length());
      DeviceArray roots = made.add(algorithms.indices(bits, 0));
      DeviceArray label = made.add(memory.allocate(ElementType.I32, n));
      try (DeviceAlgorithms.BitCounts before = algorithms.offsets(bits)) {
        kernels
            .launch(STAGE, "label_members")
            .arg(pointers)
            .arg(n)
            .arg(bits)
            .arg(before.before())
            .arg(label)
            .run(n);
      }
      return made.keep(new Labels(roots, label));
    }
  }

  @Override
  public Sums sums(Labels labels, DeviceArray counts, long minPoints, DeviceArray ids) {
    long clusters = labels.roots().length();
    long n = labels.label().length();
    try (Scope made = new Scope()) {
      Sums sums =
          new Sums(
              made.add(memory.zeros(ElementType.I64, clusters)),
              made.add(memory.zeros(ElementType.I64, clusters)),
              made.add(memory.filled(ElementType.I64, clusters, (byte) -1)));
      kernels
          .launch(STAGE, "sum_members")
          .arg(labels.label())
          .arg(n)
          .arg(counts)
          .arg(minPoints)
          .arg(ids)
          .arg(sums.size())
          .arg(sums.cores())
          .arg(sums.firstId())
          .run(n);
      return made.keep(sums);
    }
  }

  @Override
  public void number(DeviceArray label, DeviceArray number, DeviceArray counts, long minPoints) {
    kernels
        .launch(STAGE, "number_members")
        .arg(label)
        .arg(label.length())
        .arg(number)
        .arg(counts)
        .arg(minPoints)
        .run(label.length());
  }

  @Override
  public DeviceArray inOrder(DeviceArray values, DeviceArray rows, long first) {
    try (values) {
      DeviceArray ordered = memory.allocate(ElementType.I32, values.length());
      kernels
          .launch(STAGE, "put_in_order")
          .arg(values)
          .arg(rows)
          .arg(values.length())
          .arg(first)
          .arg(ordered)
          .run(values.length());
      return ordered;
    }
  }
}
