package org.jzfof.pipeline.stages;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.IntStream;
import org.jzfof.config.Property;
import org.jzfof.config.SphereOptions;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * Particle types whose masses inside spheres are measured.
 *
 * @param each types whose masses are wanted each; none where there is one type
 * @param dark types of dark matter, if those that are not linked are wanted; none where there are
 *     no such
 * @param contaminants those of dark matter that are not linked
 */
public record InsideTypes(int[] each, int[] dark, int[] contaminants) {

  /**
   * Of the types that have particles and count in the spheres.
   *
   * @param linked types of the particles that make groups
   */
  static InsideTypes of(SphereOptions options, SnapshotHeader header, int... linked) {
    Set<Property> wanted = options.properties();
    int[] there =
        IntStream.range(0, header.types())
            .filter(t -> header.counts()[t] > 0 && options.counts(t))
            .toArray();
    int[] dark = Arrays.stream(there).filter(t -> contains(header.darkTypes(), t)).toArray();
    int[] others = Arrays.stream(dark).filter(t -> !contains(linked, t)).toArray();
    boolean contaminated = wanted.contains(Property.CONTAMINATION) && others.length > 0;
    boolean several = Arrays.stream(header.counts()).filter(n -> n > 0).count() > 1;
    return new InsideTypes(
        wanted.contains(Property.TYPES) && several ? there : new int[0],
        contaminated ? dark : new int[0],
        contaminated ? others : new int[0]);
  }

  private static boolean contains(int[] types, int type) {
    return Arrays.stream(types).anyMatch(t -> t == type);
  }

  /** All whose masses are measured, increasing. */
  public int[] measured() {
    return IntStream.concat(Arrays.stream(each), Arrays.stream(dark)).sorted().distinct().toArray();
  }
}
