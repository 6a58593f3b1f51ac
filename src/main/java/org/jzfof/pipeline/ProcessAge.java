package org.jzfof.pipeline;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The time since this process was started. */
public final class ProcessAge {
  /** Start of the launcher, which became this process, in microseconds since the epoch. */
  public static final String STARTED = "jzfof.started";

  private ProcessAge() {}

  /** The option that sets the start of a new Java process to now. */
  public static String startedNow() {
    return "-D%s=%d".formatted(STARTED, now());
  }

  private static long now() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  /** Wall time in seconds since the launcher, or without one Java itself, was started. */
  public static double seconds() {
    Long started = Long.getLong(STARTED);
    return started == null
        ? 1e-3 * ManagementFactory.getRuntimeMXBean().getUptime()
        : 1e-6 * (now() - started);
  }
}
