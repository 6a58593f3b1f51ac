package org.jzfof.error;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Runs cleanup steps, and continues with the next step after a failure. */
public final class Cleanup {
  private Cleanup() {}

  /**
   * Runs all steps in order.
   *
   * @throws RuntimeException or Error: the failure of the first step that fails, with later
   *     failures as suppressed exceptions
   */
  public static void all(Runnable... steps) {
    all(List.of(steps));
  }

  /** Runs all steps in order, as {@link #all(Runnable...)}. */
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

  /** Closes resources in order, as {@link #all(Runnable...)}; entries may be null. */
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
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (Exception e) { // no class of this program throws it
      throw new IllegalStateException(e);
    }
  }
}
