package org.jzfof.trees;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.ColumnType;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.columns.SubhaloColumns;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.catalogue.stored.StoredTable;
import org.jzfof.comm.ArrayParts;
import org.jzfof.config.catalogues.TreeFormat;
import org.jzfof.error.CatalogueException;
import org.jzfof.hdf5.library.Hdf5Info;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.header.Units;
import org.jzfof.trees.CatalogueSeries.Output;
import org.jzfof.trees.merger.HaloProperty;
import org.jzfof.trees.merger.MergerTrees;

/**
 * The columns that trees copy from catalogues, by their names in a format of trees. If groups are
 * linked, the columns are those of groups. A column that one of the catalogues lacks is left out.
 * The binary format has no place for units, so that its lengths and masses are in Mpc/h and 1e10
 * Msun/h; other formats keep the units of the catalogues.
 */
final class HaloColumns {
  private static final double SAME = 1e-3;

  /** Type of dark matter. */
  private static final int DARK = 1;

  private final List<Output> outputs;
  private final boolean subhaloes;
  private final TreeFormat format;
  private final List<StoredTable> tables;
  private final List<StoredTable> groups;

  HaloColumns(CatalogueSeries series, TreeFormat format) {
    this.outputs = series.outputs();
    this.subhaloes = series.subhaloes();
    this.format = format;
    List<StoredCatalogue> catalogues = outputs.stream().map(this::inUnits).toList();
    this.groups = catalogues.stream().map(StoredCatalogue::groupTable).toList();
    this.tables =
        subhaloes ? catalogues.stream().map(StoredCatalogue::subhaloTable).toList() : groups;
  }

  private StoredCatalogue inUnits(Output output) {
    return format == TreeFormat.LHALOTREE_BINARY
        ? output.catalogue().in(Units.MPC_PER_H)
        : output.catalogue();
  }

  /** Number of haloes of each catalogue. */
  int[] counts() {
    return tables.stream().mapToInt(StoredTable::rows).toArray();
  }

  /** Returns whether the catalogues state their units. */
  boolean unitsAreKnown() {
    return outputs.stream()
        .map(Output::catalogue)
        .allMatch(catalogue -> catalogue.in(Units.MPC_PER_H).units().equals(Units.MPC_PER_H));
  }

  /** Reads the columns that determine the trees. */
  MergerTrees.Haloes haloes() {
    boolean known = subhaloes && info(tables, SubhaloColumns.MOST_BOUND_ID).isPresent();
    return new MergerTrees.Haloes(
        all(
            output ->
                tables.get(output).longs(subhaloes ? SubhaloColumns.LENGTH : GroupColumns.LENGTH)),
        all(this::groupNumbers),
        known ? all(output -> tables.get(output).longs(SubhaloColumns.MOST_BOUND_ID)) : null);
  }

  private long[] all(IntFunction<long[]> ofOutput) {
    return ArrayParts.join(
        IntStream.range(0, outputs.size()).mapToObj(ofOutput).toArray(long[][]::new));
  }

  private long[] groupNumbers(int output) {
    int rows = tables.get(output).rows();
    if (!subhaloes) {
      return IntStream.range(0, rows).asLongStream().toArray();
    }
    long[] numbers = tables.get(output).longs(SubhaloColumns.GROUP);
    for (int s = 0; s < rows; s++) {
      if (numbers[s] < 0 || numbers[s] >= groups.get(output).rows()) {
        throw new CatalogueException(
            "%s of subhalo %d in %s is %d, but there are %d groups: write the catalogue again"
                .formatted(
                    SubhaloColumns.GROUP.name(),
                    s,
                    outputs.get(output).file(),
                    numbers[s],
                    groups.get(output).rows()));
      }
    }
    return numbers;
  }

  /** Returns the properties of haloes that tables contain. */
  List<HaloProperty> properties() {
    List<HaloProperty> properties = new ArrayList<>();
    for (TreeColumn tree : TreeColumn.ALL) {
      boolean ofGroup = subhaloes && tree.isOfGroup();
      CatalogueColumn column = subhaloes ? tree.column() : tree.ofGroups();
      String name = tree.name(format);
      if (name != null && column != null) {
        info(ofGroup ? groups : tables, column)
            .ifPresent(info -> properties.add(property(name, column, ofGroup, info)));
      }
    }
    if (format == TreeFormat.GADGET) {
      properties.add(HaloProperty.of("GroupNr", Hdf5Type.INT64, this::groupNumbers));
    } else {
      properties.add(HaloProperty.of("SubhaloGrNr", Hdf5Type.INT32, this::groupNumbers));
    }
    if (format.isLHaloTree()) {
      properties.add(
          HaloProperty.of("FileNr", Hdf5Type.INT32, output -> tables.get(output).fileNumbers()));
    }
    return properties;
  }

  private HaloProperty property(
      String name, CatalogueColumn column, boolean ofGroup, Hdf5Info info) {
    int columns = (int) info.columns();
    Hdf5Type type = type(column, info);
    if (info.kind() == Hdf5Info.Kind.INTEGER) {
      IntFunction<long[]> longs =
          ofGroup
              ? output -> ofGroups(output, columns, groups.get(output).longs(column))
              : output -> tables.get(output).longs(column);
      boolean narrower = type == Hdf5Type.INT32 && info.bytes() > Integer.BYTES;
      return new HaloProperty(
          name,
          type,
          columns,
          null,
          narrower ? output -> in32Bits(name, output, longs.apply(output)) : longs);
    }
    return new HaloProperty(
        name,
        type,
        columns,
        ofGroup
            ? output -> ofGroups(output, columns, reals(groups.get(output), output, column))
            : output -> reals(tables.get(output), output, column),
        null);
  }

  /**
   * Returns real numbers in the convention of the trees. Velocities of groups are stored multiplied
   * by a, and those of trees are peculiar. Radii of the formats of IllustrisTNG are comoving.
   */
  private double[] reals(StoredTable table, int output, CatalogueColumn column) {
    double[] values = table.doubles(column);
    double a = outputs.get(output).time();
    boolean comoving = Math.abs(a * (1 + outputs.get(output).redshift()) - 1) < SAME;
    boolean timesA =
        switch (column.dimension()) {
          case SNAPSHOT_VELOCITY_TIMES_A -> true;
          case PHYSICAL_LENGTH -> format != TreeFormat.GADGET;
          default -> false;
        };
    return timesA && comoving ? Arrays.stream(values).map(v -> v / a).toArray() : values;
  }

  /**
   * Returns the values of the group of each subhalo. Only SubLink has them for all subhaloes; other
   * formats have 0 for all but the first one of the group.
   */
  private double[] ofGroups(int output, int columns, double[] values) {
    int[] group = groupsWithValues(output);
    double[] ofSubhaloes = new double[group.length * columns];
    copyRows(group, columns, values, ofSubhaloes);
    return ofSubhaloes;
  }

  private long[] ofGroups(int output, int columns, long[] values) {
    int[] group = groupsWithValues(output);
    long[] ofSubhaloes = new long[group.length * columns];
    copyRows(group, columns, values, ofSubhaloes);
    return ofSubhaloes;
  }

  /** Returns the number of the group of each subhalo that has its values, -1 for others. */
  private int[] groupsWithValues(int output) {
    long[] group = groupNumbers(output);
    long[] rank =
        format == TreeFormat.SUBLINK
            ? new long[group.length]
            : tables.get(output).longs(SubhaloColumns.RANK);
    return IntStream.range(0, group.length).map(s -> rank[s] == 0 ? (int) group[s] : -1).toArray();
  }

  private static void copyRows(int[] row, int columns, Object from, Object to) {
    for (int s = 0; s < row.length; s++) {
      if (row[s] >= 0) {
        System.arraycopy(from, row[s] * columns, to, s * columns, columns);
      }
    }
  }

  private long[] in32Bits(String name, int output, long[] values) {
    for (int i = 0; i < values.length; i++) {
      if (values[i] != (int) values[i]) {
        throw new CatalogueException(
            "%s of %s is %d in value %d, but --format %s has 32 bits for it: choose --format sublink"
                .formatted(name, outputs.get(output).file(), values[i], i, format));
      }
    }
    return values;
  }

  /**
   * Returns the mass of a particle of dark matter, which is that of the members of the longest
   * subhalo; NaN if the catalogues do not state it.
   */
  double particleMass() {
    for (int output = outputs.size() - 1; output >= 0; output--) {
      StoredTable table = tables.get(output);
      if (table.rows() > 0
          && table.hasAll(SubhaloColumns.MASS_OF_TYPES, SubhaloColumns.LENGTH_OF_TYPES)) {
        long[] length = table.longs(SubhaloColumns.LENGTH_OF_TYPES);
        double[] mass = table.doubles(SubhaloColumns.MASS_OF_TYPES);
        int types = length.length / table.rows();
        return IntStream.range(0, table.rows())
            .map(s -> s * types + DARK)
            .filter(i -> i < length.length && length[i] > 0)
            .boxed()
            .max(Comparator.comparingLong(i -> length[i]))
            .map(i -> mass[i] / length[i])
            .orElse(Double.NaN);
      }
    }
    return Double.NaN;
  }

  /** Returns shape and widest type of a dataset; empty if a catalogue with rows lacks it. */
  private static Optional<Hdf5Info> info(List<StoredTable> tables, CatalogueColumn column) {
    if (!tables.stream().allMatch(table -> table.has(column))) {
      return Optional.empty();
    }
    return tables.stream()
        .map(table -> table.info(column).orElse(null))
        .filter(Objects::nonNull)
        .max(Comparator.comparingInt(Hdf5Info::bytes));
  }

  /**
   * Returns the type of a dataset: in Gadget-4's trees that of the catalogues, in other formats the
   * one that their readers expect.
   */
  private Hdf5Type type(CatalogueColumn column, Hdf5Info info) {
    if (info.kind() == Hdf5Info.Kind.FLOAT) {
      return format == TreeFormat.GADGET ? Hdf5Type.holding(info) : Hdf5Type.FLOAT32;
    }
    if (format != TreeFormat.GADGET && column.type() == ColumnType.ID) {
      return Hdf5Type.UINT64;
    }
    if (format.isLHaloTree()) {
      return column.type() == ColumnType.OFFSET ? Hdf5Type.INT64 : Hdf5Type.INT32;
    }
    return Hdf5Type.holding(info);
  }
}
