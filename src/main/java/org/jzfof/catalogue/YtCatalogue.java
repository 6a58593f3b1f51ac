package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.function.IntToDoubleFunction;
import java.util.function.UnaryOperator;
import org.jzfof.domain.Box;
import org.jzfof.hdf5.Hdf5Type;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.snapshot.Cosmology;
import org.jzfof.snapshot.SnapshotHeader;
import org.jzfof.snapshot.UnitChange;

/**
 * Writes halos_NNN.0.h5, which yt opens as a halo catalogue: physical (not comoving) values in cgs,
 * members under /particles/ids.
 */
final class YtCatalogue {
  private static final String ROOT = "/";
  private static final String IDS = "/particles/ids";
  private static final String RADIUS =
      "enclosing radius: distance from the centre of mass to the farthest member; yt takes it for the"
          + " radius of a halo, and it is that of no overdensity";
  private static final String[] AXES = {"x", "y", "z"};

  private final Hdf5Writer out;
  private final CatalogueInfo info;
  private final GroupCatalogue groups;
  private final CatalogueInfo physical;
  private final double length;
  private final double mass;
  private final double velocity;
  private final double timeSeconds;

  private YtCatalogue(
      Hdf5Writer out, CatalogueInfo info, GroupCatalogue groups, PhysicalUnits units) {
    SnapshotHeader snapshot = info.snapshot();
    this.out = out;
    this.info = info;
    this.groups = groups;
    UnitChange change = units.toCgs(snapshot);
    this.physical = info.in(change);
    this.length = change.length();
    this.mass = change.mass();
    this.velocity = change.velocity();
    this.timeSeconds = units.time(snapshot) * units.timeSeconds();
  }

  /** The writer of such a file. */
  static CatalogueWriter in(Path folder, String snapshotNumber) {
    return new SingleFileCatalogue(
        folder.resolve("halos_" + snapshotNumber + ".0.h5"),
        "yt",
        UnaryOperator.identity(),
        (out, info, groups, units) -> new YtCatalogue(out, info, groups, units).write());
  }

  /** Returns the position of the member IDs. */
  private OptionalLong write() {
    writeHeader();
    new RunParameters(out, physical).write("cm");
    for (int d = 0; d < 3; d++) {
      int axis = d;
      write("particle_position_" + AXES[d], "cm", i -> length * groups.position()[3 * i + axis]);
      write(
          "particle_velocity_" + AXES[d], "cm/s", i -> velocity * groups.velocity()[3 * i + axis]);
    }
    write("particle_mass", "g", i -> mass * groups.mass()[i]);
    write("virial_radius", "cm", i -> length * groups.enclosingRadius()[i]);
    out.variableText(ROOT + "virial_radius", "description", RADIUS);
    write("inertia_radius", "cm", i -> length * groups.inertiaRadius()[i]);
    write("velocity_dispersion", "cm/s", i -> velocity * groups.velocityDispersion()[i]);
    write("particle_identifier", Hdf5Type.INT64, "", i -> i);
    write("particle_number", Hdf5Type.INT64, "", i -> groups.length()[i]);
    return writeMembers();
  }

  private void writeHeader() {
    SnapshotHeader snapshot = info.snapshot();
    Cosmology cosmology = snapshot.cosmology();
    out.attribute(ROOT, "data_type", "halo_catalog");
    out.attribute(ROOT, "num_halos", Hdf5Type.INT64, groups.groups());
    boolean cosmological = cosmological(snapshot);
    out.attribute(ROOT, "cosmological_simulation", Hdf5Type.INT32, cosmological ? 1 : 0);
    number("current_time", timeSeconds);
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

  private OptionalLong writeMembers() {
    long[] start = new long[groups.groups() + 1];
    for (int g = 0; g < groups.groups(); g++) {
      start[g + 1] = start[g] + groups.length()[g];
    }
    write("particle_index_start", Hdf5Type.INT64, "", i -> start[i]);
    out.group("/particles");
    OptionalLong position = out.reserve(IDS, Hdf5Type.UINT64, groups.memberIds().count());
    out.attribute(IDS, "units", "");
    return position;
  }

  private void number(String name, double value) {
    out.attribute(ROOT, name, Hdf5Type.FLOAT64, value);
  }

  private void write(String name, String units, IntToDoubleFunction values) {
    write(name, Hdf5Type.FLOAT64, units, values);
  }

  private void write(String name, Hdf5Type type, String units, IntToDoubleFunction values) {
    GroupColumn.write(out, ROOT + name, type, groups.groups(), 1, values);
    out.attribute(ROOT + name, "units", units);
  }
}
