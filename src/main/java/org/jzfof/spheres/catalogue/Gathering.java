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
 * Joins the results of the ranks, each for an even share of the groups, in order on all ranks.
 * Every rank calls it.
 */
record Gathering(Communicator comm) {
  SphereMeasurement.Measured all(SphereMeasurement.Measured own) {
    SphereMasses masses = own.masses();
    return new SphereMeasurement.Measured(
        new SphereMasses(
            all(masses.mass()), all(masses.radius()), all(masses.square()), all(masses.several())),
        all(own.number()),
        all(own.massOfType()));
  }

  GroupProperties all(GroupProperties own) {
    Map<SphereProperty, double[]> joined = new EnumMap<>(SphereProperty.class);
    own.ofSpheres().forEach((property, values) -> joined.put(property, all(values)));
    double[] massInside = own.massInside();
    return new GroupProperties(Map.of(), massInside == null ? null : all(massInside), joined);
  }

  long[] all(long[] own) {
    return ArrayParts.join(comm.allGather(own));
  }

  double[] all(double[] own) {
    return comm.allGather(own);
  }

  /** Null where there are none. */
  private boolean[] all(boolean[] own) {
    if (own == null) {
      return null;
    }
    long[] bits = IntStream.range(0, own.length).mapToLong(i -> own[i] ? 1 : 0).toArray();
    long[] joined = all(bits);
    boolean[] flags = new boolean[joined.length];
    for (int i = 0; i < flags.length; i++) {
      flags[i] = joined[i] != 0;
    }
    return flags;
  }
}
