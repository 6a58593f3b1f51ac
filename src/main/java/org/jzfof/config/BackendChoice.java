package org.jzfof.config;

/** The compute device that a user requests. */
public enum BackendChoice {
  /** The fastest usable device; the report states the device and the reason. */
  AUTO,
  /** Java code on all cores. */
  CPU,
  /** An NVIDIA GPU; an error if no GPU is usable. */
  CUDA
}
