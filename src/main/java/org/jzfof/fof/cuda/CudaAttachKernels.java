package org.jzfof.fof.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.Launch;
import org.jzfof.domain.SortedPoints;
import org.jzfof.fof.AttachKernels;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.tree.Tree;
import org.jzfof.tree.TreeLevel;
import org.jzfof.tree.cuda.CudaTreeKernels;

/** The search for the nearest primary particle on the GPU. */
public final class CudaAttachKernels implements AttachKernels {
  // As in attach.cu.
  private static final int BLOCK = 128;

  private static final String STAGE = "attach";

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;

  public CudaAttachKernels(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
  }

  @Override
  public Nearest nearest(
      Tree tree, SortedPoints points, SortedPoints queries, LinkCriterion criterion, int none) {
    Nearest nearest =
        new Nearest(
            memory.allocate(ElementType.I32, queries.count()),
            memory.allocate(ElementType.I64, queries.count()));
    Launch launch =
        CudaFofKernels.launch(kernels, STAGE, "nearest", criterion)
            .struct(CudaTreeKernels.structOf(tree))
            .arg(points.x())
            .arg(points.y())
            .arg(points.z())
            .arg(points.count())
            .arg(queries.x())
            .arg(queries.y())
            .arg(queries.z())
            .arg(queries.count())
            .arg(none)
            .arg(nearest.index())
            .arg(nearest.square());
    CudaFofKernels.criterion(launch, criterion).run(queries.count(), BLOCK);
    return nearest;
  }

  @Override
  public int[] nearNodes(
      TreeLevel nodes, SortedPoints queries, DeviceArray square, LinkCriterion criterion) {
    try (DeviceArray bits = algorithms.bits(queries.count())) {
      Launch launch =
          CudaFofKernels.launch(kernels, STAGE, "reaching", criterion)
              .arg(nodes.nodes())
              .arg(nodes.count())
              .arg(queries.x())
              .arg(queries.y())
              .arg(queries.z())
              .arg(queries.count())
              .arg(square)
              .arg(bits);
      CudaFofKernels.criterion(launch, criterion).run(queries.count(), BLOCK);
      try (DeviceArray indices = algorithms.indices(bits, 0)) {
        return memory.toInts(indices);
      }
    }
  }
}
