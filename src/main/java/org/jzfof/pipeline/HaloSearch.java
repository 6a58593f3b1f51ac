package org.jzfof.pipeline;

import org.jzfof.config.RunOptions;

/** The whole of {@code jzfof run}: from a snapshot to a catalogue file. */
@FunctionalInterface
public interface HaloSearch {
  /**
   * Finds the haloes and, unless it is a dry run, writes the catalogue.
   *
   * @param options what to do
   * @param progress is told of every stage
   * @throws org.jzfof.error.JzfofException if the snapshot, the output, the device or the memory
   *     will not do
   */
  HaloReport find(RunOptions options, ProgressListener progress);
}
