package org.jzfof.device;

/** Limits of Java arrays. */
public final class HostArray {
  /** Length of the longest array that every JVM can create. */
  public static final int LONGEST = Integer.MAX_VALUE - 8;

  private HostArray() {}
}
