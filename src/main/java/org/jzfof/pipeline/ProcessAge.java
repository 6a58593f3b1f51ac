package org.jzfof.pipeline;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The time since this process was started. */
public final class ProcessAge {
  /** Microseconds of the epoch at which the launcher was started, which became this process. */
  public static final String STARTED = "jzfof.started";

  private ProcessAge() {}

  /** The option that tells a Java of its own that it is started now. */
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
