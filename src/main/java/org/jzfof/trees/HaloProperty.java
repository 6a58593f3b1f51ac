package org.jzfof.trees;

import java.util.function.IntFunction;
import org.jzfof.hdf5.library.Hdf5Type;

/**
 * A property of haloes that tables of them have.
 *
 * @param name of the dataset
 * @param type in which it is written
 * @param columns values for each halo
 * @param reals values of the haloes of a catalogue; null for integers
 * @param integers the same of integers, null for others; unsigned ones as their bits
 */
public record HaloProperty(
    String name,
    Hdf5Type type,
    int columns,
    IntFunction<double[]> reals,
    IntFunction<long[]> integers) {

  /** A property of one integer. */
  public static HaloProperty of(String name, Hdf5Type type, IntFunction<long[]> integers) {
    return new HaloProperty(name, type, 1, null, integers);
  }
}
