package org.jzfof.spheres;

/**
 * The crossing that SOAP takes (find_SO_radius_and_mass of its SO_properties.py): between the first
 * particle at which the enclosed density, itself counted, is below the limit, and the particle
 * before it, the enclosed mass grows linearly with the radius. What is in the centre, or nearest to
 * it where nothing is, is no such particle; where the next one already is, the mass grows from 0 in
 * the centre.
 *
 * <p>Particles at one distance are taken together, and the mass stays what it is behind the last
 * particle. SOAP takes one after another, in no stated order, and gives up.
 */
final class SoapRule implements SphereRule {
  /** First search for the next particle outside, over the radius. */
  private static final double CLOSE = 1.0 / 16;

  private enum Step {
    /** To the smallest radius at which the density falls to the limit. */
    RISE,
    /** To the next particle outside. */
    OUTSIDE,
    /** To the last particle inside. */
    INSIDE,
    DONE
  }

  private final SphereScale scale;
  private final double density;
  private final long innermost;
  private final long total;
  private Step step = Step.RISE;
  private long mass;
  private long without; // squares, unsigned, within which there is less than the mass,
  private long with; // and all of it
  private DistanceRule place;
  private double outerRadius;
  private long outerMass;
  private double radius;

  /**
   * @param density limit
   * @param innermost mass in the centre or, where there is none, of what is nearest to it
   * @param total mass of all particles
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
    return step == Step.RISE ? scale.square(scale.radius(mass, density)) : place.square();
  }

  @Override
  public boolean take(long within) {
    if (step == Step.RISE) {
      rise(within);
    } else if (place.take(within)) {
      if (step == Step.OUTSIDE) {
        leave();
      } else {
        end(place.nearest());
      }
    }
    return step == Step.DONE;
  }

  private void rise(long within) {
    if (within > mass) {
      without = with;
      with = square();
      mass = within;
    } else if (mass == total) {
      radius = mass > innermost ? scale.radius(mass, density) : 0;
      step = Step.DONE;
    } else {
      place = new GrowingRule(scale, mass + 1, square(), scale.radius(mass, density), CLOSE);
      step = Step.OUTSIDE;
    }
  }

  /** At the next particle the density is at the limit again, or the bin is found. */
  private void leave() {
    long own = scale.square(scale.radius(place.mass(), density));
    if (Long.compareUnsigned(place.nearest(), own) <= 0) {
      mass = place.mass();
      with = place.nearest();
      without = with - 1;
      step = Step.RISE;
      return;
    }
    outerRadius = scale.distance(place.nearest());
    outerMass = place.mass();
    if (mass == innermost) {
      radius = intersection(0, 0);
      step = Step.DONE;
    } else if (with - without == 1) {
      end(with);
    } else {
      place = new NearestRule(mass, without, with, mass);
      step = Step.INSIDE;
    }
  }

  private void end(long inside) {
    radius = intersection(scale.distance(inside), mass);
    step = Step.DONE;
  }

  /** Where the mass between two particles has the density, by bisection to the last digit. */
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
