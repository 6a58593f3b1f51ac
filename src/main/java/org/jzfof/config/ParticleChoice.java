package org.jzfof.config;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jzfof.error.UsageException;

/**
 * The particles that a command reads, and the box that holds them; validated.
 *
 * @param snapshot path of a file, the base name or the folder of a snapshot
 * @param types particle types, increasing and distinct
 * @param periodic whether distances wrap around the box
 * @param box side lengths [3] that replace the snapshot's, or null
 */
public record ParticleChoice(
    Path snapshot, int[] types, boolean periodic, double[] box, HeaderChoice headers) {

  /** A choice without given header values; contradictions between headers are rejected. */
  public ParticleChoice(Path snapshot, int[] types, boolean periodic, double[] box) {
    this(snapshot, types, periodic, box, HeaderChoice.NONE);
  }

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public ParticleChoice {
    types = validTypes("--types", types);
    box = box == null ? null : sides(box);
    if (box != null && !periodic) {
      throw new UsageException(
          "--open and --box exclude each other: an open box is the bounding box of the particles");
    }
  }

  /**
   * The same types of a light cone, whose particles fill no box.
   *
   * @throws UsageException if a box is given
   */
  public ParticleChoice ofLightcone(HeaderChoice.Lightcone cone) {
    if (box != null) {
      throw new UsageException(
          "--box is given, but the particles of a light cone surround an observer and fill no box: leave it out");
    }
    return new ParticleChoice(snapshot, types, false, null, headers.ofLightcone(cone));
  }

  /** The same choice with additional types. */
  public ParticleChoice and(int... more) {
    int[] all = IntStream.concat(Arrays.stream(types), Arrays.stream(more)).toArray();
    return new ParticleChoice(snapshot, all, periodic, box, headers);
  }

  /**
   * Sorts and validates particle types.
   *
   * @param option name of the option, for messages
   * @param given numbers in any order
   * @return types in increasing order
   * @throws UsageException if the array is empty, or a type is negative, too large or repeated
   */
  public static int[] validTypes(String option, int[] given) {
    if (given.length == 0) {
      throw new UsageException(option + " is empty: name at least one, such as " + option + " 1");
    }
    int[] types = given.clone();
    Arrays.sort(types);
    for (int i = 0; i < types.length; i++) {
      if (types[i] < 0 || types[i] > 31) {
        throw new UsageException(
            option + " has " + types[i] + ": particle types are numbered from 0, as in PartType1");
      }
      if (i > 0 && types[i] == types[i - 1]) {
        throw new UsageException(option + " has " + types[i] + " twice: name each type once");
      }
    }
    return types;
  }

  /** The numbers of particle types as an option has them, such as 1,4. */
  public static String names(int... types) {
    return Arrays.stream(types).mapToObj(String::valueOf).collect(Collectors.joining(","));
  }

  private static double[] sides(double[] given) {
    if (given.length != 1 && given.length != 3) {
      throw new UsageException(
          "--box has " + given.length + " sides: give one for a cube, or three as LX,LY,LZ");
    }
    double[] sides = new double[3];
    for (int d = 0; d < 3; d++) {
      sides[d] = given[given.length == 1 ? 0 : d];
      if (!(sides[d] > 0) || Double.isInfinite(sides[d])) {
        throw new UsageException("--box has a side of " + sides[d] + ": give finite sides above 0");
      }
    }
    return sides;
  }
}
