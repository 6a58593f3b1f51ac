package org.jzfof.catalogue.stored;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.columns.SubhaloColumns;
import org.jzfof.catalogue.layout.CatalogueFiles;
import org.jzfof.catalogue.stored.StoredHeader.Attribute;
import org.jzfof.catalogue.stored.StoredTable.Piece;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.MemoryException;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.output.FileKind;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.UnitChange;
import org.jzfof.snapshot.header.Units;

/**
 * A catalogue in its files: one of jzfof in any layout, of Gadget-4, AREPO or SWIFT. Its numbers
 * are converted to the conventions of Gadget-4. All methods throw {@link CatalogueException} that
 * names file and dataset.
 */
public final class StoredCatalogue {
  private static final String PARAMETERS = "/Parameters";

  private static final double SAME = 1e-5;

  private final StoredHeader header;
  private final StoredTable groupTable;
  private final UnitChange change; // null if values are returned in stored units

  private StoredCatalogue(StoredHeader header, StoredTable groupTable, UnitChange change) {
    this.header = header;
    this.groupTable = groupTable;
    this.change = change;
  }

  /**
   * Reads the headers of all files of a catalogue.
   *
   * @param named one file, any piece, the name without .K.hdf5, or the folder
   */
  public static StoredCatalogue open(Path named) {
    Path first = CatalogueFiles.find(named);
    StoredHeader header = reading(first, StoredHeader::of);
    long count = header.files().number(first, 1);
    List<Piece> pieces = new ArrayList<>();
    long sum = 0;
    for (Path file : CatalogueFiles.pieces(first, count)) {
      long inFile = header.inFile(false).number(file, -1);
      if (inFile < 0) {
        throw new CatalogueException(
            "%s %s: name a group catalogue, such as groups_001/fof_subhalo_tab_001.0.hdf5"
                .formatted(file, reading(file, StoredCatalogue::instead)));
      }
      sum += inFile;
      if (sum > Integer.MAX_VALUE) {
        throw new CatalogueException(
            named + " has more than 2^31 groups: use a larger --min-length");
      }
      pieces.add(new Piece(file, (int) inFile));
    }
    long total = header.total(false).number(pieces.get(0).file(), sum);
    if (total != sum) {
      throw new CatalogueException(
          "%s of %s is %d, but its %d file(s) have %d groups: they are not of one catalogue; write it again"
              .formatted(header.total(false).name(), first, total, pieces.size(), sum));
    }
    StoredTable groupTable =
        StoredTable.of(List.copyOf(pieces), header, false, () -> scaleFactor(header, first), null);
    StoredCatalogue catalogue = new StoredCatalogue(header, groupTable, null);
    CatalogueCheck.require(catalogue);
    return catalogue;
  }

  /** Returns the scale factor at the time of a catalogue. */
  private static double scaleFactor(StoredHeader header, Path first) {
    return 1 / (1 + header.number("Redshift", first));
  }

  /** Describes a file that is no catalogue. */
  private static String instead(Hdf5File file) {
    return FileKind.hasParticles(file)
        ? "is a snapshot"
        : FileKind.unlessSnapshot(file)
            .map(kind -> "is " + kind)
            .orElse("has no Header/Ngroups_ThisFile, nor what SWIFT or yt have instead");
  }

  /**
   * Returns whether a path names a catalogue: a file with the counts of a catalogue, or a folder
   * with files of such names.
   */
  public static boolean isNamedBy(Path named) {
    if (Files.isDirectory(named)) {
      return !CatalogueFiles.in(named).isEmpty();
    }
    return CatalogueFiles.file(named)
        .filter(Files::isRegularFile)
        .filter(StoredCatalogue::isCatalogue)
        .isPresent();
  }

  private static boolean isCatalogue(Path file) {
    try (Hdf5File f = Hdf5File.open(file)) {
      return StoredHeader.matches(f);
    } catch (Hdf5Exception e) {
      return false; // an unreadable file is no catalogue
    }
  }

  /**
   * Returns the catalogue with lengths, masses and velocities in other units; in its own units if
   * either units, or a necessary h, are unknown.
   */
  public StoredCatalogue in(Units units) {
    return UnitChange.between(stored(), units, header("HubbleParam"))
        .map(other -> new StoredCatalogue(header, groupTable.in(other), other))
        .orElse(this);
  }

  /** Returns the catalogue in readable units: one of yt is in cm and g. */
  public StoredCatalogue readable() {
    return header == StoredHeader.YT ? in(Units.MPC) : this;
  }

  /** Returns the files in order. */
  public List<Path> files() {
    return groupTable.pieces().stream().map(Piece::file).toList();
  }

  public int groups() {
    return groupTable.rows();
  }

  public StoredTable groupTable() {
    return groupTable;
  }

  /** Returns whether the catalogue has subhaloes or states their number, which may be 0. */
  public boolean hasSubhaloes() {
    List<String> length = SubhaloColumns.LENGTH.names(header.layout(true)).paths();
    return subhaloFile(first())
        .filter(file -> header.total(true).number(file, -1) >= 0)
        .filter(file -> !isFromJzfof() || reading(file, f -> length.stream().allMatch(f::exists)))
        .isPresent();
  }

  /** Returns the subhaloes of a catalogue that {@link #hasSubhaloes has} them. */
  public StoredTable subhaloTable() {
    List<Piece> pieces = new ArrayList<>();
    Attribute inFile = header.inFile(true);
    Attribute total = header.total(true);
    long sum = 0;
    for (Path groups : files()) {
      Path file = subhaloFile(groups).orElse(groups);
      long rows = inFile.number(file, 0);
      sum += rows;
      if (rows < 0 || sum > Integer.MAX_VALUE) {
        throw new MemoryException(
            "%s of %s is %d: at most 2^31 subhaloes of a catalogue can be read"
                .formatted(inFile.name(), file, rows));
      }
      pieces.add(new Piece(file, (int) rows));
    }
    Path first = pieces.get(0).file();
    long stated = total.number(first, sum);
    if (stated != sum) {
      throw new CatalogueException(
          "%s of %s is %d, but its %d file(s) have %d subhaloes: they are not of one catalogue; write it again"
              .formatted(total.name(), first, stated, pieces.size(), sum));
    }
    return StoredTable.of(pieces, header, true, () -> scaleFactor(header, first()), change);
  }

  /** Returns the file with the subhaloes of a file of groups, possibly the same; empty if none. */
  private Optional<Path> subhaloFile(Path groups) {
    return header == StoredHeader.GADGET
        ? Optional.of(groups)
        : CatalogueFiles.subhaloes(groups).filter(StoredCatalogue::isFromJzfof);
  }

  /** Returns the sides [3] of the box; an open box is the bounding box of the particles. */
  public double[] boxSize() {
    double[] open = parameters("OpenBoxSize");
    double[] sides = open.length == 3 ? open : header.box().numbers(first());
    if (sides.length != 1 && sides.length != 3) {
      throw new CatalogueException(
          first() + " has no BoxSize: name a catalogue that a group finder has written");
    }
    double factor = change == null ? 1 : change.length();
    return IntStream.range(0, 3)
        .mapToDouble(d -> factor * sides[sides.length == 3 ? d : 0])
        .toArray();
  }

  /** Returns whether distances wrap around the box; true if the file does not state it. */
  public boolean periodic() {
    return new Attribute(PARAMETERS, "Periodic").number(first(), 1) != 0;
  }

  /** Describes a group, such as "group 17 in groups_001/fof_subhalo_tab_001.1.hdf5". */
  public String describeGroup(int group) {
    int end = 0;
    for (Piece piece : groupTable.pieces()) {
      end += piece.rows();
      if (group < end) {
        return "group %d in %s".formatted(group, piece.file());
      }
    }
    throw new IllegalArgumentException("group %d of %d".formatted(group, groups()));
  }

  /**
   * Checks that a snapshot has the redshift of this catalogue and, if it is periodic, its box.
   *
   * @throws SnapshotException if not
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
    if (!isFromJzfof()) { // jzfof may write a Time that differs from that of the snapshot
      requireSame(snapshot, "Time", snapshot.time(), header("Time"), 0);
    }
  }

  private void requireSame(
      SnapshotHeader snapshot,
      String quantity,
      double inSnapshot,
      double inCatalogue,
      double offset) {
    if (Math.abs(inSnapshot - inCatalogue) > SAME * Math.abs(offset + inCatalogue)) {
      throw different(snapshot, quantity, "" + inSnapshot, "" + inCatalogue);
    }
  }

  private SnapshotException different(
      SnapshotHeader snapshot, String quantity, String inSnapshot, String inCatalogue) {
    return new SnapshotException(
        "the %s of %s is %s and that of %s is %s: use the snapshot that the catalogue was made of"
            .formatted(
                quantity, snapshot.pieces().get(0).file(), inSnapshot, first(), inCatalogue));
  }

  /** Returns the linked types; if the file does not state them, the types with members. */
  public int[] primaryTypes() {
    double[] stated = parameters("PrimaryTypes");
    if (stated.length > 0) {
      return Arrays.stream(stated).mapToInt(type -> (int) type).toArray();
    }
    return TypeCounts.of(groupTable.longs(GroupColumns.LENGTH_OF_TYPES), groups()).present();
  }

  /** Returns a number of the header, or NaN. */
  public double header(String name) {
    return header.number(name, first());
  }

  /** Returns a comoving length of the parameters, or NaN. */
  public double lengthParameter(String name) {
    double[] values = parameters(name);
    double factor = change == null ? 1 : change.length();
    return values.length == 0 ? Double.NaN : factor * values[0];
  }

  /** Returns numbers of the parameters without unit; empty if the file does not state them. */
  public double[] parameters(String name) {
    return new Attribute(PARAMETERS, name).numbers(first());
  }

  /** Returns a number without unit from the header, else from the parameters, or NaN. */
  public double number(String name) {
    double inHeader = header(name);
    double[] values = Double.isNaN(inHeader) ? parameters(name) : new double[0];
    return values.length == 0 ? inHeader : values[0];
  }

  /** Returns the cosmology of a run with expansion; NaN if the file does not state it. */
  public Cosmology cosmology() {
    return number("Omega0") > 0 && number("ComovingIntegrationOn") != 0
        ? new Cosmology(
            number("Omega0"), number("OmegaLambda"), number("OmegaBaryon"), number("HubbleParam"))
        : new Cosmology(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
  }

  /** Returns whether jzfof has written the catalogue. */
  public boolean isFromJzfof() {
    return !version().isEmpty();
  }

  /** Returns the version of jzfof that has written the catalogue; empty if another program has. */
  public String version() {
    return version(first());
  }

  private static String version(Path file) {
    return reading(
        file,
        f -> f.hasAttribute(PARAMETERS, "JzfofVersion") ? f.text(PARAMETERS, "JzfofVersion") : "");
  }

  /** Returns whether a file exists that jzfof has written. */
  static boolean isFromJzfof(Path file) {
    return Files.isRegularFile(file) && !version(file).isEmpty();
  }

  /** Returns the units of the values, with h for Gadget; NaN if the file does not state them. */
  public Units units() {
    return change == null ? stored() : change.units();
  }

  private Units stored() {
    return switch (header) {
      case GADGET ->
          new Units(
              parameterOr(PARAMETERS, "UnitLength_in_cm", Double.NaN),
              parameterOr(PARAMETERS, "UnitMass_in_g", Double.NaN),
              parameterOr(PARAMETERS, "UnitVelocity_in_cm_per_s", Double.NaN),
              parameterOr("/Group/GroupMass", "h_scaling", -1) != 0);
      case SWIFT, LIGHTCONE -> {
        double length = parameterOr("/Units", "Unit length in cgs (U_L)", Double.NaN);
        double time = parameterOr("/Units", "Unit time in cgs (U_t)", Double.NaN);
        double mass = parameterOr("/Units", "Unit mass in cgs (U_M)", Double.NaN);
        yield new Units(length, mass, length / time, false);
      }
      case YT -> new Units(1 + header("Redshift"), 1, 1, false); // lengths are not comoving
    };
  }

  StoredHeader header() {
    return header;
  }

  /** Returns whether the layout is that of Gadget-4 or of IllustrisTNG. */
  public boolean hasGadgetLayout() {
    return header == StoredHeader.GADGET;
  }

  /** Returns the name of the code with this layout; IllustrisTNG only for files of jzfof. */
  public String layoutName() {
    return reading(first(), header::label);
  }

  /** Returns whether two catalogues have the same layout, and so the same datasets. */
  public boolean isLaidOutAs(StoredCatalogue other) {
    return layoutName().equals(other.layoutName());
  }

  private Path first() {
    return groupTable.pieces().get(0).file();
  }

  /** Returns the first number of an attribute in the first file that has it. */
  private double parameterOr(String object, String name, double defaultValue) {
    return groupTable.pieces().stream()
        .map(piece -> new Attribute(object, name).numbers(piece.file()))
        .filter(values -> values.length > 0)
        .mapToDouble(values -> values[0])
        .findFirst()
        .orElse(defaultValue);
  }

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
