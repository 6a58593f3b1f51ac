package org.jzfof.neighbours.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.PointRadii;

/**
 * Radii of the points of an index.
 *
 * @param ofRow F64 [n] radius of each point by row; the caller closes it
 * @param ofNode F32 largest radius in each node of the index, level by level, scaled and rounded up
 */
record CudaPointRadii(DeviceArray ofRow, DeviceArray ofNode) implements PointRadii {

  static CudaPointRadii of(
      CudaNeighbourIndex index, DeviceArray radius, DeviceAlgorithms algorithms) {
    ElementType type = index.points().type();
    long nodes = index.sizes().stream().mapToLong(Long::longValue).sum();
    try (Scope made = new Scope()) {
      DeviceArray ofNode = made.add(algorithms.memory().allocate(ElementType.F32, nodes));
      for (int level = 0; level < index.sizes().size(); level++) {
        algorithms
            .kernels()
            .launch(CudaRadiusKernels.STAGE, "largest_radii_" + type.bytes())
            .struct(index.struct())
            .arg(level)
            .arg(radius)
            .struct(index.space().scale())
            .arg(ofNode)
            .run(index.sizes().get(level));
      }
      return made.keep(new CudaPointRadii(radius, ofNode));
    }
  }

  @Override
  public void close() {
    ofNode.close();
  }
}
