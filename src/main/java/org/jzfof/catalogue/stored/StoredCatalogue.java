package org.jzfof.catalogue.stored;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jzfof.catalogue.layout.CatalogueFiles;
import org.jzfof.catalogue.measured.PropertyColumn;
import org.jzfof.catalogue.stored.StoredColumns.Piece;
import org.jzfof.catalogue.stored.StoredLayout.Attribute;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.provenance.FileKind;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.UnitChange;
import org.jzfof.snapshot.header.Units;

/**
 * A catalogue as it stands in its files: one of jzfof in any layout, of Gadget-4, AREPO or SWIFT.
 * Its numbers have the names and the meaning of Gadget-4's. Datasets are read when they are asked
 * for, over all files. Everything throws {@link CatalogueException} naming file and dataset.
 */
public final class StoredCatalogue {
  private static final String PARAMETERS = "/Parameters";

  private static final double SAME = 1e-5;

  private final StoredLayout layout;
  private final List<Piece> pieces;
  private final int groups;
  private final StoredDatasets datasets;
  private final StoredColumns columns;
  private final UnitChange change; // null where values are given as they are stored
  private final StoredScale scale;

  private StoredCatalogue(
      StoredLayout layout, StoredDatasets datasets, List<Piece> pieces, UnitChange change) {
    this.layout = layout;
    this.datasets = datasets;
    this.pieces = pieces;
    this.change = change;
    this.groups = pieces.stream().mapToInt(Piece::groups).sum();
    this.columns = new StoredColumns(layout, datasets, pieces);
    this.scale =
        new StoredScale(
            layout, datasets.properties(), pieces, () -> 1 / (1 + header("Redshift")), change);
  }

  /**
   * Reads the headers of all files of a catalogue.
   *
   * @param named one file, any piece, the name without .K.hdf5, or the folder
   */
  public static StoredCatalogue open(Path named) {
    Path first = CatalogueFiles.find(named);
    StoredLayout layout = reading(first, StoredLayout::of);
    long count = number(first, layout.files(), 1);
    List<Piece> pieces = new ArrayList<>();
    long sum = 0;
    for (Path file : CatalogueFiles.pieces(first, count)) {
      long here = number(file, layout.groups(), -1);
      if (here < 0) {
        throw new CatalogueException(
            "%s %s: name a group catalogue, such as groups_001/fof_subhalo_tab_001.0.hdf5"
                .formatted(file, reading(file, StoredCatalogue::instead)));
      }
      sum += here;
      if (sum > Integer.MAX_VALUE) {
        throw new CatalogueException(
            named + " has more than 2^31 groups: use a larger --min-length");
      }
      pieces.add(new Piece(file, (int) here));
    }
    long total = number(pieces.get(0).file(), layout.total(), sum);
    if (total != sum) {
      throw new CatalogueException(
          "%s of %s is %d, but its %d file(s) have %d groups: they are not of one catalogue; write it again"
              .formatted(layout.total().name(), first, total, pieces.size(), sum));
    }
    Piece filled = pieces.stream().filter(p -> p.groups() > 0).findFirst().orElse(pieces.get(0));
    StoredDatasets datasets = reading(filled.file(), f -> StoredDatasets.of(f, layout));
    StoredCatalogue catalogue = new StoredCatalogue(layout, datasets, List.copyOf(pieces), null);
    CatalogueCheck.require(catalogue);
    return catalogue;
  }

  /** What a file is that is no catalogue. */
  private static String instead(Hdf5File file) {
    return FileKind.hasParticles(file)
        ? "is a snapshot"
        : FileKind.other(file)
            .map(kind -> "is " + kind)
            .orElse("has no Header/Ngroups_ThisFile, nor what SWIFT or yt have instead");
  }

  /**
   * Whether a path names a catalogue: a file that has the counts of one, or a folder with files
   * called like one.
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
      return StoredLayout.matches(f);
    } catch (Hdf5Exception e) {
      return false; // it is none, whatever it is
    }
  }

  /**
   * The same catalogue, whose lengths, masses and velocities are given in other units; in its own
   * where either units, or h where it is needed, are not known.
   */
  public StoredCatalogue in(Units units) {
    return UnitChange.between(stored(), units, header("HubbleParam"))
        .map(other -> new StoredCatalogue(layout, datasets, pieces, other))
        .orElse(this);
  }

  /** The same catalogue in units for people to read: one of yt is in cm and g. */
  public StoredCatalogue readable() {
    return layout == StoredLayout.YT ? in(Units.MPC) : this;
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
    double[] open = parameters("OpenBoxSize");
    double[] sides = open.length == 3 ? open : numbers(first(), layout.box());
    if (sides.length != 1 && sides.length != 3) {
      throw new CatalogueException(
          first() + " has no BoxSize: name a catalogue that a group finder has written");
    }
    double factor = change == null ? 1 : change.length();
    return IntStream.range(0, 3)
        .mapToDouble(d -> factor * sides[sides.length == 3 ? d : 0])
        .toArray();
  }

  /** Whether distances wrap around the box; true where the file does not say. */
  public boolean periodic() {
    return number(first(), new Attribute(PARAMETERS, "Periodic"), 1) != 0;
  }

  /** Where a group stands, such as "group 17 in groups_001/fof_subhalo_tab_001.1.hdf5". */
  public String describeGroup(int group) {
    int end = 0;
    for (Piece piece : pieces) {
      end += piece.groups();
      if (group < end) {
        return "group %d in %s".formatted(group, piece.file());
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
    double[] stated = parameters("PrimaryTypes");
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
    Attribute place = layout.header(name);
    double[] values = place == null ? new double[0] : numbers(first(), place);
    return values.length == 0 ? Double.NaN : values[0];
  }

  /** A number of the parameters, or NaN. */
  public double parameter(String name) {
    double[] values = parameters(name);
    return values.length == 0 ? Double.NaN : scale.factor(name) * values[0];
  }

  /** Numbers of the parameters that have no unit; none where it does not say. */
  public double[] parameters(String name) {
    return numbers(first(), new Attribute(PARAMETERS, name));
  }

  /** A number without a unit, of the header or else of the parameters, or NaN. */
  public double number(String name) {
    double inHeader = header(name);
    double[] values = Double.isNaN(inHeader) ? parameters(name) : new double[0];
    return values.length == 0 ? inHeader : values[0];
  }

  /** The cosmology of a run with expansion; NaN where it does not say. */
  public Cosmology cosmology() {
    return number("Omega0") > 0 && number("ComovingIntegrationOn") != 0
        ? new Cosmology(
            number("Omega0"), number("OmegaLambda"), number("OmegaBaryon"), number("HubbleParam"))
        : new Cosmology(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
  }

  /** Whether jzfof has written it. */
  public boolean isOwn() {
    return !version().isEmpty();
  }

  /** The version of jzfof that has written it; empty where another program has. */
  public String version() {
    return version(first());
  }

  private static String version(Path file) {
    return reading(
        file,
        f -> f.hasAttribute(PARAMETERS, "JzfofVersion") ? f.text(PARAMETERS, "JzfofVersion") : "");
  }

  /** Whether there is a file that jzfof has written. */
  static boolean isOwn(Path file) {
    return Files.isRegularFile(file) && !version(file).isEmpty();
  }

  /** Units of its values; NaN where it does not say. Gadget's own carry a factor 1/h. */
  public Units units() {
    return change == null ? stored() : change.units();
  }

  private Units stored() {
    return switch (layout) {
      case GADGET ->
          new Units(
              parameterOr(PARAMETERS, "UnitLength_in_cm", Double.NaN),
              parameterOr(PARAMETERS, "UnitMass_in_g", Double.NaN),
              parameterOr(PARAMETERS, "UnitVelocity_in_cm_per_s", Double.NaN),
              parameterOr("/Group/GroupMass", "h_scaling", -1) != 0);
      case SWIFT -> {
        double length = parameterOr("/Units", "Unit length in cgs (U_L)", Double.NaN);
        double time = parameterOr("/Units", "Unit time in cgs (U_t)", Double.NaN);
        double mass = parameterOr("/Units", "Unit mass in cgs (U_M)", Double.NaN);
        yield new Units(length, mass, length / time, false);
      }
      case YT -> new Units(1 + header("Redshift"), 1, 1, false); // lengths are not comoving
    };
  }

  /** Its files with their numbers of groups. */
  List<Piece> pieces() {
    return pieces;
  }

  /** How its files are laid out. */
  StoredLayout layout() {
    return layout;
  }

  /** Whose layout it is; that of IllustrisTNG where jzfof was asked for it. */
  public String layoutName() {
    return reading(first(), layout::label);
  }

  /** Whether two catalogues are laid out alike, and so have the same datasets. */
  public boolean isLaidOutAs(StoredCatalogue other) {
    return layoutName().equals(other.layoutName());
  }

  /** Whether it has a dataset of /Group; a catalogue without groups has all of its layout. */
  public boolean has(String dataset) {
    return columns.has(dataset);
  }

  /** Gadget's names of the datasets on spheres, by name; none where there are no groups. */
  public List<String> spheres() {
    return groups > 0 ? datasets.spheres() : List.of();
  }

  /** Names of the flags of several crossings, by name; none where there are no groups. */
  public List<String> flags() {
    return groups > 0 ? datasets.flags() : List.of();
  }

  /** The properties of groups and spheres that it has; none where there are no groups. */
  public List<PropertyColumn> properties() {
    return groups > 0 ? datasets.properties().all() : List.of();
  }

  /** A dataset of integers of /Group, all groups one after another. */
  public long[] longs(String dataset) {
    return columns.longs(dataset);
  }

  /** A dataset of floats of /Group, all groups one after another. */
  public double[] doubles(String dataset) {
    return StoredScale.scaled(columns.doubles(dataset), factor(dataset));
  }

  /** By which stored numbers of a dataset are multiplied. */
  double factor(String dataset) {
    return scale.factor(dataset);
  }

  private Path first() {
    return pieces.get(0).file();
  }

  /** The first number of an attribute in the first file that has it. */
  private double parameterOr(String object, String name, double otherwise) {
    return pieces.stream()
        .map(piece -> numbers(piece.file(), new Attribute(object, name)))
        .filter(values -> values.length > 0)
        .mapToDouble(values -> values[0])
        .findFirst()
        .orElse(otherwise);
  }

  static long number(Path file, Attribute place, long otherwise) {
    double[] values = numbers(file, place);
    return values.length == 0 ? otherwise : (long) values[0];
  }

  /** Values of an attribute; none where it is missing. */
  static double[] numbers(Path file, Attribute place) {
    return reading(
        file,
        f ->
            f.hasAttribute(place.object(), place.name())
                ? f.doubles(place.object(), place.name())
                : new double[0]);
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
