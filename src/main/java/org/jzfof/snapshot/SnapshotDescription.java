package org.jzfof.snapshot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.snapshot.binary.BinaryFormat;
import org.jzfof.snapshot.binary.SnapshotFormats;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.file.SnapshotFile;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.FileState;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.SnapshotHeader.Piece;
import org.jzfof.snapshot.header.Units;

/** Describes the contents of a snapshot in lines of text. */
public final class SnapshotDescription {
  private static final List<String> DATASETS = ParticleColumn.datasetsOfValues();

  private SnapshotDescription() {}

  /** One line of the description. */
  public record Line(String label, String value) {}

  /** Describes a snapshot; opens one file per particle type. */
  public static List<Line> of(Snapshot snapshot) {
    SnapshotHeader h = snapshot.header();
    List<Line> lines = new ArrayList<>();
    Optional<BinaryFormat> binary = BinaryFormat.of(h.pieces().get(0).file());
    lines.add(
        new Line(
            "code family",
            binary.map(f -> "Gadget, binary " + f.describe()).orElse(h.family().label())));
    lines.add(new Line("files", files(h)));
    for (int t = 0; t < h.types(); t++) {
      if (h.counts()[t] > 0) {
        lines.add(new Line("PartType" + t, type(snapshot, t)));
      }
    }
    snapshot.countWarnings(new int[0]).forEach(text -> lines.add(new Line("counts", text)));
    lines.add(
        new Line(
            "box",
            box(h)
                + snapshot.notes().notPeriodic().map(why -> ", not periodic: " + why).orElse("")));
    // Removes rounding errors of a, which would appear as a redshift of 1e-16.
    double redshift = Math.rint(h.redshift() * 1e10) / 1e10;
    lines.add(
        new Line(
            "a, z",
            h.epoch().timed() ? number(h.scaleFactor()) + ", " + number(redshift) : "not stated"));
    lines.add(new Line("time", number(h.time())));
    lines.add(
        new Line(
            "velocities",
            "stored values times %s are peculiar".formatted(number(h.velocityToPeculiar()))));
    lines.add(new Line("cosmology", cosmology(h.cosmology())));
    lines.add(new Line("units", units(h.units())));
    h.expansion().obstacle().ifPresent(why -> lines.add(new Line("densities", "none: " + why)));
    Stream.concat(snapshot.notes().ofFiles().stream(), snapshot.notes().ofDensities().stream())
        .forEach(note -> lines.add(new Line("note", note)));
    binary.ifPresent(f -> lines.addAll(otherBlocks(h)));
    return lines;
  }

  private static List<Line> otherBlocks(SnapshotHeader h) {
    String others =
        SnapshotFile.read(
            h.pieces().get(0), f -> f.text(SnapshotFormats.BINARY, SnapshotFormats.OTHER_BLOCKS));
    return others.isEmpty()
        ? List.of()
        : List.of(new Line("note", "left alone are blocks that are not known: " + others));
  }

  /**
   * Describes how the datasets that jzfof uses are read; opens one file per particle type.
   *
   * @param types particle types; types without particles are not described
   * @throws org.jzfof.error.SnapshotException if a file cannot be read
   */
  public static List<Line> readings(SnapshotHeader h, int... types) {
    List<Line> lines = new ArrayList<>();
    for (int type : types) {
      h.pieces().stream()
          .filter(piece -> piece.counts()[type] > 0)
          .findFirst()
          .ifPresent(piece -> SnapshotFile.use(piece, f -> lines.addAll(readings(f, type))));
    }
    return lines;
  }

  private static List<Line> readings(SnapshotFile file, int type) {
    return DATASETS.stream()
        .filter(name -> file.hasColumn(type, name))
        .map(name -> new Line("reading", file.inspect(type, name, d -> reading(type, name, d))))
        .toList();
  }

  private static String reading(int type, String name, Hdf5Dataset data) {
    String method =
        data.isVirtual()
            ? "virtual, over %d sources".formatted(data.mappings().size())
            : data.reading();
    return "PartType%d/%s %s, %s".formatted(type, name, data.info().describe(), method);
  }

  private static String files(SnapshotHeader h) {
    long bytes = 0;
    int sources = 0;
    for (Piece piece : h.pieces()) {
      bytes += piece.state().bytes();
      bytes += piece.sources().values().stream().mapToLong(FileState::bytes).sum();
      sources += piece.sources().size();
    }
    int n = h.pieces().size();
    return String.format(
        Locale.ROOT,
        "%d file%s%s, %.1f MB, first %s",
        n,
        n == 1 ? "" : "s",
        sources == 0 ? "" : ", virtual, over %d".formatted(sources),
        bytes / 1e6,
        h.pieces().get(0).file());
  }

  private static String type(Snapshot snapshot, int type) {
    OptionalDouble mass = snapshot.constantMass(type);
    String ids = snapshot.storedAs(ParticleColumn.IDS, type);
    return "%d particles, mass %s, coordinates %s, IDs %s%s"
        .formatted(
            snapshot.header().counts()[type],
            mass.isPresent() ? number(mass.getAsDouble()) + " each" : "per particle",
            snapshot.storedAs(ParticleColumn.COORDINATES, type),
            ids.isEmpty() ? "none" : ids,
            snapshot.has(ParticleColumn.VELOCITIES, type) ? "" : ", no velocities");
  }

  private static String box(SnapshotHeader h) {
    double[] box = h.boxSize();
    if (box == null) {
      return "not stored";
    }
    return Arrays.stream(box).distinct().count() == 1
        ? number(box[0])
        : Arrays.stream(box)
            .mapToObj(SnapshotDescription::number)
            .collect(Collectors.joining(" x "));
  }

  private static String cosmology(Cosmology c) {
    Cosmology.Additions more = c.additions();
    return "Omega_m %s, Omega_Lambda %s, Omega_b %s, h %s"
            .formatted(
                number(c.omegaMatter()),
                number(c.omegaLambda()),
                number(c.omegaBaryon()),
                number(c.hubble()))
        + unusual("of it massive neutrinos", more.neutrinos(), 0)
        + unusual("Omega_r", more.radiation(), 0)
        + unusual("w0", more.w0(), -1)
        + unusual("wa", more.wa(), 0);
  }

  private static String unusual(String name, double value, double usual) {
    return value == usual ? "" : ", %s %s".formatted(name, number(value));
  }

  private static String units(Units u) {
    String h = u.perHubble() ? "/h" : "";
    return "length %s cm%s, mass %s g%s, velocity %s cm/s"
        .formatted(number(u.lengthCm()), h, number(u.massG()), h, number(u.velocityCmPerS()));
  }

  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "unknown";
    }
    String text = String.format(Locale.ROOT, "%.7g", value);
    return text.replaceFirst("(\\.\\d*?)0+(?=e|$)", "$1").replaceFirst("\\.(?=e|$)", "");
  }
}
