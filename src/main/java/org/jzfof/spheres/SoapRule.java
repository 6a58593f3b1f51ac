package org.jzfof.spheres;

/**
 * Finds the crossing that SOAP finds (find_SO_radius_and_mass of its SO_properties.py). The first
 * particle at which the enclosed density, including this particle, is below the limit, and the
 * particle before it are the ends of a bin in which the enclosed mass grows linearly with the
 * radius. Particles in the centre, or the nearest ones if the centre is empty, are never the first
 * particle; if the next one already is, the mass grows from 0 in the centre.
 *
 * <p>Particles at one distance count together, and beyond the last particle the mass is constant.
 * SOAP instead counts such particles one by one, in no stated order, and finds no radius beyond the
 * last particle.
 */
final class SoapRule implements SphereRule {
  /** Relative first step of the search for the next particle outside. */
  private static final double FIRST_STEP = 1.0 / 16;

  private enum Step {
    /** Search for the smallest radius at which the density falls to the limit. */
    RISE,
    /** Search for the next particle outside. */
    OUTSIDE,
    /** Search for the last particle inside. */
    INSIDE,
    DONE
  }

  private final SphereScale scale;
  private final double density;
  private final long innermost;
  private final long total;
  private Step step = Step.RISE;
  private long mass;
  // Squares, unsigned: lower encloses less than the mass, upper all of it.
  private long lower;
  private long upper;
  private DistanceRule search;
  private double outerRadius;
  private long outerMass;
  private double radius;

  /**
   * @param innermost mass in the centre or, if that is 0, of the particles nearest to it
   */
  SoapRule(SphereScale scale, double density, long innermost, long total) {
    this.scale = scale;
    this.density = density;
    this.innermost = innermost;
    this.total = total;
    this.mass = innermost;
  }

  @Override
  public long square() {
    return step == Step.RISE ? scale.square(scale.radius(mass, density)) : search.square();
  }

  @Override
  public boolean step(long within) {
    if (step == Step.RISE) {
      rise(within);
    } else if (search.step(within)) {
      if (step == Step.OUTSIDE) {
        checkOuter();
      } else {
        finish(search.nearest());
      }
    }
    return step == Step.DONE;
  }

  private void rise(long within) {
    if (within > mass) {
      lower = upper;
      upper = square();
      mass = within;
    } else if (mass == total) {
      radius = mass > innermost ? scale.radius(mass, density) : 0;
      step = Step.DONE;
    } else {
      search = new GrowingRule(scale, mass + 1, square(), scale.radius(mass, density), FIRST_STEP);
      step = Step.OUTSIDE;
    }
  }

  /**
   * Continues to rise if the density at the next particle is at the limit again; otherwise the bin
   * is found.
   */
  private void checkOuter() {
    long limitSquare = scale.square(scale.radius(search.mass(), density));
    if (Long.compareUnsigned(search.nearest(), limitSquare) <= 0) {
      mass = search.mass();
      upper = search.nearest();
      lower = upper - 1;
      step = Step.RISE;
      return;
    }
    outerRadius = scale.distance(search.nearest());
    outerMass = search.mass();
    if (mass == innermost) {
      radius = intersection(0, 0);
      step = Step.DONE;
    } else if (upper - lower == 1) {
      finish(upper);
    } else {
      search = new NearestRule(mass, lower, upper, mass);
      step = Step.INSIDE;
    }
  }

  private void finish(long inside) {
    radius = intersection(scale.distance(inside), mass);
    step = Step.DONE;
  }

  /**
   * Returns the radius in the bin at which the mass has the density, by bisection to the last
   * digit.
   */
  private double intersection(double innerRadius, long innerMass) {
    double inner = scale.mass(innerMass);
    double slope = (scale.mass(outerMass) - inner) / (outerRadius - innerRadius);
    double volume = SphereScale.volumeDensity(density);
    double dense = innerRadius;
    double thin = outerRadius;
    while (true) {
      double r = dense + (thin - dense) / 2;
      if (r <= dense || r >= thin) {
        return r;
      }
      if (volume * r * r * r > inner + slope * (r - innerRadius)) {
        thin = r;
      } else {
        dense = r;
      }
    }
  }

  @Override
  public long mass() {
    return mass > innermost ? mass : 0;
  }

  @Override
  public double units() {
    return SphereScale.volumeDensity(density) * radius * radius * radius / scale.massUnit();
  }

  @Override
  public double radius() {
    return radius;
  }
}
