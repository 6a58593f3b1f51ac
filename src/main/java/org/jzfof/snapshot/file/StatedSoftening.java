package org.jzfof.snapshot.file;

/**
 * The gravitational softening of a particle type as a file states it: Plummer-equivalent lengths.
 *
 * @param comoving comoving length; NaN if the file does not state it
 * @param maximum maximum physical length; NaN without a maximum
 * @param unit unit of both lengths, in that of coordinates
 */
public record StatedSoftening(double comoving, double maximum, double unit) {
  static final StatedSoftening NONE = new StatedSoftening(Double.NaN, Double.NaN, 1);

  boolean isStated() {
    return !Double.isNaN(comoving);
  }

  /** The same lengths in a unit. */
  StatedSoftening in(double ofBoth) {
    return new StatedSoftening(comoving, maximum, ofBoth);
  }

  /** The comoving length at a scale factor, limited by the maximum; NaN if it is not stated. */
  public double at(double scaleFactor) {
    double limit = maximum / scaleFactor;
    return (limit < comoving ? limit : comoving) * unit;
  }
}
