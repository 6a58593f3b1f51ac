package org.jzfof.pipeline;

import org.jzfof.device.DeviceArray;
import org.jzfof.domain.IncomingParticles;
import org.jzfof.domain.Particles;
import org.jzfof.error.Scope;
import org.jzfof.progress.StageClock;

/**
 * Particles whose other columns are a stage of the run: the time for which the search waits.
 *
 * @param read positions, and columns on their way
 * @param whenRead called when the columns are there
 */
record TimedColumns(IncomingParticles read, StageClock clock, Runnable whenRead)
    implements IncomingParticles {
  @Override
  public long count() {
    return read.count();
  }

  @Override
  public DeviceArray positions() {
    return read.positions();
  }

  @Override
  public boolean complete() {
    return read.complete();
  }

  @Override
  public long bytesPerRow() {
    return read.bytesPerRow();
  }

  @Override
  public Particles columns() {
    return clock.time(
        "read columns",
        () -> {
          try (Scope there = new Scope()) {
            Particles columns = there.add(read.columns());
            whenRead.run();
            return there.keep(columns);
          }
        });
  }

  @Override
  public void check() {
    read.check();
  }

  @Override
  public void close() {
    read.close();
  }
}
