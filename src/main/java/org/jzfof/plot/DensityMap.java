package org.jzfof.plot;

import java.util.function.IntToDoubleFunction;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.file.ColumnBlock;
import org.jzfof.snapshot.file.ParticleColumn;

/** Mass and number of the particles of a slab, per pixel of its projection. */
public final class DensityMap {
  /** Number of particles whose masses are in memory at a time. */
  private static final int BLOCK = 1 << 20;

  private final Slab slab;
  private final int width;
  private final int height;
  private final double[] mass;
  private final double[] count;

  /** Creates an empty map. */
  public DensityMap(Slab slab, int width, int height) {
    this.slab = slab;
    this.width = width;
    this.height = height;
    this.mass = new double[width * height];
    this.count = new double[width * height];
  }

  /** Adds all particles of a type, read block by block. */
  public void add(Snapshot snapshot, int type) {
    var constant = snapshot.constantMass(type);
    long all = snapshot.header().counts()[type];
    double[] masses = new double[constant.isPresent() ? 0 : (int) Math.min(BLOCK, all)];
    for (long row = 0; row < all; row += BLOCK) {
      long rows = Math.min(BLOCK, all - row);
      if (constant.isEmpty()) {
        snapshot.read(
            ParticleColumn.MASSES,
            type,
            row,
            rows,
            block ->
                System.arraycopy(block.doubles(), 0, masses, (int) block.row(), block.count()));
      }
      IntToDoubleFunction massOf =
          constant.isPresent() ? i -> constant.getAsDouble() : i -> masses[i];
      snapshot.read(ParticleColumn.COORDINATES, type, row, rows, block -> deposit(block, massOf));
    }
  }

  /** Adds particles to the pixels that contain them. */
  private void deposit(ColumnBlock block, IntToDoubleFunction massOf) {
    double[] x = block.doubles();
    for (int i = 0; i < block.count(); i++) {
      if (slab.holds(x[3 * i + slab.axis()])) {
        int column = pixel(slab.right(), x[3 * i + slab.right()], width);
        int line = pixel(slab.up(), x[3 * i + slab.up()], height);
        mass[line * width + column] += massOf.applyAsDouble((int) block.row() + i);
        count[line * width + column]++;
      }
    }
  }

  private int pixel(int dimension, double x, int pixels) {
    return Math.max(0, Math.min(pixels - 1, (int) (slab.fraction(dimension, x) * pixels)));
  }

  public int width() {
    return width;
  }

  public int height() {
    return height;
  }

  /**
   * Smoothed surface density over the mean surface density, per pixel, line by line from the lower
   * left.
   */
  public double[] contrast() {
    double[] smooth = new AdaptiveSmoothing(width, height, slab.periodic()).smooth(mass, count);
    double mean = 0;
    for (double m : mass) {
      mean += m / mass.length;
    }
    for (int i = 0; i < smooth.length; i++) {
      smooth[i] /= mean;
    }
    return smooth;
  }
}
