package org.jzfof.pipeline.stages;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jzfof.backend.Backend;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.HostColumn;
import org.jzfof.device.HostMemory;
import org.jzfof.groups.ExactSums;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.values.GroupProperties;
import org.jzfof.groups.values.GroupProperty;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.subhalo.FoundSubhaloes;
import org.jzfof.threads.Parallel;

/**
 * Sums of numbers over the members of groups and of their subhaloes. The sums are integers of 128
 * bits, so that they are independent of the order of the members and of the ranks.
 */
final class MemberTotals {
  private static final int ROW = 2 + ExactSums.LONGS; // group, 1 + rank of the subhalo, sum

  private static final int MEMBERS = Parallel.GRAIN; // that a thread adds at a time

  /** Largest number of members whose numbers are on the host at a time. */
  private static final int BLOCK = 1 << 23;

  private final Backend backend;
  private final Communicator comm;
  private final SphereStage.Groups groups;
  private final HostMemory host = new HostMemory(); // new arrays for each block would take longer

  /** Creates the object; every rank calls it. */
  MemberTotals(Backend backend, Communicator comm, SphereStage.Groups groups) {
    this.backend = backend;
    this.comm = comm;
    this.groups = groups;
  }

  /**
   * Adds star formation rates to a catalogue; negative rates count as 0. Every rank calls it.
   *
   * @param catalogue catalogue of this rank's range
   * @param points points that include the members
   * @param labels I64 labels of the members, as in {@link FoundSubhaloes}; null without subhaloes
   * @return the catalogue with the rates, or the same catalogue if the rates were not read
   */
  GroupCatalogue addStarFormation(
      GroupCatalogue catalogue, SphereStage.Points points, DeviceArray labels) {
    DeviceArray column = points.particles().column(ParticleColumn.STAR_FORMATION_RATES);
    double[] haveRates = {column == null ? 0 : 1};
    comm.max(haveRates);
    if (haveRates[0] == 0) {
      return catalogue;
    }
    Totals totals = of(catalogue, column == null ? null : ofColumn(points, column), labels);
    SubhaloTable table = catalogue.subhaloes();
    for (int s = 0; s < table.count(); s++) {
      table.put(SubhaloColumn.STAR_FORMATION_RATE, s, totals.ofSubhaloes[s]);
    }
    return withRates(catalogue, totals.ofGroups);
  }

  /**
   * Sums over the members of groups, and of subhaloes, in this rank's range of the catalogue.
   *
   * @param ofSubhaloes zeros without labels of subhaloes
   */
  record Totals(double[] ofGroups, double[] ofSubhaloes) {}

  /** Numbers of the members of the groups of this rank, in the order of their list. */
  @FunctionalInterface
  interface Values {
    /** Stores those of {@code count} members from {@code from} on at the start of an array. */
    void read(long from, int count, double[] target);
  }

  /**
   * Adds numbers of members; negative ones count as 0. Every rank calls it.
   *
   * @param values numbers that are read twice; null if all are 0
   * @param labels I64 labels of the members, as in {@link FoundSubhaloes}; null without subhaloes
   */
  Totals of(GroupCatalogue catalogue, Values values, DeviceArray labels) {
    double[] largest = {values == null ? 0 : largest(values)};
    comm.max(largest);
    int exponent = Math.getExponent(largest[0]) + 1;
    long[] sums = new long[ExactSums.LONGS * catalogue.groups()];
    SubhaloTable table = catalogue.subhaloes();
    int[] start = table.starts(catalogue.groups());
    long[] ofSubhaloes = new long[ExactSums.LONGS * table.count()];
    long first = groups.rows().first()[comm.rank()];
    long[] sent = values == null ? new long[0] : rows(values, exponent, labels);
    for (long[] rows : comm.allToAll(byRank(sent))) {
      for (int offset = 0; offset < rows.length; offset += ROW) {
        int group = (int) (rows[offset] - first);
        boolean ofWholeGroup = rows[offset + 1] == 0;
        int to = ofWholeGroup ? group : start[group] + (int) rows[offset + 1] - 1;
        ExactSums.addRow(
            ofWholeGroup ? sums : ofSubhaloes,
            ExactSums.LONGS * to,
            rows,
            offset + 2,
            ExactSums.LONGS);
      }
    }
    return new Totals(values(sums, exponent), values(ofSubhaloes, exponent));
  }

  private static double[] values(long[] sums, int exponent) {
    double[] values = new double[sums.length / ExactSums.LONGS];
    Arrays.setAll(values, i -> Math.scalb(ExactSums.value(sums, ExactSums.LONGS * i), exponent));
    return values;
  }

  /** Returns the rank of the subhalo of each of some members; null without labels. */
  private int[] ranks(DeviceArray labels, long from, int count) {
    if (labels == null) {
      return null;
    }
    try (DeviceArray part = backend.memory().slice(labels, from, count)) {
      long[] label = backend.memory().toLongs(part);
      int[] ranks = new int[count];
      Parallel.forEach(count, Parallel.GRAIN, i -> ranks[i] = FoundSubhaloes.rank(label[i]));
      return ranks;
    }
  }

  private static GroupCatalogue withRates(GroupCatalogue catalogue, double[] rates) {
    GroupProperties properties = catalogue.properties();
    Map<GroupProperty, double[]> all = new EnumMap<>(GroupProperty.class);
    all.putAll(properties.ofGroups());
    all.put(GroupProperty.STAR_FORMATION_RATE, rates);
    return catalogue.withSpheres(
        catalogue.spheres(),
        new GroupProperties(all, properties.massInside(), properties.ofSpheres()));
  }

  private double largest(Values values) {
    double largest = 0;
    long members = groups.members().members().length();
    double[] part = block();
    for (long at = 0; at < members; at += BLOCK) {
      int count = (int) Math.min(BLOCK, members - at);
      values.read(at, count, part);
      largest =
          Math.max(
              largest,
              Parallel.indices(count, Parallel.STREAM_GRAIN)
                  .mapToDouble(i -> part[i])
                  .max()
                  .orElse(0));
    }
    return largest;
  }

  /** Returns an array for the numbers of as many members as are read at a time. */
  double[] block() {
    return new double[(int) Math.min(BLOCK, groups.members().members().length())];
  }

  /** The values of a column for the members. */
  Values ofColumn(SphereStage.Points points, DeviceArray column) {
    return (from, count, target) -> {
      try (DeviceArray values = gather(points, column, from, count);
          HostColumn numbers = host.fetch(backend.memory(), values)) {
        Parallel.forEach(count, Parallel.GRAIN, i -> target[i] = numbers.getDouble(i));
      }
    };
  }

  /** Returns the values of a column for some members. */
  DeviceArray gather(SphereStage.Points points, DeviceArray column, long from, int count) {
    try (DeviceArray members = backend.memory().slice(groups.members().members(), from, count);
        DeviceArray rows = backend.particles().gather(points.points().row(), 1, members)) {
      return backend.particles().gather(column, 1, rows);
    }
  }

  /**
   * Returns sums of the local groups and subhaloes. A group with many members has several rows,
   * which add up to its sum.
   */
  private long[] rows(Values values, int exponent, DeviceArray labels) {
    long[] start = backend.memory().toLongs(groups.members().start());
    long members = start[start.length - 1];
    List<long[]> all = new ArrayList<>();
    double[] number = block();
    for (long at = 0; at < members; at += BLOCK) {
      int count = (int) Math.min(BLOCK, members - at);
      values.read(at, count, number);
      int[] subhalo = ranks(labels, at, count);
      long[][] parts = new long[(count + MEMBERS - 1) / MEMBERS][];
      long offset = at;
      Parallel.forRange(
          count,
          MEMBERS,
          (from, to) -> {
            List<long[]> rows = new ArrayList<>();
            int group = ArrayParts.partOf(start, offset + from);
            for (int first = from; first < to; group++) {
              int end = (int) Math.min(to, start[group + 1] - offset);
              rows.add(
                  ofGroup(groups.rows().number()[group], number, exponent, subhalo, first, end));
              first = end;
            }
            parts[from / MEMBERS] = ArrayParts.join(rows.toArray(long[][]::new));
          });
      all.add(ArrayParts.join(parts));
    }
    return ArrayParts.join(all.toArray(long[][]::new));
  }

  private long[][] byRank(long[] rows) {
    int[] length = new int[comm.size()];
    for (int i = 0; i < rows.length; i += ROW) {
      length[ArrayParts.partOf(groups.rows().first(), rows[i])] += ROW;
    }
    long[][] sent = Arrays.stream(length).mapToObj(long[]::new).toArray(long[][]::new);
    int[] next = new int[comm.size()];
    for (int i = 0; i < rows.length; i += ROW) {
      int rank = ArrayParts.partOf(groups.rows().first(), rows[i]);
      System.arraycopy(rows, i, sent[rank], next[rank], ROW);
      next[rank] += ROW;
    }
    return sent;
  }

  /**
   * Returns the row of a group, and one row for each of its subhaloes, for some of its members;
   * without those whose members have no number above 0.
   */
  private static long[] ofGroup(
      long number, double[] values, int exponent, int[] subhalo, int from, int to) {
    int rows = 0;
    for (int i = from; i < to; i++) {
      if (values[i] > 0) {
        rows = Math.max(rows, subhalo == null ? 1 : Math.max(-1, subhalo[i]) + 2);
      }
    }
    long[] all = new long[ROW * rows];
    double scale = Math.scalb(1.0, -exponent);
    ExactSums.Slices ofAll = new ExactSums.Slices();
    for (int i = from; i < to; i++) {
      if (values[i] > 0) {
        ofAll.add(scale * values[i]);
        if (subhalo != null && subhalo[i] >= 0) {
          ExactSums.Slices own = new ExactSums.Slices();
          own.add(scale * values[i]);
          own.addTo(all, ROW * (subhalo[i] + 1) + 2);
        }
      }
    }
    if (rows > 0) {
      ofAll.addTo(all, 2);
    }
    int kept = 0;
    for (int s = 0; s < rows; s++) {
      if (all[ROW * s + 2] != 0 || all[ROW * s + 3] != 0) {
        all[kept] = number;
        all[kept + 1] = s;
        all[kept + 2] = all[ROW * s + 2];
        all[kept + 3] = all[ROW * s + 3];
        kept += ROW;
      }
    }
    return Arrays.copyOf(all, kept);
  }
}
