package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.Arrays;
import org.jzfof.hdf5.Hdf5Type;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.snapshot.Cosmology;
import org.jzfof.snapshot.SnapshotHeader;
import org.jzfof.snapshot.Units;

/**
 * Writes a catalogue as Gadget-4 and its readers (yt, illustris_python, pynbody) lay it out:
 * groups_NNN/fof_subhalo_tab_NNN.0.hdf5.
 */
public final class GadgetCatalogueWriter {
  /** Values converted and written at a time. */
  private static final int BLOCK = 1 << 18;

  private GadgetCatalogueWriter() {}

  /**
   * Where {@link #write} puts the catalogue.
   *
   * @param outputDir folder that gets groups_NNN
   * @param snapshotNumber NNN, the digits in the snapshot's name
   */
  public static Path file(Path outputDir, String snapshotNumber) {
    return outputDir
        .resolve("groups_" + snapshotNumber)
        .resolve("fof_subhalo_tab_" + snapshotNumber + ".0.hdf5");
  }

  /**
   * Checks, without writing anything, that {@link #write} has where to write: before the work.
   *
   * @param outputDir as for write
   * @param snapshotNumber as for write
   * @throws org.jzfof.error.OutputException if the place will not do, with the cause
   */
  public static void check(Path outputDir, String snapshotNumber) {
    AtomicFile.check(file(outputDir, snapshotNumber));
  }

  /**
   * Writes a catalogue, in place of an older one. The file appears under its name only when it is
   * complete and on the disk; after a failure nothing is left of it.
   *
   * @param outputDir folder that gets groups_NNN; made where it does not exist
   * @param snapshotNumber NNN, the digits in the snapshot's name
   * @param info what the file says about the run
   * @param groups the groups
   * @return the file
   * @throws org.jzfof.error.OutputException if it cannot be written, with the cause
   */
  public static Path write(
      Path outputDir, String snapshotNumber, CatalogueInfo info, GroupCatalogue groups) {
    Path file = file(outputDir, snapshotNumber);
    AtomicFile.write(
        file,
        temporary -> {
          try (Hdf5Writer out = Hdf5Writer.create(temporary)) {
            writeHeader(out, info, groups);
            writeParameters(out, info);
            writeGroups(out, info, groups);
            writeIds(out, groups.memberIds());
            out.group("/Subhalo"); // yt takes no file without it
            out.flush();
          }
        });
    return file;
  }

  private static void writeHeader(Hdf5Writer out, CatalogueInfo info, GroupCatalogue groups) {
    String header = "/Header";
    out.group(header);
    // Signed: yt cannot subtract unsigned counters. Subfind's older and newer word for subhaloes.
    for (String extent : new String[] {"_ThisFile", "_Total"}) {
      out.attribute(header, "Ngroups" + extent, Hdf5Type.INT64, groups.groups());
      out.attribute(header, "Nsubgroups" + extent, Hdf5Type.INT64, 0);
      out.attribute(header, "Nsubhalos" + extent, Hdf5Type.INT64, 0);
      out.attribute(header, "Nids" + extent, Hdf5Type.INT64, groups.memberIds().count());
    }
    out.attribute(header, "NumFiles", Hdf5Type.INT32, 1);
    out.attribute(header, "Time", Hdf5Type.FLOAT64, info.snapshot().time());
    out.attribute(header, "Redshift", Hdf5Type.FLOAT64, info.snapshot().redshift());
    out.attribute(header, "FlagDoubleprecision", Hdf5Type.INT32, 0);
    writeBoxSize(out, header, info.boxSize());
    writeCosmology(out, header, info.snapshot().cosmology());
  }

  private static void writeParameters(Hdf5Writer out, CatalogueInfo info) {
    String parameters = "/Parameters";
    SnapshotHeader snapshot = info.snapshot();
    Units units = snapshot.units();
    out.group(parameters);
    writeBoxSize(out, parameters, info.boxSize());
    writeCosmology(out, parameters, snapshot.cosmology());
    writeKnown(out, parameters, "UnitLength_in_cm", units.lengthCm());
    writeKnown(out, parameters, "UnitMass_in_g", units.massG());
    writeKnown(out, parameters, "UnitVelocity_in_cm_per_s", units.velocityCmPerS());
    out.attribute(parameters, "LinkingLength", Hdf5Type.FLOAT64, info.linkingLength());
    out.attribute(parameters, "LinkingLengthOverMeanSeparation", Hdf5Type.FLOAT64, info.b());
    out.attribute(parameters, "MinimumGroupLength", Hdf5Type.INT32, info.minLength());
    long[] types = Arrays.stream(info.primaryTypes()).asLongStream().toArray();
    out.attribute(parameters, "PrimaryTypes", Hdf5Type.INT32, types);
    out.attribute(parameters, "Periodic", Hdf5Type.INT32, info.periodic() ? 1 : 0);
    out.attribute(parameters, "Snapshot", info.snapshotPath());
    out.attribute(parameters, "SnapshotCode", snapshot.family().label());
    out.attribute(parameters, "JzfofVersion", info.version());
    out.attribute(parameters, "JzfofCommandLine", info.commandLine());
  }

  /** A number for a cube, as every reader expects; three numbers otherwise. */
  private static void writeBoxSize(Hdf5Writer out, String object, double[] side) {
    if (side[0] == side[1] && side[1] == side[2]) {
      out.attribute(object, "BoxSize", Hdf5Type.FLOAT64, side[0]);
    } else {
      out.attribute(object, "BoxSize", Hdf5Type.FLOAT64, side);
    }
  }

  /**
   * Readers cannot do without these. What the snapshot does not state is written as Gadget writes
   * it for a run without expansion (0, 0, 1), and CosmologyStated is then 0.
   */
  private static void writeCosmology(Hdf5Writer out, String object, Cosmology cosmology) {
    boolean stated =
        !Double.isNaN(cosmology.omegaMatter() + cosmology.omegaLambda() + cosmology.hubble());
    out.attribute(object, "CosmologyStated", Hdf5Type.INT32, stated ? 1 : 0);
    out.attribute(object, "Omega0", Hdf5Type.FLOAT64, orElse(cosmology.omegaMatter(), 0));
    out.attribute(object, "OmegaLambda", Hdf5Type.FLOAT64, orElse(cosmology.omegaLambda(), 0));
    out.attribute(object, "HubbleParam", Hdf5Type.FLOAT64, orElse(cosmology.hubble(), 1));
    writeKnown(out, object, "OmegaBaryon", cosmology.omegaBaryon());
  }

  private static double orElse(double value, double other) {
    return Double.isNaN(value) ? other : value;
  }

  private static void writeKnown(Hdf5Writer out, String object, String name, double value) {
    if (!Double.isNaN(value)) {
      out.attribute(object, name, Hdf5Type.FLOAT64, value);
    }
  }

  private static void writeGroups(Hdf5Writer out, CatalogueInfo info, GroupCatalogue groups) {
    out.group("/Group");
    out.attribute("/Group", "NTask", Hdf5Type.INT32, 1); // pynbody asks for it
    for (GroupField field : GroupField.of(info, groups)) {
      writeField(out, field, groups.groups());
    }
  }

  private static void writeField(Hdf5Writer out, GroupField field, int groups) {
    String path = "/Group/" + field.name();
    int columns = field.columns();
    if (columns == 1) {
      out.dataset(path, field.type(), groups);
    } else {
      out.dataset(path, field.type(), groups, columns);
    }
    int step = Math.max(1, BLOCK / columns);
    double[] values = new double[Math.min(step, groups) * columns];
    for (int row = 0; row < groups; row += step) {
      int rows = Math.min(step, groups - row);
      for (int i = 0; i < rows * columns; i++) {
        values[i] = field.values().applyAsDouble(row * columns + i);
      }
      out.write(path, row, rows, values);
    }
    GroupField.Scaling unit = field.scaling();
    out.attribute(path, "units", unit.units());
    out.attribute(path, "description", field.description());
    if (!Double.isNaN(unit.toCgs())) {
      out.attribute(path, "a_scaling", Hdf5Type.FLOAT64, unit.a());
      out.attribute(path, "h_scaling", Hdf5Type.FLOAT64, unit.h());
      out.attribute(path, "length_scaling", Hdf5Type.FLOAT64, unit.length());
      out.attribute(path, "mass_scaling", Hdf5Type.FLOAT64, unit.mass());
      out.attribute(path, "velocity_scaling", Hdf5Type.FLOAT64, unit.velocity());
      out.attribute(path, "to_cgs", Hdf5Type.FLOAT64, unit.toCgs());
    }
  }

  /** The group stays empty when IDs were not asked for. */
  private static void writeIds(Hdf5Writer out, MemberIds ids) {
    out.group("/IDs");
    if (ids.count() == 0) {
      return;
    }
    out.dataset("/IDs/ID", Hdf5Type.UINT64, ids.count());
    ids.stream((row, count, values) -> out.write("/IDs/ID", row, count, values));
    out.attribute("/IDs/ID", "units", "dimensionless");
    out.attribute(
        "/IDs/ID",
        "description",
        "IDs of the members: group by group, inside a group type by type, inside a type increasing;"
            + " group g starts after the GroupLen of all groups before it");
  }
}
