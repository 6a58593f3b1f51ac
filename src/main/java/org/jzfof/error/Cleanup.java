package org.jzfof.error;

import java.util.List;

/** Steps of which all have to be done, whatever the first of them throws. */
public final class Cleanup {
  private Cleanup() {}

  /**
   * Runs all steps in order.
   *
   * @throws RuntimeException or Error, that of the first step that fails; those of later ones are
   *     added to it
   */
  public static void all(Runnable... steps) {
    all(List.of(steps));
  }

  /** As {@link #all(Runnable...)}. */
  public static void all(List<Runnable> steps) {
    Throwable first = null;
    for (Runnable step : steps) {
      try {
        step.run();
      } catch (RuntimeException | Error e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first instanceof Error error) {
      throw error;
    }
    if (first instanceof RuntimeException failure) {
      throw failure;
    }
  }
}
