package org.jzfof.search.trees;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jzfof.catalogue.stored.StoredTable;
import org.jzfof.comm.Parts;
import org.jzfof.error.CatalogueException;
import org.jzfof.hdf5.library.Hdf5Info;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.mergertree.HaloProperty;
import org.jzfof.mergertree.MergerTrees;
import org.jzfof.search.trees.CatalogueSeries.Output;

/**
 * Columns that trees take from catalogues, by Gadget-4's names for subhaloes; if groups are linked,
 * those of groups. Columns that some of the catalogues lack are left out.
 */
final class HaloColumns {
  private static final String GROUP_NUMBER = "SubhaloGroupNr";
  private static final String TNG_GROUP_NUMBER = "SubhaloGrNr";
  private static final String MOST_BOUND = "SubhaloIDMostbound";
  private static final String LENGTH = "SubhaloLen";
  private static final String VELOCITY = "SubhaloVel";
  private static final String M200 = "Group_M_Crit200";

  private static final List<String> COPIED =
      List.of(
          LENGTH,
          "SubhaloMass",
          "SubhaloPos",
          VELOCITY,
          "SubhaloVelDisp",
          "SubhaloVmax",
          "SubhaloVmaxRad",
          "SubhaloHalfmassRad",
          "SubhaloSpin",
          MOST_BOUND);

  /** What groups have in place of them. */
  private static final Map<String, String> OF_GROUPS =
      Map.of(
          LENGTH,
          "GroupLen",
          "SubhaloMass",
          "GroupMass",
          "SubhaloPos",
          "GroupPos",
          VELOCITY,
          "GroupVel",
          "SubhaloVelDisp",
          "GroupVelDisp");

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

  /** Haloes of each catalogue. */
  int[] counts() {
    return tables.stream().mapToInt(StoredTable::rows).toArray();
  }

  /** What decides on trees. */
  MergerTrees.Haloes haloes() {
    boolean known = subhaloes && info(tables, MOST_BOUND).isPresent();
    return new MergerTrees.Haloes(
        all(output -> tables.get(output).longs(stored(LENGTH))),
        all(this::groupNumbers),
        known ? all(output -> tables.get(output).longs(MOST_BOUND)) : null);
  }

  private long[] all(IntFunction<long[]> ofOutput) {
    return Parts.join(IntStream.range(0, outputs.size()).mapToObj(ofOutput).toArray(long[][]::new));
  }

  private long[] groupNumbers(int output) {
    int rows = tables.get(output).rows();
    if (!subhaloes) {
      return IntStream.range(0, rows).asLongStream().toArray();
    }
    StoredTable table = tables.get(output);
    long[] numbers = table.longs(table.has(GROUP_NUMBER) ? GROUP_NUMBER : TNG_GROUP_NUMBER);
    for (int s = 0; s < rows; s++) {
      if (numbers[s] < 0 || numbers[s] >= groups.get(output).rows()) {
        throw new CatalogueException(
            "%s of subhalo %d in %s is %d, but there are %d groups: write the catalogue again"
                .formatted(
                    GROUP_NUMBER,
                    s,
                    outputs.get(output).file(),
                    numbers[s],
                    groups.get(output).rows()));
      }
    }
    return numbers;
  }

  /** The properties that tables have. */
  List<HaloProperty> properties() {
    List<HaloProperty> properties = new ArrayList<>();
    for (String name : COPIED) {
      if (subhaloes || OF_GROUPS.containsKey(name)) {
        info(tables, stored(name)).ifPresent(info -> properties.add(copied(name, info)));
      }
    }
    info(groups, M200)
        .ifPresent(info -> properties.add(new HaloProperty(M200, type(info), 1, this::m200, null)));
    properties.add(HaloProperty.of("GroupNr", Hdf5Type.INT64, this::groupNumbers));
    return properties;
  }

  private String stored(String name) {
    return subhaloes ? name : OF_GROUPS.get(name);
  }

  private HaloProperty copied(String name, Hdf5Info info) {
    int columns = (int) info.columns();
    String stored = stored(name);
    if (info.kind() == Hdf5Info.Kind.INTEGER) {
      return new HaloProperty(
          name, type(info), columns, null, output -> tables.get(output).longs(stored));
    }
    boolean timesA = !subhaloes && name.equals(VELOCITY);
    return new HaloProperty(
        name,
        type(info),
        columns,
        output -> timesA ? peculiar(output) : tables.get(output).doubles(stored),
        null);
  }

  /** Velocities of groups are stored times a, those of subhaloes are peculiar. */
  private double[] peculiar(int output) {
    double[] velocity = tables.get(output).doubles(stored(VELOCITY));
    double a = outputs.get(output).time();
    boolean comoving = Math.abs(a * (1 + outputs.get(output).redshift()) - 1) < SAME;
    return comoving ? Arrays.stream(velocity).map(v -> v / a).toArray() : velocity;
  }

  /** Of the first subhalo of a group; 0 for others. */
  private double[] m200(int output) {
    double[] ofGroups = groups.get(output).doubles(M200);
    if (!subhaloes) {
      return ofGroups;
    }
    long[] group = groupNumbers(output);
    long[] rank = tables.get(output).longs("SubhaloRankInGr");
    double[] mass = new double[group.length];
    Arrays.setAll(mass, s -> rank[s] == 0 ? ofGroups[(int) group[s]] : 0);
    return mass;
  }

  /** Shape and widest type of a dataset; empty where a catalogue with rows lacks it. */
  private static Optional<Hdf5Info> info(List<StoredTable> tables, String dataset) {
    if (!tables.stream().allMatch(table -> table.has(dataset))) {
      return Optional.empty();
    }
    return tables.stream()
        .map(table -> table.info(dataset).orElse(null))
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
