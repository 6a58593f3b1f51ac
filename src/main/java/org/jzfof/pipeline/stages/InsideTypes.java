package org.jzfof.pipeline.stages;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.IntStream;
import org.jzfof.config.Property;
import org.jzfof.config.SphereOptions;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * The particle types whose masses inside spheres are measured.
 *
 * @param each types whose masses are requested separately; empty if the snapshot has only one type
 * @param dark types of dark matter, if the contamination is requested; empty if there is none
 * @param contaminants types of dark matter that are not linked
 */
public record InsideTypes(int[] each, int[] dark, int[] contaminants) {

  /**
   * Selects among the types that have particles and count in the spheres.
   *
   * @param linked types of the linked particles
   */
  static InsideTypes of(SphereOptions options, SnapshotHeader header, int... linked) {
    Set<Property> properties = options.properties();
    int[] present =
        IntStream.range(0, header.types())
            .filter(t -> header.counts()[t] > 0 && options.counts(t))
            .toArray();
    int[] dark = Arrays.stream(present).filter(t -> contains(header.darkTypes(), t)).toArray();
    int[] others = Arrays.stream(dark).filter(t -> !contains(linked, t)).toArray();
    boolean contaminated = properties.contains(Property.CONTAMINATION) && others.length > 0;
    boolean several = Arrays.stream(header.counts()).filter(n -> n > 0).count() > 1;
    return new InsideTypes(
        properties.contains(Property.TYPES) && several ? present : new int[0],
        contaminated ? dark : new int[0],
        contaminated ? others : new int[0]);
  }

  private static boolean contains(int[] types, int type) {
    return Arrays.stream(types).anyMatch(t -> t == type);
  }

  /** Returns all types whose masses are measured, increasing. */
  public int[] measured() {
    return IntStream.concat(Arrays.stream(each), Arrays.stream(dark)).sorted().distinct().toArray();
  }
}
