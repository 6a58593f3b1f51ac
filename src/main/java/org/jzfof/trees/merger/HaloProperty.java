package org.jzfof.trees.merger;

import java.util.Arrays;
import java.util.function.IntFunction;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.trees.links.HaloLinks;
import org.jzfof.trees.links.SnapshotLinks;

/**
 * A property of haloes that tables of haloes contain.
 *
 * @param columns number of values per halo
 * @param reals values of the haloes of a catalogue, by index of the catalogue; null for integers
 * @param integers likewise for integers, null otherwise; unsigned integers are stored as their bits
 */
public record HaloProperty(
    String name,
    Hdf5Type type,
    int columns,
    IntFunction<double[]> reals,
    IntFunction<long[]> integers) {

  /** Returns a property of one integer per halo. */
  public static HaloProperty of(String name, Hdf5Type type, IntFunction<long[]> integers) {
    return new HaloProperty(name, type, 1, null, integers);
  }

  /** Returns a property of one integer per halo, from the values of all haloes. */
  public static HaloProperty of(String name, Hdf5Type type, HaloLinks links, int... values) {
    return of(
        name,
        type,
        output ->
            Arrays.stream(values, links.first(output), links.first(output + 1))
                .asLongStream()
                .toArray());
  }

  /**
   * Returns a property that points to other haloes.
   *
   * @param haloes halo that each halo points to, or {@link SnapshotLinks#NONE}, which is -1 in
   *     files
   * @param places numbers by which the file denotes the haloes
   */
  public static HaloProperty pointers(
      String name, Hdf5Type type, HaloLinks links, int[] haloes, int... places) {
    return of(
        name,
        type,
        output ->
            Arrays.stream(haloes, links.first(output), links.first(output + 1))
                .mapToLong(to -> to == SnapshotLinks.NONE ? SnapshotLinks.NONE : places[to])
                .toArray());
  }

  /** Returns the same values with another name and type. */
  public HaloProperty named(String other, Hdf5Type stored) {
    return new HaloProperty(other, stored, columns, reals, integers);
  }
}
