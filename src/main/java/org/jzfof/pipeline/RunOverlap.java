package org.jzfof.pipeline;

import java.util.List;
import java.util.function.Function;
import org.jzfof.groups.GroupCatalogue;

/** Reading of the next snapshot and writing of the last catalogue while a run uses the device. */
interface RunOverlap {
  /**
   * The particles will be taken to the device.
   *
   * @param heapBytes of the Java heap that the run will need at most, with what is held of the
   *     snapshot
   */
  void loading(long heapBytes);

  /**
   * The particles are on the device.
   *
   * @param heapBytes of the Java heap that the run will need at most
   */
  void loaded(long heapBytes);

  /** Nothing of the run is on the device any more; every rank calls it. */
  void computed();

  /**
   * Has the catalogue written; every rank calls it.
   *
   * @param groups the catalogue
   * @param writing writes a catalogue, together with the other ranks; returns what the user should
   *     know about the files
   * @return what it has returned, if that is known already
   */
  List<String> write(GroupCatalogue groups, Function<GroupCatalogue, List<String>> writing);
}
