package org.jzfof.subhalo.cuda;

import static org.jzfof.device.cuda.CudaArray.address;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.domain.cuda.Columns;
import org.jzfof.error.Cleanup;
import org.jzfof.error.Scope;
import org.jzfof.subhalo.members.GroupMembers;

/**
 * Group members as the structure {@code Members} of subhaloes.cuh.
 *
 * @param columns columns, which are not closed with this object
 * @param start I32 first member of each group, and the number of members [groups + 1]
 * @param group I32 group of each member [m]
 */
record CudaMembers(GroupMembers columns, DeviceArray start, DeviceArray group)
    implements AutoCloseable {
  static CudaMembers of(GroupMembers members, CudaKernels kernels, CudaMemory memory) {
    try (Scope made = new Scope()) {
      DeviceArray start = made.add(memory.upload(members.start()));
      DeviceArray group = made.add(memory.allocate(ElementType.I32, members.count()));
      kernels
          .launch("subhalo_candidates", "groups_of_members")
          .arg(start)
          .arg((long) members.groups())
          .arg((long) members.count())
          .arg(group)
          .run(members.count());
      return made.keep(new CudaMembers(members, start, group));
    }
  }

  /** Returns the fields of the structure. */
  long[] struct() {
    return new long[] {
      address(columns.position()),
      address(columns.velocity()),
      address(columns.mass()),
      Columns.orNull(columns.thermal()),
      address(columns.id()),
      Columns.orNull(columns.types()),
      address(columns.density()),
      address(start),
      address(group),
      count(),
      groups(),
      columns.typeCount(),
      columns.onlyType()
    };
  }

  int count() {
    return columns.count();
  }

  int groups() {
    return columns.groups();
  }

  @Override
  public void close() {
    Cleanup.close(start, group);
  }
}
