package org.jzfof.subhalo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Function;
import org.jzfof.catalogue.CatalogueFile;

/** Properties of the sets of particles that Gadget-4 found bound, beside its own. */
final class Gadget4Properties {
  private static final double TOLERANCE = 1e-5;

  private final CatalogueFile file;
  private final OracleProperties[] own;

  private Gadget4Properties(CatalogueFile file, OracleProperties[] own) {
    this.file = file;
    this.own = own;
  }

  /** Fails where any differs. */
  static void compare(Gadget4Catalogue theirs) {
    OracleParticles all = theirs.particles();
    int[][] members = theirs.subhaloMembers();
    double[] position = theirs.file().doubles("/Subhalo/SubhaloPos");
    OracleProperties[] own = new OracleProperties[members.length];
    for (int s = 0; s < own.length; s++) {
      int[] place = new int[3];
      int at = 3 * s;
      Arrays.setAll(place, d -> all.map().toFixed(position[at + d], d));
      int deepest = at(all, members[s], place);
      own[s] = OracleProperties.of(all, theirs.physics(), members[s], members[s], deepest);
    }
    Gadget4Properties properties = new Gadget4Properties(theirs.file(), own);
    properties.compare("SubhaloMass", 0, p -> new double[] {p.mass()});
    properties.compare("SubhaloCM", 1, OracleProperties::centreOfMass);
    properties.compare("SubhaloVel", 10, OracleProperties::velocity);
    properties.compare("SubhaloVelDisp", 0, p -> new double[] {p.dispersion()});
    properties.compare("SubhaloSpin", 1, OracleProperties::spin);
    properties.compare("SubhaloVmax", 0, p -> new double[] {p.maximum()});
    properties.compare("SubhaloVmaxRad", 0, p -> new double[] {p.maximumRadius()});
    properties.compare("SubhaloHalfmassRad", 0, p -> Arrays.copyOf(p.halfMassRadius(), 1));
    properties.compare(
        "SubhaloHalfmassRadType", 0, p -> Arrays.copyOfRange(p.halfMassRadius(), 1, 7));
  }

  /** The member at a place that was rounded to single precision. */
  private static int at(OracleParticles all, int[] members, int[] place) {
    return Arrays.stream(members)
        .boxed()
        .min(
            Comparator.comparingDouble(
                i ->
                    Math.abs((double) (all.place()[3 * i] - place[0]))
                        + Math.abs((double) (all.place()[3 * i + 1] - place[1]))
                        + Math.abs((double) (all.place()[3 * i + 2] - place[2]))))
        .orElseThrow();
  }

  private void compare(String dataset, double size, Function<OracleProperties, double[]> value) {
    double[] expected = file.doubles("/Subhalo/" + dataset);
    int width = expected.length / own.length;
    for (int s = 0; s < own.length; s++) {
      double[] values = value.apply(own[s]);
      assertEquals(width, values.length, dataset);
      for (int d = 0; d < width; d++) {
        double theirs = expected[width * s + d];
        String name = dataset + " of " + s;
        assertEquals(theirs, values[d], TOLERANCE * Math.max(Math.abs(theirs), size), name);
      }
    }
  }
}
