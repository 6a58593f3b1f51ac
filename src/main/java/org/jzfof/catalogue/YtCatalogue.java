package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jzfof.catalogue.fields.PhysicalUnits;
import org.jzfof.catalogue.fields.SphereFields;
import org.jzfof.catalogue.fields.SphereQuantity;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.GroupField;
import org.jzfof.catalogue.layout.GroupLayout;
import org.jzfof.catalogue.layout.RunParameters;
import org.jzfof.config.Overdensity;
import org.jzfof.domain.Box;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.values.GroupSpheres;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.UnitChange;

/**
 * Writes halos_NNN.0.h5, which yt opens as a halo catalogue: physical (not comoving) values in cgs,
 * members under /particles/ids.
 */
final class YtCatalogue implements SingleFileCatalogue.Layout {
  private static final String ROOT = "/";
  static final String IDS = "/particles/ids";
  private static final String ENCLOSING =
      "enclosing radius: distance from the centre of mass to the farthest member";

  /** Limits whose radius yt may take for that of a halo, the first one that is measured. */
  private static final List<String> VIRIAL = List.of("200c", "vir");

  /** The centre of the spheres. */
  private static final String CENTRE = "particle_position_x, _y, _z";

  static final String VIRIAL_RADIUS = "virial_radius";
  private static final String[] AXES = {"x", "y", "z"};

  private YtCatalogue() {}

  /** The writer of such a file. */
  static CatalogueWriter in(Path folder, String snapshotNumber) {
    return writer(folder, file(snapshotNumber), "catalogue", new YtCatalogue());
  }

  /** Its name. */
  static String file(String snapshotNumber) {
    return "halos_" + snapshotNumber + ".0.h5";
  }

  /** The writer of a file for yt; content is what it is. */
  static CatalogueWriter writer(
      Path folder, String name, String content, SingleFileCatalogue.Layout layout) {
    return new SingleFileCatalogue(
        folder.resolve(name), "yt", content, UnaryOperator.identity(), layout);
  }

  @Override
  public void begin(
      Hdf5Writer out, CatalogueInfo info, GroupLayout.Plan plan, PhysicalUnits units) {
    begin(out, info, units, plan.groups());
  }

  /** Writes what comes before the datasets of groups or subhaloes. */
  static void begin(Hdf5Writer out, CatalogueInfo info, PhysicalUnits units, long haloes) {
    CatalogueInfo physical = info.in(units.toCgs(info.snapshot()));
    new Header(out, info, physical, units).write(haloes);
    new RunParameters(out, physical).write("cm");
  }

  @Override
  public List<GroupField> fields(
      CatalogueInfo info, GroupCatalogue groups, CatalogueShare share, PhysicalUnits units) {
    UnitChange change = units.toCgs(info.snapshot());
    double length = change.length();
    double velocity = change.velocity();
    GroupSpheres spheres = groups.spheres();
    List<GroupField> fields = new ArrayList<>();
    boolean subhaloes = groups.subhaloes().sought();
    boolean deepest = spheres.ofMembers();
    if (deepest || subhaloes) {
      double[] centre = groups.centre();
      fields.addAll(
          vector(
              "particle_position_",
              "cm",
              (subhaloes ? "that of the first subhalo; where there is none " : "")
                  + (deepest
                      ? "the member that is deepest in the potential of all members"
                      : "the centre of mass"),
              i -> length * centre[i]));
    }
    fields.addAll(
        vector(
            deepest || subhaloes ? "centre_of_mass_" : "particle_position_",
            "cm",
            "centre of mass",
            i -> length * groups.position()[i]));
    fields.addAll(
        vector(
            "particle_velocity_",
            "cm/s",
            "mass-weighted mean of the peculiar velocities",
            i -> velocity * groups.velocity()[i]));
    fields.add(real("particle_mass", "g", i -> change.mass() * groups.mass()[i]));
    List<GroupField> measured = SphereFields.of(spheres, change, CENTRE, YtCatalogue::ofSphere);
    IntToDoubleFunction enclosing = i -> length * groups.enclosingRadius()[i];
    fields.add(real("enclosing_radius", "cm", ENCLOSING, enclosing));
    fields.add(
        virialRadius(measured)
            .orElse(
                real(
                    VIRIAL_RADIUS,
                    "cm",
                    ENCLOSING
                        + "; yt takes it for the radius of a halo, and it is that of no overdensity",
                    enclosing)));
    fields.addAll(measured);
    fields.addAll(YtProperties.of(info, groups, units, CENTRE));
    fields.add(real("inertia_radius", "cm", i -> length * groups.inertiaRadius()[i]));
    fields.add(real("velocity_dispersion", "cm/s", i -> velocity * groups.velocityDispersion()[i]));
    fields.add(count("particle_identifier", i -> share.first() + i));
    fields.add(count("particle_number", i -> groups.length()[i]));
    long[] start = share.memberStart(groups);
    fields.add(count("particle_index_start", i -> start[i]));
    if (subhaloes) {
      long[] first = share.subhaloStarts(groups);
      fields.add(count("first_subhalo", g -> first[g + 1] > first[g] ? first[g] : -1));
      fields.add(count("number_of_subhalos", g -> first[g + 1] - first[g]));
    }
    return fields;
  }

  private static GroupField ofSphere(
      SphereQuantity quantity,
      Overdensity limit,
      SphereFields.About about,
      IntToDoubleFunction values) {
    Hdf5Type type = quantity == SphereQuantity.NUMBER ? Hdf5Type.INT64 : Hdf5Type.FLOAT64;
    String units =
        switch (quantity) {
          case MASS -> "g";
          case RADIUS -> "cm";
          case NUMBER -> "";
        };
    return new GroupField(ROOT + quantity.ytName(limit), type, 1, label(units, about), values);
  }

  /** The attributes of a dataset that is measured. */
  static GroupField.Label label(String units, SphereFields.About about) {
    return (out, path) -> {
      out.attribute(path, "units", units);
      out.variableText(path, "description", about.description());
      if (about.ofSphere()) {
        out.variableText(path, "definition", about.definition());
        out.variableText(path, "crossing", about.crossing());
      }
    };
  }

  /** The radius of a sphere under the name that yt looks for; empty where there is none. */
  private static Optional<GroupField> virialRadius(List<GroupField> measured) {
    return VIRIAL.stream()
        .map(limit -> ROOT + SphereQuantity.RADIUS.ytPrefix() + limit)
        .flatMap(path -> measured.stream().filter(field -> field.path().equals(path)))
        .findFirst()
        .map(
            radius ->
                new GroupField(
                    ROOT + VIRIAL_RADIUS,
                    radius.type(),
                    1,
                    (out, path) -> {
                      radius.label().writeTo(out, path);
                      out.variableText(path, "same_as", radius.path().substring(1));
                    },
                    radius.values()));
  }

  /** Three datasets, for x, y and z of a vector. */
  private static List<GroupField> vector(
      String name, String units, String description, IntToDoubleFunction values) {
    return IntStream.range(0, 3)
        .mapToObj(
            d -> real(name + AXES[d], units, description, i -> values.applyAsDouble(3 * i + d)))
        .toList();
  }

  private static GroupField real(
      String name, String units, String description, IntToDoubleFunction values) {
    return new GroupField(
        ROOT + name,
        Hdf5Type.FLOAT64,
        1,
        (out, path) -> {
          out.attribute(path, "units", units);
          out.variableText(path, "description", description);
        },
        values);
  }

  private static GroupField real(String name, String units, IntToDoubleFunction values) {
    return field(name, Hdf5Type.FLOAT64, units, values);
  }

  private static GroupField count(String name, IntToDoubleFunction values) {
    return field(name, Hdf5Type.INT64, "", values);
  }

  private static GroupField field(
      String name, Hdf5Type type, String units, IntToDoubleFunction values) {
    return new GroupField(
        ROOT + name, type, 1, (out, path) -> out.attribute(path, "units", units), values);
  }

  @Override
  public OptionalLong reserveIds(Hdf5Writer out, long ids) {
    out.group("/particles");
    OptionalLong position = out.reserve(IDS, Hdf5Type.UINT64, ids);
    out.attribute(IDS, "units", "");
    return position;
  }

  /** The attributes of the file. */
  private record Header(
      Hdf5Writer out, CatalogueInfo info, CatalogueInfo physical, PhysicalUnits units) {
    void write(long haloes) {
      SnapshotHeader snapshot = info.snapshot();
      Cosmology cosmology = snapshot.cosmology();
      out.attribute(ROOT, "data_type", "halo_catalog");
      out.attribute(ROOT, "num_halos", Hdf5Type.INT64, haloes);
      boolean cosmological = cosmological(snapshot);
      out.attribute(ROOT, "cosmological_simulation", Hdf5Type.INT32, cosmological ? 1 : 0);
      number("current_time", units.time(snapshot) * units.timeSeconds());
      out.attribute(ROOT, "current_time_units", "s");
      number("current_redshift", cosmological ? snapshot.redshift() : 0);
      number("hubble_constant", cosmological ? cosmology.hubble() : 0);
      number("omega_matter", cosmological ? cosmology.omegaMatter() : 0);
      number("omega_lambda", cosmological ? cosmology.omegaLambda() : 0);
      Box box = physical.box();
      double[] left = new double[3];
      double[] right = physical.boxSize().clone();
      for (int d = 0; d < 3 && !box.periodic(); d++) {
        left[d] = Math.min(0, box.lower()[d]);
        right[d] = Math.max(right[d], box.lower()[d] + box.size()[d]);
      }
      out.attribute(ROOT, "domain_left_edge", Hdf5Type.FLOAT64, left);
      out.attribute(ROOT, "domain_right_edge", Hdf5Type.FLOAT64, right);
      out.attribute(ROOT, "domain_left_edge_units", "cm");
      out.attribute(ROOT, "domain_right_edge_units", "cm");
    }

    private static boolean cosmological(SnapshotHeader snapshot) {
      return snapshot.comoving() && snapshot.cosmology().stated();
    }

    private void number(String name, double value) {
      out.attribute(ROOT, name, Hdf5Type.FLOAT64, value);
    }
  }
}
