package org.jzfof.error;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** What a user can do about a Java heap that is too small. */
public final class JavaHeap {
  private static final long MIB = 1L << 20;
  private static final long MIB_PER_GIB = 1 << 10;
  private static final long LEAST_MIB = 64;

  /** Estimates leave out what is small; garbage takes room as well. */
  private static final double MARGIN = 1.5;

  /** What the launcher gives Java of the memory. */
  private static final double SHARE = 0.85;

  private JavaHeap() {}

  /**
   * The end of a sentence: which heap would do, where this machine has the memory for it.
   *
   * @param bytes required size of the heap
   */
  public static String remedy(long bytes) {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return remedy(bytes, system.getTotalMemorySize());
  }

  static String remedy(long bytes, long machine) {
    double mib = MARGIN * bytes / MIB;
    if (mib > SHARE * machine / MIB) {
      return "this machine has %d MiB of memory: use more ranks on several nodes, or run where there is more"
          .formatted(machine / MIB);
    }
    return "set JZFOF_HEAP=" + size(mib) + " or more, or use more ranks";
  }

  /** A round size of at least so many MiB, as Java reads it. */
  private static String size(double mib) {
    if (mib > MIB_PER_GIB / 2) {
      return (long) Math.ceil(mib / MIB_PER_GIB) + "g";
    }
    long size = LEAST_MIB;
    while (size < mib) {
      size *= 2;
    }
    return size + "m";
  }
}
