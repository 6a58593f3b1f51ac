package org.jzfof.catalogue.fields;

import org.jzfof.domain.Box;
import org.jzfof.snapshot.header.UnitChange;

/** Places of a box in the units of a catalogue, as float32 has them. */
final class Places {
  private final Box box;
  private final double factor;

  /**
   * @param box in units of the snapshot
   */
  Places(Box box, UnitChange change) {
    this.box = box.times(change.length());
    this.factor = change.length();
  }

  /** What float32 would round up to the end of a periodic side or beyond is at its start. */
  double of(double coordinate, int dimension) {
    double x = factor * coordinate;
    double side = box.size()[dimension];
    return box.periodic() && side > 0 && x <= side && (float) x >= side ? 0 : x;
  }
}
