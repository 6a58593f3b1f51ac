package org.jzfof.catalogue;

import org.jzfof.catalogue.columns.PhysicalUnits;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.SourceFile;
import org.jzfof.hdf5.Hdf5Copy;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.header.CodeFamily;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * Writes the metadata of a friends-of-friends output of SWIFT or of a catalogue of SOAP: /Header,
 * /Units, /InternalCodeUnits, /Code and /Cosmology. They are copied from a snapshot of SWIFT;
 * unknown values of other snapshots are left out.
 */
final class SwiftMetadata {
  private static final String HEADER = "/Header";
  private static final String TYPE_NAMES = "/Header/PartTypeNames";
  private static final String COSMOLOGY = "/Cosmology";
  private static final String INTERNAL_UNITS = "/InternalCodeUnits";
  private static final int TYPES = 7;

  private final Hdf5Writer out;
  private final CatalogueInfo info;
  private final PhysicalUnits units;
  private final SnapshotHeader snapshot;

  SwiftMetadata(Hdf5Writer out, CatalogueInfo info, PhysicalUnits units) {
    this.out = out;
    this.info = info;
    this.units = units;
    this.snapshot = info.snapshot();
  }

  /**
   * Writes all metadata.
   *
   * @param type output type in SWIFT's words
   * @param rows name of the counted objects: Groups or Subhalos
   */
  void write(String type, String rows, long count) {
    out.group(HEADER);
    if (snapshot.family() == CodeFamily.SWIFT && info.lightcone().isEmpty()) {
      try (Hdf5File in = SourceFile.open(snapshot.pieces().get(0))) {
        Hdf5Copy.attributes(in, out, HEADER);
        writeHeader(in, type, rows, count);
        if (in.exists(TYPE_NAMES)) {
          Hdf5Copy.object(in, out, TYPE_NAMES);
        }
        copyOr(in, COSMOLOGY, this::writeCosmology);
        copyOr(in, INTERNAL_UNITS, () -> writeUnits(INTERNAL_UNITS));
      }
    } else {
      writeHeader(null, type, rows, count);
      writeCosmology();
      writeUnits(INTERNAL_UNITS);
    }
    writeUnits("/Units");
    out.group("/Code");
    out.attribute("/Code", "Code", "jzfof");
    out.attribute("/Code", "Code Version", info.run().version());
  }

  private void copyOr(Hdf5File in, String group, Runnable other) {
    if (in.exists(group)) {
      Hdf5Copy.object(in, out, group);
    } else {
      other.run();
    }
  }

  /**
   * @param in snapshot whose attributes have been copied, or null
   */
  private void writeHeader(Hdf5File in, String type, String rows, long count) {
    Header header = new Header(in);
    int types = Math.max(TYPES, snapshot.types());
    double[] box = info.boxSize().clone();
    for (int d = 0; d < box.length; d++) {
      box[d] *= units.perHubble();
    }
    header.put("BoxSize", Hdf5Type.FLOAT64, box);
    header.put("Dimension", Hdf5Type.FLOAT64, 3);
    header.known("Time", units.time(snapshot));
    header.known("Redshift", snapshot.redshift());
    header.known("Scale-factor", snapshot.scaleFactor());
    header.text("Code", "jzfof");
    header.text("OutputType", type);
    header.text("SelectOutput", "Default");
    header.put("NumPartTypes", Hdf5Type.INT32, types);
    header.put("NumPart_ThisFile", Hdf5Type.INT64, new double[types]);
    header.put("NumPart_Total", Hdf5Type.UINT32, new double[types]);
    header.put("NumPart_Total_HighWord", Hdf5Type.UINT32, new double[types]);
    header.put("TotalNumberOfParticles", Hdf5Type.INT64, new double[types]);
    header.put("CanHaveTypes", Hdf5Type.INT32, new double[types]);
    header.put("MassTable", Hdf5Type.FLOAT64, new double[types]);
    header.put("Flag_Entropy_ICs", Hdf5Type.UINT32, new double[types]);
    header.put("NumFilesPerSnapshot", Hdf5Type.INT32, 1);
    header.put("ThisFile", Hdf5Type.INT32, 0);
    header.put("Virtual", Hdf5Type.INT32, 0);
    header.put("Num" + rows + "_Total", Hdf5Type.INT64, count);
    header.put("Num" + rows + "_ThisFile", Hdf5Type.INT64, count);
  }

  /** Writes attributes of the header; they replace copied attributes. */
  private final class Header {
    private final Hdf5File copied;

    Header(Hdf5File copied) {
      this.copied = copied;
    }

    private void remove(String name) {
      if (copied != null && copied.hasAttribute(HEADER, name)) {
        out.removeAttribute(HEADER, name);
      }
    }

    void put(String name, Hdf5Type type, double... values) {
      remove(name);
      out.attribute(HEADER, name, type, values);
    }

    void known(String name, double value) {
      remove(name);
      number(HEADER, name, value);
    }

    void text(String name, String value) {
      remove(name);
      out.attribute(HEADER, name, value);
    }
  }

  private void writeUnits(String group) {
    out.group(group);
    number(group, "Unit length in cgs (U_L)", units.lengthCm());
    number(group, "Unit mass in cgs (U_M)", units.massG());
    number(group, "Unit time in cgs (U_t)", units.timeSeconds());
    number(group, "Unit current in cgs (U_I)", 1);
    number(group, "Unit temperature in cgs (U_T)", 1);
  }

  /**
   * Writes the cosmology. Neutrinos of other codes are part of the matter. Readers of a
   * cosmological run require all parameters: without the necessary ones the file claims no
   * cosmology, and an unknown baryon density is NaN.
   */
  private void writeCosmology() {
    Cosmology cosmology = snapshot.cosmology();
    out.group(COSMOLOGY);
    number(COSMOLOGY, "Redshift", snapshot.redshift());
    number(COSMOLOGY, "Scale-factor", snapshot.scaleFactor());
    number(COSMOLOGY, "h", cosmology.hubble());
    number(COSMOLOGY, "Omega_m", cosmology.omegaMatter());
    number(COSMOLOGY, "Omega_lambda", cosmology.omegaLambda());
    if (!snapshot.comoving()) {
      out.attribute(COSMOLOGY, "Cosmological run", Hdf5Type.INT32, new long[] {0});
      number(COSMOLOGY, "Omega_b", cosmology.omegaBaryon());
    } else if (cosmology.stated()) {
      out.attribute(COSMOLOGY, "Cosmological run", Hdf5Type.INT32, new long[] {1});
      out.attribute(COSMOLOGY, "Omega_b", Hdf5Type.FLOAT64, new double[] {cosmology.omegaBaryon()});
      number(COSMOLOGY, "H0 [internal units]", cosmology.hubbleRate() * units.timeSeconds());
      number(COSMOLOGY, "Universe age [internal units]", units.time(snapshot));
      number(COSMOLOGY, "Omega_k", cosmology.omegaCurvature());
      number(COSMOLOGY, "Omega_r", cosmology.additions().radiation());
      number(COSMOLOGY, "w_0", cosmology.additions().w0());
      number(COSMOLOGY, "w_a", cosmology.additions().wa());
      number(COSMOLOGY, "N_eff", 0);
      number(COSMOLOGY, "N_ur", 0);
    }
  }

  /** Writes a number as an array of length 1, as SWIFT does; an unknown number is left out. */
  private void number(String object, String name, double value) {
    if (!Double.isNaN(value)) {
      out.attribute(object, name, Hdf5Type.FLOAT64, new double[] {value});
    }
  }
}
