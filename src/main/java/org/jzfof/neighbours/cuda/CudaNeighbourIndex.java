package org.jzfof.neighbours.cuda;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.neighbours.NeighbourIndex;

/**
 * Points along a Hilbert curve with a tree of boxes. A box of level 0 holds {@link CurveOrder#LEAF}
 * consecutive points, a box of a higher level holds 32 consecutive boxes, up to a single root.
 *
 * @param nodes U8, the structures {@code Box} of {@code knn_index.cuh}, level by level from the
 *     leaves to the root
 * @param sizes number of nodes of each level; at least one level is above the leaves
 */
public record CudaNeighbourIndex(
    CurveOrder points, KnnSpace space, DeviceArray nodes, List<Long> sizes)
    implements NeighbourIndex {
  private static final String STAGE = "knn_index";
  private static final int FANOUT = 32;
  private static final int MAX_LEVELS = 8;

  static CudaNeighbourIndex of(CurveOrder points, KnnSpace space, DeviceAlgorithms algorithms) {
    List<Long> sizes = new ArrayList<>();
    sizes.add(points.leafKeys().length());
    do {
      sizes.add((sizes.get(sizes.size() - 1) + FANOUT - 1) / FANOUT);
    } while (sizes.get(sizes.size() - 1) > 1);
    long count = sizes.stream().mapToLong(Long::longValue).sum();
    DeviceArray nodes =
        algorithms.memory().allocate(ElementType.U8, count * nodeBytes(points.type()));
    CudaNeighbourIndex index = new CudaNeighbourIndex(points, space, nodes, sizes);
    index.makeNodes(algorithms.kernels());
    return index;
  }

  private static long nodeBytes(ElementType type) {
    return type == ElementType.F32 ? 32 : 64;
  }

  private void makeNodes(CudaKernels kernels) {
    String type = "_" + points.type().bytes();
    long leaves = sizes.get(0);
    kernels
        .launch(STAGE, "make_leaves" + type)
        .arg(points.records())
        .arg(points.count())
        .reals(points.type(), space.fields(points.type()))
        .struct(space.fields(ElementType.F64))
        .arg(nodes)
        .run(points.count());
    kernels
        .launch(STAGE, "count_before" + type)
        .arg(points.records())
        .arg(leaves)
        .arg(nodes)
        .run(leaves);
    for (int level = 1; level < sizes.size(); level++) {
      kernels
          .launch(STAGE, "make_parents" + type)
          .arg(address(level - 1))
          .arg(sizes.get(level - 1))
          .arg(address(level))
          .run(sizes.get(level) * FANOUT);
    }
  }

  /** Index of the first node of a level. */
  private long first(int level) {
    return sizes.subList(0, level).stream().mapToLong(Long::longValue).sum();
  }

  private long address(int level) {
    return CudaArray.address(nodes) + first(level) * nodeBytes(points.type());
  }

  /** The structure {@code Index} of {@code knn_index.cuh}. */
  public long[] struct() {
    long[] fields = new long[4 + 2 * MAX_LEVELS];
    fields[0] = CudaArray.address(points.records());
    fields[1] = CudaArray.address(nodes);
    fields[2] = points.count();
    fields[3] = sizes.size() - 1L;
    for (int level = 0; level < sizes.size(); level++) {
      fields[4 + level] = first(level);
      fields[4 + MAX_LEVELS + level] = sizes.get(level);
    }
    return fields;
  }

  @Override
  public long count() {
    return points.count();
  }

  @Override
  public DeviceArray order() {
    return points.rows();
  }

  @Override
  public void close() {
    points.close();
    nodes.close();
  }
}
