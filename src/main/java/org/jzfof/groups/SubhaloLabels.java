package org.jzfof.groups;

import org.jzfof.device.DeviceArray;
import org.jzfof.error.Cleanup;

/**
 * The subhalo of each particle.
 *
 * @param number I32 number of the subhalo in the catalogue, or {@link GroupKernels#NO_GROUP}
 * @param memberIndex I32 index of the particle among those of its group and type in the order of
 *     subhaloes and energies, or {@link GroupKernels#NO_GROUP}
 */
public record SubhaloLabels(DeviceArray number, DeviceArray memberIndex) implements AutoCloseable {
  @Override
  public void close() {
    Cleanup.close(number, memberIndex);
  }
}
