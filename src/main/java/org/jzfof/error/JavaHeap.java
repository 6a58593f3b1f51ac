package org.jzfof.error;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Remedies for a Java heap that is too small. */
public final class JavaHeap {
  private static final long MIB = 1L << 20;
  private static final long MIB_PER_GIB = 1 << 10;
  private static final long MINIMUM_MIB = 64;

  /** Factor on estimates, which exclude small arrays and garbage. */
  private static final double MARGIN = 1.5;

  /** Share of the memory that the launcher gives to the Java heap. */
  private static final double SHARE = 0.85;

  private JavaHeap() {}

  /**
   * Returns the end of a sentence: the required heap, or that this machine has too little memory.
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

  /** Returns a round heap size of at least the given MiB, in the syntax of Java's options. */
  private static String size(double mib) {
    if (mib > MIB_PER_GIB / 2) {
      return (long) Math.ceil(mib / MIB_PER_GIB) + "g";
    }
    long size = MINIMUM_MIB;
    while (size < mib) {
      size *= 2;
    }
    return size + "m";
  }
}
