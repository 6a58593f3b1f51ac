package org.jzfof.massfunction;

/**
 * A cubic spline given by its values and second derivatives.
 *
 * @param x places, increasing [n]
 * @param y values [n]
 * @param second derivatives [n]
 */
record Spline(double[] x, double[] y, double[] second) {
  /** The value at a place between the first and the last. */
  double at(double place) {
    int i = 0;
    while (i < x.length - 2 && place > x[i + 1]) {
      i++;
    }
    double width = x[i + 1] - x[i];
    double b = (place - x[i]) / width;
    double a = 1 - b;
    double bend = (a * a * a - a) * second[i] + (b * b * b - b) * second[i + 1];
    return a * y[i] + b * y[i + 1] + bend * width * width / 6;
  }
}
