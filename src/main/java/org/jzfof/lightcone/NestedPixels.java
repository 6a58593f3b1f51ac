package org.jzfof.lightcone;

/**
 * The pixels of HEALPix in nested order (Gorski et al. 2005, ApJ 622, 759): twelve base pixels,
 * each divided into nside x nside pixels of the same area.
 *
 * @param nside number of pixels along a side of a base pixel, a power of two up to 2^24
 */
public record NestedPixels(int nside) {
  /** Height |z| of the border between the equatorial belt and the polar caps. */
  private static final double BELT = 2.0 / 3;

  /** Height from which the distance from the pole is taken from x and y, for the digits of it. */
  private static final double POLE = 0.99;

  /** Number of pixels of the sky. */
  public long count() {
    return 12L * nside * nside;
  }

  /**
   * Returns the pixel in a direction from the observer; the vector may have any length but 0.
   *
   * @return number from 0 to 12 nside^2 - 1
   */
  public long pixel(double x, double y, double z) {
    double radius = Math.sqrt(x * x + y * y + z * z);
    double height = z / radius;
    double quarters = Math.atan2(y, x) / (Math.PI / 2);
    double angle = quarters < 0 ? quarters + 4 : quarters;
    return Math.abs(height) <= BELT
        ? ofBelt(height, angle)
        : ofCap(height, Math.sqrt(x * x + y * y) / radius, angle);
  }

  /**
   * @param angle longitude in quarters of a turn, 0 to 4
   */
  private long ofBelt(double height, double angle) {
    double across = nside * (0.5 + angle);
    double up = nside * height * 0.75;
    long rising = (long) (across - up);
    long falling = (long) (across + up);
    long faceOfRising = rising / nside;
    long faceOfFalling = falling / nside;
    long face =
        faceOfRising == faceOfFalling
            ? faceOfRising | 4
            : faceOfRising < faceOfFalling ? faceOfRising : faceOfFalling + 8;
    return number(face, falling & nside - 1, nside - 1 - (rising & nside - 1));
  }

  /**
   * @param distance distance from the axis, of a vector of length 1
   */
  private long ofCap(double height, double distance, double angle) {
    long face = Math.min(3, (long) angle);
    double inFace = angle - face;
    double size = Math.abs(height);
    double fromPole =
        size < POLE
            ? nside * Math.sqrt(3 * (1 - size))
            : nside * distance / Math.sqrt((1 + size) / 3);
    long rising = Math.min(nside - 1, (long) (inFace * fromPole));
    long falling = Math.min(nside - 1, (long) ((1 - inFace) * fromPole));
    return height >= 0
        ? number(face, nside - 1 - falling, nside - 1 - rising)
        : number(face + 8, rising, falling);
  }

  private long number(long face, long x, long y) {
    return face * nside * nside + spread(x) + 2 * spread(y);
  }

  /** Returns the bits of a number below 2^24 at even places. */
  private static long spread(long number) {
    long bits = number;
    bits = (bits | bits << 16) & 0x0000ffff0000ffffL;
    bits = (bits | bits << 8) & 0x00ff00ff00ff00ffL;
    bits = (bits | bits << 4) & 0x0f0f0f0f0f0f0f0fL;
    bits = (bits | bits << 2) & 0x3333333333333333L;
    return (bits | bits << 1) & 0x5555555555555555L;
  }
}
