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
import org.jzfof.catalogue.columns.Dimension;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.columns.SphereColumns;
import org.jzfof.catalogue.columns.SubhaloColumns;
import org.jzfof.catalogue.stored.StoredTable;
import org.jzfof.comm.ArrayParts;
import org.jzfof.config.Overdensity;
import org.jzfof.error.CatalogueException;
import org.jzfof.hdf5.library.Hdf5Info;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.trees.CatalogueSeries.Output;
import org.jzfof.trees.merger.HaloProperty;
import org.jzfof.trees.merger.MergerTrees;

/**
 * The columns that trees copy from catalogues, by Gadget-4's names for subhaloes. If groups are
 * linked, the columns are those of groups. A column that one of the catalogues lacks is left out.
 */
final class HaloColumns {
  private static final CatalogueColumn M200 =
      SphereColumns.MASS.at(new Overdensity(200, Overdensity.Reference.CRITICAL));

  /**
   * A column of trees.
   *
   * @param ofSubhaloes column of subhaloes, which also gives the name
   * @param ofGroups column if groups are linked; null if groups have no such column
   */
  private record Copied(CatalogueColumn ofSubhaloes, CatalogueColumn ofGroups) {}

  private static final List<Copied> COPIED =
      List.of(
          new Copied(SubhaloColumns.LENGTH, GroupColumns.LENGTH),
          new Copied(SubhaloColumns.MASS, GroupColumns.MASS),
          new Copied(SubhaloColumns.POSITION, GroupColumns.POSITION),
          new Copied(SubhaloColumns.VELOCITY, GroupColumns.VELOCITY),
          new Copied(SubhaloColumns.VELOCITY_DISPERSION, GroupColumns.VELOCITY_DISPERSION),
          new Copied(SubhaloColumns.VMAX, null),
          new Copied(SubhaloColumns.VMAX_RADIUS, null),
          new Copied(SubhaloColumns.HALF_MASS_RADIUS, null),
          new Copied(SubhaloColumns.SPIN, null),
          new Copied(SubhaloColumns.MOST_BOUND_ID, null));

  private static final double SAME = 1e-3;

  private final List<Output> outputs;
  private final boolean subhaloes;
  private final List<StoredTable> tables;
  private final List<StoredTable> groups;

  HaloColumns(CatalogueSeries series) {
    this.outputs = series.outputs();
    this.subhaloes = series.subhaloes();
    this.tables = outputs.stream().map(output -> output.table(subhaloes)).toList();
    this.groups = outputs.stream().map(output -> output.table(false)).toList();
  }

  /** Number of haloes of each catalogue. */
  int[] counts() {
    return tables.stream().mapToInt(StoredTable::rows).toArray();
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
    for (Copied copied : COPIED) {
      CatalogueColumn column = subhaloes ? copied.ofSubhaloes : copied.ofGroups;
      if (column != null) {
        String name = copied.ofSubhaloes.name();
        info(tables, column).ifPresent(info -> properties.add(copied(name, column, info)));
      }
    }
    info(groups, M200)
        .ifPresent(
            info -> properties.add(new HaloProperty(M200.name(), type(info), 1, this::m200, null)));
    properties.add(HaloProperty.of("GroupNr", Hdf5Type.INT64, this::groupNumbers));
    return properties;
  }

  private HaloProperty copied(String name, CatalogueColumn column, Hdf5Info info) {
    int columns = (int) info.columns();
    if (info.kind() == Hdf5Info.Kind.INTEGER) {
      return new HaloProperty(
          name, type(info), columns, null, output -> tables.get(output).longs(column));
    }
    boolean timesA = column.dimension() == Dimension.SNAPSHOT_VELOCITY_TIMES_A;
    return new HaloProperty(
        name,
        type(info),
        columns,
        output -> timesA ? peculiar(output, column) : tables.get(output).doubles(column),
        null);
  }

  /**
   * Returns peculiar velocities; those of groups are stored multiplied by a, those of subhaloes are
   * peculiar already.
   */
  private double[] peculiar(int output, CatalogueColumn column) {
    double[] velocity = tables.get(output).doubles(column);
    double a = outputs.get(output).time();
    boolean comoving = Math.abs(a * (1 + outputs.get(output).redshift()) - 1) < SAME;
    return comoving ? Arrays.stream(velocity).map(v -> v / a).toArray() : velocity;
  }

  /** Returns M200c of the group of each first subhalo; 0 for other subhaloes. */
  private double[] m200(int output) {
    double[] ofGroups = groups.get(output).doubles(M200);
    if (!subhaloes) {
      return ofGroups;
    }
    long[] group = groupNumbers(output);
    long[] rank = tables.get(output).longs(SubhaloColumns.RANK);
    double[] mass = new double[group.length];
    Arrays.setAll(mass, s -> rank[s] == 0 ? ofGroups[(int) group[s]] : 0);
    return mass;
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

  private static Hdf5Type type(Hdf5Info info) {
    boolean wide = info.bytes() > Integer.BYTES;
    if (info.kind() == Hdf5Info.Kind.FLOAT) {
      return wide ? Hdf5Type.FLOAT64 : Hdf5Type.FLOAT32;
    }
    if (info.signed()) {
      return wide ? Hdf5Type.INT64 : Hdf5Type.INT32;
    }
    return wide ? Hdf5Type.UINT64 : Hdf5Type.UINT32;
  }
}
