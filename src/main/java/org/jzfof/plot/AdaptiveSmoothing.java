package org.jzfof.plot;

/**
 * Smooths a map of particles strongly where particles are few and weakly where they are many: each
 * pixel gets the Gaussian mean of the smallest width that covers about {@value #PARTICLES}
 * particles, interpolated between the two nearest widths.
 */
final class AdaptiveSmoothing {
  private static final double PARTICLES = 12;
  private static final double FIRST_SIGMA = 0.6;
  private static final double STEP = Math.sqrt(2);

  private final int width;
  private final int height;
  private final boolean periodic;

  /**
   * @param periodic whether the map wraps around; an open map has zeros outside of it
   */
  AdaptiveSmoothing(int width, int height, boolean periodic) {
    this.width = width;
    this.height = height;
    this.periodic = periodic;
  }

  /**
   * @param mass per pixel
   * @param count particles per pixel
   * @return smoothed mass per pixel
   */
  double[] smooth(double[] mass, double[] count) {
    double sigma = FIRST_SIGMA;
    double[] m = blurred(mass, sigma);
    double[] n = blurred(count, sigma);
    double[] result = m.clone();
    double[] covered = scaled(n, area(sigma));
    boolean[] done = new boolean[mass.length];
    for (int i = 0; i < done.length; i++) {
      done[i] = covered[i] >= PARTICLES;
    }
    while (sigma < Math.max(width, height) / 8.0) {
      double next = sigma * STEP;
      double more = Math.sqrt(next * next - sigma * sigma);
      double[] m2 = blurred(m, more);
      n = blurred(n, more);
      double[] covered2 = scaled(n, area(next));
      for (int i = 0; i < done.length; i++) {
        if (!done[i]) {
          done[i] = covered2[i] >= PARTICLES;
          result[i] = done[i] ? between(covered[i], covered2[i], m[i], m2[i]) : m2[i];
        }
      }
      m = m2;
      covered = covered2;
      sigma = next;
    }
    return result;
  }

  /**
   * Interpolates between two widths to the value at {@link #PARTICLES} particles, linearly in the
   * logarithm of the number of particles.
   */
  private static double between(double less, double more, double first, double second) {
    double low = Math.log(Math.max(less, 1e-3));
    double t = (Math.log(PARTICLES) - low) / (Math.log(more) - low);
    return first + Math.min(1, Math.max(0, t)) * (second - first);
  }

  /** Number of pixels over which a Gaussian averages: 1 / integral of its square. */
  private static double area(double sigma) {
    return 4 * Math.PI * sigma * sigma;
  }

  private static double[] scaled(double[] values, double factor) {
    double[] result = values.clone();
    for (int i = 0; i < result.length; i++) {
      result[i] *= factor;
    }
    return result;
  }

  private double[] blurred(double[] map, double sigma) {
    double[] kernel = kernel(sigma);
    double[] along = new double[map.length];
    for (int line = 0; line < height; line++) {
      blurLine(map, along, line * width, 1, width, kernel);
    }
    double[] result = new double[map.length];
    for (int column = 0; column < width; column++) {
      blurLine(along, result, column, width, height, kernel);
    }
    return result;
  }

  /** One half of a normalised Gaussian, starting at its centre. */
  private static double[] kernel(double sigma) {
    double[] kernel = new double[(int) Math.ceil(3.5 * sigma) + 1];
    double sum = 0;
    for (int k = 0; k < kernel.length; k++) {
      kernel[k] = Math.exp(-0.5 * k * k / (sigma * sigma));
      sum += k == 0 ? kernel[k] : 2 * kernel[k];
    }
    for (int k = 0; k < kernel.length; k++) {
      kernel[k] /= sum;
    }
    return kernel;
  }

  private void blurLine(double[] from, double[] to, int start, int stride, int n, double[] kernel) {
    double[] line = new double[n + 2 * (kernel.length - 1)];
    int margin = kernel.length - 1;
    for (int i = 0; i < line.length; i++) {
      int at = i - margin;
      boolean inside = at >= 0 && at < n;
      line[i] = inside || periodic ? from[start + stride * Math.floorMod(at, n)] : 0;
    }
    for (int i = 0; i < n; i++) {
      double sum = kernel[0] * line[i + margin];
      for (int k = 1; k < kernel.length; k++) {
        sum += kernel[k] * (line[i + margin - k] + line[i + margin + k]);
      }
      to[start + stride * i] = sum;
    }
  }
}
