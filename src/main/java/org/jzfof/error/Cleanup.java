package org.jzfof.error;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Runs several cleanup steps, all of them even if some throw. */
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

  /** Closes all of them, as {@link #all(Runnable...)}; null is left out. */
  public static void close(AutoCloseable... resources) {
    all(
        Arrays.stream(resources)
            .filter(Objects::nonNull)
            .<Runnable>map(resource -> () -> closeOne(resource))
            .toList());
  }

  private static void closeOne(AutoCloseable resource) {
    try {
      resource.close();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) { // of no class of this program
      throw new IllegalStateException(e);
    }
  }
}
