package org.jzfof.config;

/** The compute device that a user requests. */
public enum BackendChoice {
  /** The fastest one that can run here; the report says which and why. */
  AUTO,
  /** Plain Java on all cores. */
  CPU,
  /** An NVIDIA GPU; an error where none can be used. */
  CUDA
}
