package org.jzfof.backend.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.tree.TreePlane;
import org.jzfof.walk.InteractionList;
import org.jzfof.walk.RangeRows;
import org.jzfof.walk.RemoteKernels;

/** Requests for remote nodes on the GPU. */
final class CudaRemoteKernels implements RemoteKernels {
  private static final String STAGE = "remote";
  private static final long WARP = 32;

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;

  CudaRemoteKernels(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
  }

  @Override
  public DeviceArray sources(InteractionList list, long nodes) {
    long words = (nodes + 31) / 32 + 1;
    try (DeviceArray bits = memory.zeros(ElementType.I32, words)) {
      kernels
          .launch(STAGE, "mark_sources")
          .arg(list.pairs())
          .arg(list.count())
          .arg(bits)
          .run(list.count());
      return algorithms.indices(bits, 0);
    }
  }

  @Override
  public long[] lowerBounds(DeviceArray sorted, long[] bounds) {
    try (DeviceArray wanted = memory.upload(bounds);
        DeviceArray below = memory.allocate(ElementType.I64, bounds.length)) {
      kernels
          .launch(STAGE, "lower_bounds")
          .arg(sorted)
          .arg(sorted.length())
          .arg(wanted)
          .arg(wanted.length())
          .arg(below)
          .run(bounds.length);
      return memory.toLongs(below);
    }
  }

  @Override
  public DeviceArray childRanges(TreePlane nodes, DeviceArray which, boolean coincidentOnce) {
    DeviceArray ranges = memory.allocate(ElementType.I32, 2 * which.length());
    kernels
        .launch(STAGE, "child_ranges")
        .arg(nodes.nodes())
        .arg(which)
        .arg(which.length())
        .arg(coincidentOnce ? 1 : 0)
        .arg(ranges)
        .run(which.length());
    return ranges;
  }

  @Override
  public RangeRows rows(DeviceArray ranges) {
    long count = ranges.length() / 2;
    try (DeviceArray lengths = memory.zeros(ElementType.I32, count + 1)) {
      kernels.launch(STAGE, "range_lengths").arg(ranges).arg(count).arg(lengths).run(count);
      try (DeviceArray start = algorithms.sums(lengths)) {
        long all = memory.getLong(start, count);
        Numbering.require(all, "rows of ranges");
        DeviceArray rows = memory.allocate(ElementType.I32, all);
        DeviceArray start32 = memory.allocate(ElementType.I32, count + 1);
        kernels
            .launch(STAGE, "list_rows")
            .arg(ranges)
            .arg(count)
            .arg(start)
            .arg(start32)
            .arg(rows)
            .run((count + 1) * WARP);
        return new RangeRows(start32, rows);
      }
    }
  }

  @Override
  public TreePlane withFirstChildren(TreePlane nodes, DeviceArray which, DeviceArray first) {
    DeviceArray copy = memory.allocate(ElementType.I32, nodes.nodes().length());
    memory.copy(nodes.nodes(), copy, copy.length());
    kernels
        .launch(STAGE, "set_first_children")
        .arg(copy)
        .arg(which)
        .arg(which.length())
        .arg(first)
        .run(which.length());
    return new TreePlane(nodes.count(), copy);
  }
}
