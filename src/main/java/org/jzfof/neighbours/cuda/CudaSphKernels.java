package org.jzfof.neighbours.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaArray;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.Launch;
import org.jzfof.domain.cuda.Columns;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.SmoothingCondition;
import org.jzfof.neighbours.SmoothingTrials;
import org.jzfof.neighbours.SphKernel;
import org.jzfof.neighbours.SphKernels;

/** SPH sums on the GPU. */
public final class CudaSphKernels implements SphKernels {
  private static final String STAGE = "sph";

  private final CudaKernels kernels;
  private final CudaMemory memory;

  public CudaSphKernels(CudaKernels kernels, CudaMemory memory) {
    this.kernels = kernels;
    this.memory = memory;
  }

  @Override
  public DeviceArray densities(SphKernel kernel, Lists lists, Values values) {
    return sums("sph_densities", kernel, lists, values);
  }

  @Override
  public DeviceArray dispersions(SphKernel kernel, Lists lists, Values values) {
    return sums("sph_dispersions", kernel, lists, values);
  }

  private DeviceArray sums(String name, SphKernel kernel, Lists lists, Values values) {
    try (Scope made = new Scope()) {
      DeviceArray sums = made.add(memory.allocate(ElementType.F64, lists.count()));
      withLists(kernels.launch(STAGE, name), kernel, lists, values).arg(sums).run(lists.count());
      return made.keep(sums);
    }
  }

  @Override
  public void trySmoothingLengths(
      SmoothingCondition condition, Lists lists, SmoothingTrials trials) {
    withLists(
            kernels.launch(STAGE, "sph_lengths"),
            condition.kernel(),
            lists,
            new Values(null, 1, null))
        .struct(condition.central(), condition.neighbours(), condition.tolerance())
        .arg(trials.length())
        .arg(trials.lower())
        .arg(trials.upper())
        .arg(trials.count())
        .run(lists.count());
  }

  private static Launch withLists(Launch launch, SphKernel kernel, Lists lists, Values values) {
    return launch
        .struct(
            Columns.orNull(lists.start()),
            lists.k(),
            CudaArray.address(lists.distance()),
            Columns.orNull(lists.radius()),
            Columns.orNull(lists.row()),
            Columns.orNull(lists.self()),
            Columns.orNull(values.mass()),
            Double.doubleToRawLongBits(values.oneMass()),
            Columns.orNull(values.velocity()),
            kernel == SphKernel.WENDLAND ? 1 : 0,
            Double.doubleToRawLongBits(kernel.norm()))
        .arg(lists.count());
  }
}
