package org.jzfof.backend;

import java.util.List;

/**
 * The GPUs of a host, whether or not they can be used.
 *
 * @param driver newest version of CUDA that the driver supports, such as "13.0"
 * @param devices all that the driver shows
 */
public record GpuSurvey(String driver, List<Device> devices) {
  /**
   * One GPU.
   *
   * @param ordinal its number
   * @param name as its maker calls it
   * @param memoryBytes of the GPU
   * @param capability compute capability, such as "9.0"
   * @param fault why it cannot be used and what to do about it; null where it can be
   */
  public record Device(
      int ordinal, String name, long memoryBytes, String capability, String fault) {}
}
