package org.jzfof.config;

import java.util.Locale;

/** The path between ranks that a user requests. */
public enum ExchangeChoice {
  /** The fastest one that works here; the report says which and why. */
  AUTO,
  /** Copies into the memory of GPUs of other processes on the same host, by CUDA IPC. */
  IPC,
  /** Copies into the memory of other GPUs of the same process. */
  PEER,
  /** Messages of an MPI that takes the memory of GPUs. */
  CUDA_AWARE,
  /** Through the memory of the host. */
  STAGED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
