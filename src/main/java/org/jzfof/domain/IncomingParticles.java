package org.jzfof.domain;

import org.jzfof.device.DeviceArray;

/**
 * Particles of one rank whose positions are on the device, while their other columns may still be
 * on the way: groups are found from positions alone.
 */
public interface IncomingParticles extends AutoCloseable {
  /** Rows n. */
  long count();

  /** I32 [3n] fixed-point coordinates, x, y, z interleaved; closed by whom they are handed to. */
  DeviceArray positions();

  /**
   * Waits for the other columns; every rank calls it, once.
   *
   * @return the particles without their positions; closed by the caller
   * @throws RuntimeException what made the reading fail
   */
  Particles columns();

  /** Whether {@link #columns} does not wait. */
  boolean complete();

  /** Bytes of a row in device memory, its position included. */
  long bytesPerRow();

  /**
   * Says at once if the reading has failed, to whoever has long work to do before the columns are
   * needed.
   *
   * @throws RuntimeException what made it fail
   */
  void check();

  /** Ends what is on the way, and frees all that was not handed out. */
  @Override
  void close();
}
