package org.jzfof.catalogue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jzfof.comm.Parts;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.MemoryException;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.Hdf5Exception;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.snapshot.SnapshotHeader;
import org.jzfof.snapshot.UnitChange;
import org.jzfof.snapshot.Units;

/**
 * A catalogue in the layout of Gadget-4, as it stands in its files: one of jzfof, of Gadget-4 or of
 * AREPO. Datasets are read when they are asked for, over all files. Everything throws {@link
 * CatalogueException} naming file and dataset.
 */
public final class StoredCatalogue {
  private static final String HEADER = "/Header";
  private static final String PARAMETERS = "/Parameters";
  private static final String GROUP = "/Group/";

  private static final double SAME = 1e-5;

  /** Values per group, of datasets that have as many in every catalogue. */
  private static final Map<String, Integer> COLUMNS =
      Map.of(
          "GroupLen",
          1,
          "GroupMass",
          1,
          "GroupPos",
          3,
          "GroupVel",
          3,
          "GroupVelDisp",
          1,
          "GroupInertiaRadius",
          1,
          "Group_R_Mean200",
          1,
          "Group_R_Crit200",
          1);

  /** Datasets and parameters that are lengths, masses and velocities. */
  private static final Set<String> LENGTHS =
      Set.of(
          "GroupPos",
          "GroupInertiaRadius",
          "Group_R_Mean200",
          "Group_R_Crit200",
          "LinkingLength",
          "LinkingLengthFromNumber",
          "LinkingLengthFromMass");

  private static final Set<String> MASSES = Set.of("GroupMass", "GroupMassType");
  private static final Set<String> VELOCITIES = Set.of("GroupVel", "GroupVelDisp");

  private final List<Piece> pieces;
  private final int groups;
  private final UnitChange change; // null where values are given as they are stored

  /**
   * One of the files.
   *
   * @param file where it is
   * @param groups that it holds
   */
  private record Piece(Path file, int groups) {}

  private StoredCatalogue(List<Piece> pieces, UnitChange change) {
    this.pieces = pieces;
    this.change = change;
    this.groups = pieces.stream().mapToInt(Piece::groups).sum();
  }

  /**
   * Reads the headers of all files of a catalogue.
   *
   * @param named one file, any piece, the name without .K.hdf5, or the folder
   */
  public static StoredCatalogue open(Path named) {
    Path first = CatalogueFiles.find(named);
    long count = number(first, HEADER, "NumFiles", 1);
    List<Piece> pieces = new ArrayList<>();
    long sum = 0;
    for (Path file : CatalogueFiles.pieces(first, count)) {
      long here = number(file, HEADER, "Ngroups_ThisFile", -1);
      if (here < 0) {
        throw new CatalogueException(
            file
                + " has no Header/Ngroups_ThisFile: name a group catalogue in the layout of Gadget-4,"
                + " such as groups_001/fof_subhalo_tab_001.0.hdf5");
      }
      sum += here;
      if (sum > Integer.MAX_VALUE) {
        throw new CatalogueException(
            named + " has more than 2^31 groups: use a larger --min-length");
      }
      pieces.add(new Piece(file, (int) here));
    }
    long total = number(pieces.get(0).file, HEADER, "Ngroups_Total", sum);
    if (total != sum) {
      throw new CatalogueException(
          "Ngroups_Total of %s is %d, but its %d file(s) have %d groups: they are not of one catalogue; write it again"
              .formatted(first, total, pieces.size(), sum));
    }
    return new StoredCatalogue(List.copyOf(pieces), null);
  }

  /**
   * The same catalogue, whose lengths, masses and velocities are given in other units; in its own
   * where either units, or h where it is needed, are not known.
   */
  public StoredCatalogue in(Units units) {
    return UnitChange.between(stored(), units, header("HubbleParam"))
        .map(other -> new StoredCatalogue(pieces, other))
        .orElse(this);
  }

  private double factor(String name) {
    return change == null
        ? 1
        : LENGTHS.contains(name)
            ? change.length()
            : MASSES.contains(name)
                ? change.mass()
                : VELOCITIES.contains(name) ? change.velocity() : 1;
  }

  /** Its files in order. */
  public List<Path> files() {
    return pieces.stream().map(Piece::file).toList();
  }

  /** Number of groups. */
  public int groups() {
    return groups;
  }

  /** Sides [3] of the box in which it was made; of an open one those around the particles. */
  public double[] boxSize() {
    double[] open = numbers(first(), PARAMETERS, "OpenBoxSize");
    double[] sides = open.length == 3 ? open : numbers(first(), HEADER, "BoxSize");
    if (sides.length != 1 && sides.length != 3) {
      throw new CatalogueException(
          first() + " has no Header/BoxSize: name a catalogue that a group finder has written");
    }
    double factor = change == null ? 1 : change.length();
    return IntStream.range(0, 3)
        .mapToDouble(d -> factor * sides[sides.length == 3 ? d : 0])
        .toArray();
  }

  /** Whether distances wrap around the box; true where the file does not say. */
  public boolean periodic() {
    return number(first(), PARAMETERS, "Periodic", 1) != 0;
  }

  /** Where a group stands, such as "group 17 in groups_001/fof_subhalo_tab_001.1.hdf5". */
  public String describeGroup(int group) {
    int end = 0;
    for (Piece piece : pieces) {
      end += piece.groups;
      if (group < end) {
        return "group %d in %s".formatted(group, piece.file);
      }
    }
    throw new IllegalArgumentException("group %d of %d".formatted(group, groups));
  }

  /**
   * Requires that a snapshot has the redshift of this catalogue and, where that is periodic, its
   * box.
   *
   * @throws SnapshotException if it has not
   */
  public void requireSame(SnapshotHeader snapshot) {
    double[] box = snapshot.boxSize();
    double[] side = in(snapshot.units()).boxSize();
    for (int d = 0; d < 3; d++) {
      boolean known = box != null && periodic();
      if (known && Math.abs(box[d] - side[d]) > SAME * side[d]) {
        throw different(snapshot, "box", Arrays.toString(box), Arrays.toString(side));
      }
    }
    requireSame(snapshot, "redshift", snapshot.redshift(), header("Redshift"), 1);
    if (!isOwn()) { // jzfof may write another Time than that of the snapshot
      requireSame(snapshot, "Time", snapshot.time(), header("Time"), 0);
    }
  }

  private void requireSame(
      SnapshotHeader snapshot, String what, double there, double here, double offset) {
    if (Math.abs(there - here) > SAME * Math.abs(offset + here)) {
      throw different(snapshot, what, "" + there, "" + here);
    }
  }

  private SnapshotException different(
      SnapshotHeader snapshot, String what, String there, String here) {
    return new SnapshotException(
        "the %s of %s is %s and that of %s is %s: use the snapshot that the catalogue was made of"
            .formatted(what, snapshot.pieces().get(0).file(), there, first(), here));
  }

  /** Types that were linked; where the file does not say, those that have members. */
  public int[] primaryTypes() {
    double[] stated = numbers(first(), PARAMETERS, "PrimaryTypes");
    if (stated.length > 0) {
      return Arrays.stream(stated).mapToInt(type -> (int) type).toArray();
    }
    long[] lengths = longs("GroupLenType");
    int types = groups == 0 ? 0 : lengths.length / groups;
    return IntStream.range(0, types)
        .filter(
            type -> IntStream.range(0, groups).anyMatch(group -> lengths[group * types + type] > 0))
        .toArray();
  }

  /** A number of the header, or NaN. */
  public double header(String name) {
    double[] values = numbers(first(), HEADER, name);
    return values.length == 0 ? Double.NaN : values[0];
  }

  /** A number of the parameters, or NaN. */
  public double parameter(String name) {
    double[] values = numbers(first(), PARAMETERS, name);
    return values.length == 0 ? Double.NaN : factor(name) * values[0];
  }

  /** Numbers of the parameters that have no unit; none where it does not say. */
  public double[] parameters(String name) {
    return numbers(first(), PARAMETERS, name);
  }

  /** Whether jzfof has written it. */
  public boolean isOwn() {
    return reading(first(), f -> f.hasAttribute(PARAMETERS, "JzfofVersion"));
  }

  /** Units of its values; NaN where it does not say. Gadget's own carry a factor 1/h. */
  public Units units() {
    return change == null ? stored() : change.units();
  }

  private Units stored() {
    double h = numberOr(GROUP + "GroupMass", "h_scaling", -1);
    return new Units(
        numberOr(PARAMETERS, "UnitLength_in_cm", Double.NaN),
        numberOr(PARAMETERS, "UnitMass_in_g", Double.NaN),
        numberOr(PARAMETERS, "UnitVelocity_in_cm_per_s", Double.NaN),
        h != 0);
  }

  /** Whether /Group has a dataset; a catalogue without groups has all of them. */
  public boolean has(String dataset) {
    return pieces.stream()
        .filter(p -> p.groups > 0)
        .findFirst()
        .map(p -> reading(p.file, f -> f.exists(GROUP + dataset)))
        .orElse(true);
  }

  /** A dataset of integers of /Group, all groups one after another. */
  public long[] longs(String dataset) {
    List<long[]> parts = new ArrayList<>();
    forEach(
        dataset,
        (data, rows, n) -> {
          long[] values = new long[n];
          data.read(0, rows, values);
          parts.add(values);
        });
    return Parts.join(parts.toArray(long[][]::new));
  }

  /** A dataset of floats of /Group, all groups one after another. */
  public double[] doubles(String dataset) {
    List<double[]> parts = new ArrayList<>();
    forEach(
        dataset,
        (data, rows, n) -> {
          double[] values = new double[n];
          data.read(0, rows, values);
          parts.add(values);
        });
    double[] all = Parts.join(parts.toArray(double[][]::new));
    double factor = factor(dataset);
    if (factor != 1) {
      Arrays.setAll(all, i -> factor * all[i]);
    }
    return all;
  }

  private void forEach(String dataset, DatasetReader reader) {
    for (Piece piece : pieces) {
      if (piece.groups > 0) {
        reading(
            piece.file,
            f -> {
              read(piece, f, dataset, reader);
              return null;
            });
      }
    }
  }

  private void read(Piece piece, Hdf5File f, String dataset, DatasetReader reader) {
    if (!f.exists(GROUP + dataset)) {
      throw new CatalogueException(
          "Group/%s is missing in %s: name a catalogue that has it".formatted(dataset, piece.file));
    }
    try (Hdf5Dataset data = f.dataset(GROUP + dataset)) {
      if (data.info().rows() != piece.groups) {
        throw new CatalogueException(
            "Group/%s of %s has %d rows, but Ngroups_ThisFile is %d: the file was changed; write it again"
                .formatted(dataset, piece.file, data.info().rows(), piece.groups));
      }
      Integer columns = COLUMNS.get(dataset);
      if (columns != null && data.info().columns() != columns) {
        throw new CatalogueException(
            "Group/%s of %s is %s, but %d for each group are expected: the file was changed; write it again"
                .formatted(dataset, piece.file, data.info().describe(), columns));
      }
      if (groups * data.info().columns() > Integer.MAX_VALUE - 8) {
        throw new MemoryException(
            "Group/%s of %d groups has more than 2^31 values: find fewer with a larger --min-length"
                .formatted(dataset, groups));
      }
      reader.read(data, piece.groups, (int) (piece.groups * data.info().columns()));
    }
  }

  @FunctionalInterface
  private interface DatasetReader {
    /** Reads all rows of a dataset, n values. */
    void read(Hdf5Dataset data, int rows, int n);
  }

  private Path first() {
    return pieces.get(0).file;
  }

  /** The first number of an attribute in the first file that has it. */
  private double numberOr(String object, String name, double otherwise) {
    return pieces.stream()
        .map(piece -> numbers(piece.file, object, name))
        .filter(values -> values.length > 0)
        .mapToDouble(values -> values[0])
        .findFirst()
        .orElse(otherwise);
  }

  private static long number(Path file, String object, String name, long otherwise) {
    double[] values = numbers(file, object, name);
    return values.length == 0 ? otherwise : (long) values[0];
  }

  /** Values of an attribute; none where it is missing. */
  private static double[] numbers(Path file, String object, String name) {
    return reading(
        file, f -> f.hasAttribute(object, name) ? f.doubles(object, name) : new double[0]);
  }

  /** Reads something in one of the files. */
  static <T> T reading(Path file, Function<Hdf5File, T> read) {
    try (Hdf5File f = Hdf5File.open(file)) {
      return read.apply(f);
    } catch (Hdf5Exception e) {
      String remedy = e.remedy("give a group catalogue in HDF5 format");
      throw new CatalogueException(
          "cannot read %s: %s%s".formatted(file, e.getMessage(), remedy), e);
    }
  }
}
