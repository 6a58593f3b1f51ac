package org.jzfof.doctor;

import org.jzfof.doctor.Finding.State;
import org.jzfof.error.OutputException;
import org.jzfof.plot.Fonts;

/** Checks the parts that {@code jzfof plot} needs. */
final class PictureCheck {
  private PictureCheck() {}

  static Finding examine() {
    try {
      return Finding.ok("pictures", "can be drawn, in " + Fonts.require());
    } catch (OutputException e) {
      return Finding.of("pictures", State.NOTE, e);
    }
  }
}
