package org.jzfof.pipeline;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The time since this process was started. */
public final class ProcessAge {
  /**
   * System property with the start of the launcher, which became this process, in microseconds
   * since the epoch.
   */
  public static final String START_PROPERTY = "jzfof.started";

  private ProcessAge() {}

  /** Returns the option that sets the start of a new Java process to the present. */
  public static String startOption() {
    return "-D%s=%d".formatted(START_PROPERTY, now());
  }

  private static long now() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  /**
   * Returns the wall time in seconds since the start of the launcher, or of Java if there was none.
   */
  public static double seconds() {
    Long start = Long.getLong(START_PROPERTY);
    return start == null
        ? 1e-3 * ManagementFactory.getRuntimeMXBean().getUptime()
        : 1e-6 * (now() - start);
  }
}
