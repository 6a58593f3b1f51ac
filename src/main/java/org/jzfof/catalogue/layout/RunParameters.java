package org.jzfof.catalogue.layout;

import java.util.Arrays;
import java.util.Locale;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.output.Scaling;
import org.jzfof.output.SnapshotAttributes;
import org.jzfof.snapshot.header.SnapshotHeader;

/** Writes the description of the run as attributes of /Parameters, as in every output file. */
public final class RunParameters {
  /** Attribute, with the value 1, of the groups of a light cone, which are not of one time. */
  public static final String LIGHTCONE = "Lightcone";

  private static final String PARAMETERS = "/Parameters";

  private final Hdf5Writer out;
  private final CatalogueInfo info;

  public RunParameters(Hdf5Writer out, CatalogueInfo info) {
    this.out = out;
    this.info = info;
  }

  /** Writes the group. */
  public void write() {
    write(Scaling.length(info.snapshot()).units());
  }

  /** Writes the group. */
  public void write(String lengthUnit) {
    SnapshotHeader snapshot = info.snapshot();
    out.group(PARAMETERS);
    SnapshotAttributes attributes = new SnapshotAttributes(out, PARAMETERS);
    attributes.boxSize(info.boxSize());
    attributes.cosmology(snapshot.cosmology());
    attributes.units(snapshot.units());
    writeLinking(lengthUnit);
    out.attribute(PARAMETERS, "MinimumGroupLength", Hdf5Type.INT32, info.linking().minLength());
    writeTypes("PrimaryTypes", info.linking().primaryTypes());
    if (info.linking().secondaryTypes().length > 0) {
      writeTypes("SecondaryTypes", info.linking().secondaryTypes());
    }
    out.attribute(PARAMETERS, "Periodic", Hdf5Type.INT32, info.periodic() ? 1 : 0);
    if (!info.periodic()) {
      out.attribute(PARAMETERS, "OpenBoxLower", Hdf5Type.FLOAT64, info.box().lower());
      out.attribute(PARAMETERS, "OpenBoxSize", Hdf5Type.FLOAT64, info.box().size());
    }
    info.lightcone()
        .ifPresent(
            cone -> {
              out.attribute(PARAMETERS, LIGHTCONE, Hdf5Type.INT32, 1);
              out.attribute(PARAMETERS, "HealpixNside", Hdf5Type.INT32, cone.nside());
              out.attribute(PARAMETERS, "HealpixOrder", "nest");
            });
    writeKnown("BoxMassOverOmega0", info.boxMass());
    out.attribute(PARAMETERS, "Snapshot", info.snapshotPath());
    out.attribute(PARAMETERS, "SnapshotCode", snapshot.family().label());
    attributes.run(info.run());
    out.attribute(PARAMETERS, "JzfofOptions", info.options());
    if (!info.warnings().isEmpty()) {
      out.attribute(PARAMETERS, "Warnings", String.join("\n", info.warnings()));
    }
  }

  private void writeLinking(String lengthUnit) {
    out.attribute(PARAMETERS, "LinkingLength", Hdf5Type.FLOAT64, info.linking().length());
    out.variableText(PARAMETERS, "LinkingLengthUnits", lengthUnit);
    out.attribute(
        PARAMETERS, "LinkingLengthOverMeanSeparation", Hdf5Type.FLOAT64, info.linking().b());
    String by = info.linking().separationBy().name().toLowerCase(Locale.ROOT);
    out.attribute(PARAMETERS, "MeanSeparationFrom", by);
    writeKnown("LinkingLengthFromNumber", info.linking().lengthByNumber());
    writeKnown("LinkingLengthFromMass", info.linking().lengthByMass());
  }

  private void writeTypes(String name, int[] types) {
    long[] values = Arrays.stream(types).asLongStream().toArray();
    out.attribute(PARAMETERS, name, Hdf5Type.INT32, values);
  }

  private void writeKnown(String name, double value) {
    if (!Double.isNaN(value)) {
      out.attribute(PARAMETERS, name, Hdf5Type.FLOAT64, value);
    }
  }
}
