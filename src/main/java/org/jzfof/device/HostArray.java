package org.jzfof.device;

/** Limits of Java arrays. */
public final class HostArray {
  /** Elements of the longest one that every JVM can make. */
  public static final int LONGEST = Integer.MAX_VALUE - 8;

  private HostArray() {}
}
