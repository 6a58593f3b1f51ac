package org.jzfof.bench.sets;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * The adiabatic collapse of a cold sphere of gas (Evrard 1988, MNRAS 235, 911), in one dimension:
 * shells of equal mass, whose pressure and gravity move them, and a viscosity where they approach
 * each other (von Neumann and Richtmyer 1950, J. Appl. Phys. 21, 232). The units are G = M = R = 1;
 * the gas has an adiabatic index of 5/3, a density of 1 / (2 π r) and an internal energy of 0.05.
 *
 * <p>At the time 1.07 the internal energy is largest, 1.74, and the gravitational energy lowest,
 * -2.51. The gas behind the shock then has a nearly even core, and falls outwards from it. This is
 * the spherical solution, without the noise of particles and the asymmetries that a simulation has.
 */
final class EvrardCollapse {
  /** Number of shells; the state changes little with more. */
  private static final int SHELLS = 200;

  private static final double MASS = 1.0 / SHELLS;
  private static final double INDEX = 5 / 3.0;
  private static final double START_ENERGY = 0.05;
  private static final double QUADRATIC_VISCOSITY = 2;
  private static final double LINEAR_VISCOSITY = 0.3;
  private static final double COURANT = 0.25;
  private static final double LARGEST_STEP = 0.01;

  /** Outer radius of each shell after the centre [shells + 1], and its speed. */
  private final double[] radius = new double[SHELLS + 1];

  private final double[] speed = new double[SHELLS + 1];

  /** Energy per mass of each shell [shells], and what follows from it. */
  private final double[] energy = new double[SHELLS];

  private final double[] density = new double[SHELLS];
  private final double[] pressure = new double[SHELLS];
  private final double[] viscosity = new double[SHELLS];
  private double time;

  EvrardCollapse() {
    Arrays.setAll(radius, i -> Math.sqrt(i * MASS));
    Arrays.fill(energy, START_ENERGY);
    Arrays.setAll(density, this::densityOf);
  }

  /** Runs until the internal energy falls, and returns the radii that enclose fractions. */
  DoubleUnaryOperator hottest() {
    double before;
    do {
      before = internalEnergy();
      step();
    } while (internalEnergy() > before || time < 1); // the gas expands and cools at first
    double[] cubes = Arrays.stream(radius).map(r -> r * r * r).toArray();
    return mass -> {
      int shell = Math.min(SHELLS - 1, (int) (mass * SHELLS));
      double cube = cubes[shell] + (mass * SHELLS - shell) * (cubes[shell + 1] - cubes[shell]);
      return Math.cbrt(cube) / radius[SHELLS];
    };
  }

  double time() {
    return time;
  }

  /** Energy of the gas in all shells. */
  double internalEnergy() {
    return MASS * Arrays.stream(energy).sum();
  }

  /** Energy of motion, gravity and gas, which stays. */
  double totalEnergy() {
    double sum = internalEnergy();
    for (int i = 1; i <= SHELLS; i++) {
      double middle = 0.5 * (radius[i] + radius[i - 1]);
      sum += MASS * (0.5 * speed[i] * speed[i] - (i - 0.5) * MASS / middle);
    }
    return sum;
  }

  /** Radius of the sphere. */
  double outerRadius() {
    return radius[SHELLS];
  }

  private double densityOf(int shell) {
    double inner = radius[shell];
    double outer = radius[shell + 1];
    return MASS / (4 * Math.PI / 3 * (outer * outer * outer - inner * inner * inner));
  }

  private void step() {
    double dt = prepare();
    for (int i = 1; i <= SHELLS; i++) {
      double inside = pressure[i - 1] + viscosity[i - 1];
      double outside = i < SHELLS ? pressure[i] + viscosity[i] : 0;
      double mass = i < SHELLS ? MASS : 0.5 * MASS;
      double area = 4 * Math.PI * radius[i] * radius[i];
      speed[i] += dt * (area * (inside - outside) / mass - i * MASS / (radius[i] * radius[i]));
    }
    for (int i = 1; i <= SHELLS; i++) {
      radius[i] += dt * speed[i];
    }
    for (int i = 0; i < SHELLS; i++) {
      double after = densityOf(i);
      double volume = 1 / after - 1 / density[i];
      // The pressure during the step is the mean of those before and after it.
      energy[i] =
          (energy[i] - (0.5 * pressure[i] + viscosity[i]) * volume)
              / (1 + 0.5 * (INDEX - 1) * after * volume);
      density[i] = after;
    }
    time += dt;
  }

  /** Computes pressures and viscosities, and returns the length of the next step. */
  private double prepare() {
    double dt = LARGEST_STEP;
    for (int i = 0; i < SHELLS; i++) {
      pressure[i] = (INDEX - 1) * density[i] * energy[i];
      double sound = Math.sqrt(INDEX * pressure[i] / density[i]);
      double approach = Math.max(0, speed[i] - speed[i + 1]);
      viscosity[i] =
          density[i] * approach * (QUADRATIC_VISCOSITY * approach + LINEAR_VISCOSITY * sound);
      dt = Math.min(dt, COURANT * (radius[i + 1] - radius[i]) / (sound + 4 * approach));
    }
    return dt;
  }
}
