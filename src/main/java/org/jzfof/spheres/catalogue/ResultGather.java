package org.jzfof.spheres.catalogue;

import java.util.EnumMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.groups.values.GroupProperties;
import org.jzfof.groups.values.SphereProperty;
import org.jzfof.spheres.SphereMasses;
import org.jzfof.spheres.SphereMeasurement;

/**
 * Concatenates, on all ranks, the results of the ranks, each of which has an even share of the
 * groups. Every rank calls each method.
 */
record ResultGather(Communicator comm) {
  SphereMeasurement.Measured all(SphereMeasurement.Measured local) {
    SphereMasses masses = local.masses();
    return new SphereMeasurement.Measured(
        new SphereMasses(
            all(masses.mass()), all(masses.radius()), all(masses.square()), all(masses.several())),
        all(local.number()),
        all(local.massOfType()));
  }

  GroupProperties all(GroupProperties local) {
    Map<SphereProperty, double[]> joined = new EnumMap<>(SphereProperty.class);
    local.ofSpheres().forEach((property, values) -> joined.put(property, all(values)));
    double[] massInside = local.massInside();
    return new GroupProperties(Map.of(), massInside == null ? null : all(massInside), joined);
  }

  long[] all(long[] local) {
    return comm.size() == 1 ? local : ArrayParts.join(comm.allGather(local));
  }

  double[] all(double[] local) {
    return comm.size() == 1 ? local : comm.allGather(local);
  }

  /** Returns null for null. */
  private boolean[] all(boolean[] local) {
    if (local == null) {
      return null;
    }
    long[] bits = IntStream.range(0, local.length).mapToLong(i -> local[i] ? 1 : 0).toArray();
    long[] joined = all(bits);
    boolean[] flags = new boolean[joined.length];
    for (int i = 0; i < flags.length; i++) {
      flags[i] = joined[i] != 0;
    }
    return flags;
  }
}
