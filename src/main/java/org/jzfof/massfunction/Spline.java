package org.jzfof.massfunction;

/**
 * A cubic spline that is given by its values and second derivatives.
 *
 * @param x positions, increasing [n]
 * @param y values [n]
 * @param second second derivatives [n]
 */
record Spline(double[] x, double[] y, double[] second) {
  /** Returns the value at a position between the first and the last. */
  double at(double position) {
    int i = 0;
    while (i < x.length - 2 && position > x[i + 1]) {
      i++;
    }
    double width = x[i + 1] - x[i];
    double b = (position - x[i]) / width;
    double a = 1 - b;
    double bend = (a * a * a - a) * second[i] + (b * b * b - b) * second[i + 1];
    return a * y[i] + b * y[i + 1] + bend * width * width / 6;
  }
}
