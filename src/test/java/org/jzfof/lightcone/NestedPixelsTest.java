package org.jzfof.lightcone;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NestedPixelsTest {
  private static final double[][] DIRECTIONS = {
    {1, 0, 0},
    {0, 1, 0},
    {0, 0, 1},
    {0, 0, -1},
    {-1, -1e-9, 0},
    {1, 1, 1},
    {1, -2, -3},
    {0.001, 0.002, 5},
    {-0.3, 0.4, -0.99},
    {2.041, -2.556, 0.418},
    {-0.568, -0.453, -0.216},
    {-2.02, -0.232, -0.865},
    {3.323, 0.226, -0.353},
    {-0.281, -0.668, -1.055},
    {-0.391, 0.482, -0.239},
    {0.958, -0.2, 0.024}
  };

  /** The numbers that healpy 1.16 gives, vec2pix with nest = True. */
  @Test
  void thePixelsOfHealpy() {
    assertPixels(1, 4, 5, 0, 8, 6, 0, 11, 0, 9, 3, 10, 6, 4, 10, 9, 4);
    assertPixels(4, 70, 86, 15, 128, 102, 3, 184, 15, 146, 48, 174, 97, 67, 164, 158, 73);
    assertPixels(
        256, 289450, 354986, 65535, 524288, 420522, 15612, 755150, 65535, 599911, 198812, 714655,
        399389, 277780, 674030, 648398, 302125);
    assertPixels(
        1 << 24,
        1243181147138730L,
        1524656123849386L,
        281474976710655L,
        2251799813685248L,
        1806131100560042L,
        67057119132879L,
        3243344959397400L,
        281474930155039L,
        2576601887579100L,
        853893256279412L,
        3069422034035771L,
        1715363218431027L,
        1193059691319562L,
        2894938193541734L,
        2784851051498048L,
        1297617244825066L);
  }

  private static void assertPixels(int nside, long... expected) {
    NestedPixels pixels = new NestedPixels(nside);
    long[] found =
        Arrays.stream(DIRECTIONS).mapToLong(v -> pixels.pixel(v[0], v[1], v[2])).toArray();
    assertArrayEquals(expected, found, "nside " + nside);
  }

  /** The four pixels inside a pixel have its number, times four, as nested order says. */
  @Test
  void pixelsAreInThoseOfLowerResolution() {
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      double x = random.nextGaussian();
      double y = random.nextGaussian();
      double z = random.nextGaussian();
      long fine = new NestedPixels(1024).pixel(x, y, z);
      assertEquals(fine >> 8, new NestedPixels(64).pixel(x, y, z));
    }
  }

  /** All pixels have the same area, and so about the same number of random directions. */
  @Test
  void pixelsHaveOneArea() {
    NestedPixels pixels = new NestedPixels(2);
    int[] counts = new int[48];
    Random random = new Random(2);
    for (int i = 0; i < 48_000; i++) {
      counts[
          (int)
              pixels.pixel(random.nextGaussian(), random.nextGaussian(), random.nextGaussian())]++;
    }
    for (int count : counts) {
      assertEquals(1000, count, 200); // more than six standard deviations
    }
  }
}
