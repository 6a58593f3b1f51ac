package org.jzfof.pipeline;

import java.util.SplittableRandom;
import org.jzfof.domain.Box;

/** Boxes of sets of points. */
public final class Boxes {
  private Boxes() {}

  /** A cube, a power-of-two cube, a box of three sides, a thin box. */
  public static double[] sides(int c, SplittableRandom random) {
    return switch (c / 2 % 4) {
      case 0 -> new double[] {25, 25, 25};
      case 1 -> new double[] {1, 1, 1};
      case 2 -> new double[] {10 + random.nextDouble(), 20, 5 * random.nextDouble() + 1};
      default -> new double[] {100, 100, 3};
    };
  }

  /** The open box around points, three coordinates each. */
  public static Box boundingBox(double[] xyz) {
    double[] lower = {xyz[0], xyz[1], xyz[2]};
    double[] upper = lower.clone();
    for (int i = 0; i < xyz.length; i++) {
      lower[i % 3] = Math.min(lower[i % 3], xyz[i]);
      upper[i % 3] = Math.max(upper[i % 3], xyz[i]);
    }
    return Box.open(lower, upper);
  }
}
