package org.jzfof.pipeline;

import java.util.SplittableRandom;

/** Point sets that have broken neighbour searches, in a box of the given sides. */
public enum PointSets {
  UNIFORM {
    @Override
    void fill(double[] xyz, double[] side, SplittableRandom random) {
      for (int i = 0; i < xyz.length; i++) {
        xyz[i] = random.nextDouble() * side[i % 3];
      }
    }
  },
  LATTICE {
    @Override
    void fill(double[] xyz, double[] side, SplittableRandom random) {
      int m = (int) Math.ceil(Math.cbrt(xyz.length / 3.0));
      int spacing = Integer.highestOneBit(2 * m);
      for (int i = 0; i < xyz.length / 3; i++) {
        xyz[3 * i] = side[0] * (i % m) / spacing;
        xyz[3 * i + 1] = side[1] * (i / m % m) / spacing;
        xyz[3 * i + 2] = side[2] * (i / m / m) / spacing;
      }
    }
  },
  CLUSTERED {
    @Override
    void fill(double[] xyz, double[] side, SplittableRandom random) {
      double[] centre = new double[3];
      double radius = 0;
      for (int i = 0; i < xyz.length / 3; i++) {
        if (i == 0 || random.nextInt(20) == 0) {
          radius = Math.pow(10, -4 * random.nextDouble());
          for (int d = 0; d < 3; d++) {
            centre[d] = random.nextDouble();
          }
        }
        for (int d = 0; d < 3; d++) {
          double x = centre[d] + radius * (random.nextDouble() - 0.5);
          xyz[3 * i + d] = (x - Math.floor(x)) * side[d];
        }
      }
    }
  },
  COINCIDENT {
    @Override
    void fill(double[] xyz, double[] side, SplittableRandom random) {
      UNIFORM.fill(xyz, side, random);
      int places = 1 + random.nextInt(4);
      for (int i = places; i < xyz.length / 3; i++) {
        if (random.nextInt(4) > 0) {
          System.arraycopy(xyz, 3 * random.nextInt(places), xyz, 3 * i, 3);
        }
      }
    }
  },
  COLLINEAR {
    @Override
    void fill(double[] xyz, double[] side, SplittableRandom random) {
      for (int i = 0; i < xyz.length / 3; i++) {
        double t = random.nextDouble();
        for (int d = 0; d < 3; d++) {
          xyz[3 * i + d] = t * side[d];
        }
      }
    }
  },
  PLANAR {
    @Override
    void fill(double[] xyz, double[] side, SplittableRandom random) {
      UNIFORM.fill(xyz, side, random);
      for (int i = 2; i < xyz.length; i += 3) {
        xyz[i] = side[2] / 4;
      }
    }
  },
  AT_THE_FACES {
    @Override
    void fill(double[] xyz, double[] side, SplittableRandom random) {
      for (int i = 0; i < xyz.length; i++) {
        double depth = random.nextInt(3) == 0 ? random.nextDouble() : 0.02 * random.nextDouble();
        xyz[i] = side[i % 3] * (random.nextBoolean() ? depth : 1 - depth);
      }
    }
  };

  abstract void fill(double[] xyz, double[] side, SplittableRandom random);

  public double[] points(int n, double[] side, SplittableRandom random) {
    double[] xyz = new double[3 * n];
    fill(xyz, side, random);
    return xyz;
  }
}
