package org.jzfof.pipeline;

import java.util.List;
import java.util.function.Function;
import org.jzfof.groups.GroupCatalogue;

/** Reading of the next snapshot and writing of the last catalogue while a run uses the device. */
interface RunOverlap {
  /**
   * Reports that the particles are about to be copied to the device.
   *
   * @param heapBytes maximum number of bytes of the Java heap that the run will need, including the
   *     held columns of the snapshot
   */
  void loading(long heapBytes);

  /**
   * Reports that the particles are on the device.
   *
   * @param heapBytes maximum number of bytes of the Java heap that the run will need
   */
  void loaded(long heapBytes);

  /** Reports that the device holds no data of the run any more; every rank calls it. */
  void computed();

  /**
   * Writes the catalogue, immediately or in parallel with the next run; every rank calls it.
   *
   * @param writer function that writes a catalogue, together with the other ranks; it returns
   *     remarks for the user about the files
   * @return the remarks of {@code writer}, if they are known already
   */
  List<String> write(GroupCatalogue groups, Function<GroupCatalogue, List<String>> writer);
}
