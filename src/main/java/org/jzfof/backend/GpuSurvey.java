package org.jzfof.backend;

import java.util.List;

/**
 * The GPUs of a host, including unusable ones.
 *
 * @param driver newest version of CUDA that the driver supports, such as "13.0"
 */
public record GpuSurvey(String driver, List<Device> devices) {
  /**
   * One GPU.
   *
   * @param ordinal number of the GPU, from 0
   * @param capability compute capability, such as "9.0"
   * @param fault reason why the GPU is unusable and a remedy; null for a usable one
   */
  public record Device(
      int ordinal, String name, long memoryBytes, String capability, String fault) {}
}
