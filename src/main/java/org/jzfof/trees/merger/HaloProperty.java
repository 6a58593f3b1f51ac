package org.jzfof.trees.merger;

import java.util.function.IntFunction;
import org.jzfof.hdf5.library.Hdf5Type;

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
}
