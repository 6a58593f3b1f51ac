package org.jzfof.config;

import java.util.Locale;

/** The path between ranks that a user requests. */
public enum ExchangeChoice {
  /** The fastest usable path; the report states the path and the reason. */
  AUTO,
  /** Copies into the memory of GPUs of other processes on the same host, by CUDA IPC. */
  IPC,
  /** Copies into the memory of other GPUs of the same process. */
  PEER,
  /** Messages of an MPI library that accepts memory of GPUs. */
  CUDA_AWARE,
  /** Copies through the memory of the host. */
  STAGED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
