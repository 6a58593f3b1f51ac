package org.jzfof.pipeline.stages;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.jzfof.backend.Backend;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
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
 * Sums of a column of particles over the members of groups and of their subhaloes. The sums are
 * integers of 128 bits, so that they are independent of the order of the members and of the ranks.
 */
final class MemberTotals {
  private static final int ROW = 2 + ExactSums.LONGS; // group, 1 + rank of the subhalo, sum

  private final Backend backend;
  private final Communicator comm;
  private final SphereStage.Groups groups;

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
    double[] rates = column == null ? new double[0] : ofMembers(points, column);
    double[] largest = {Arrays.stream(rates).max().orElse(0)};
    comm.max(largest);
    int exponent = Math.getExponent(largest[0]) + 1;
    long[] sums = new long[ExactSums.LONGS * catalogue.groups()];
    SubhaloTable table = catalogue.subhaloes();
    int[] start = table.starts(catalogue.groups());
    long[] ofSubhaloes = new long[ExactSums.LONGS * table.count()];
    long first = groups.rows().first()[comm.rank()];
    int[] subhalo = labels == null ? null : ranks(backend.memory().toLongs(labels));
    for (long[] rows : comm.allToAll(rows(rates, exponent, subhalo))) {
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
    for (int s = 0; s < table.count(); s++) {
      double rate = Math.scalb(ExactSums.value(ofSubhaloes, ExactSums.LONGS * s), exponent);
      table.put(SubhaloColumn.STAR_FORMATION_RATE, s, rate);
    }
    double[] ofGroups = new double[catalogue.groups()];
    Arrays.setAll(ofGroups, g -> Math.scalb(ExactSums.value(sums, ExactSums.LONGS * g), exponent));
    return withRates(catalogue, ofGroups);
  }

  private static int[] ranks(long[] labels) {
    int[] ranks = new int[labels.length];
    Parallel.forEach(ranks.length, Parallel.GRAIN, i -> ranks[i] = FoundSubhaloes.rank(labels[i]));
    return ranks;
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

  /** Returns the rates of the members, at least 0, in the order of their list. */
  private double[] ofMembers(SphereStage.Points points, DeviceArray column) {
    try (DeviceArray rows =
            backend.particles().gather(points.points().row(), 1, groups.members().members());
        DeviceArray rates = backend.particles().gather(column, 1, rows)) {
      double[] values = backend.memory().numbers(rates, 0, Math.toIntExact(rates.length()));
      Arrays.setAll(values, i -> Math.max(0, values[i]));
      return values;
    }
  }

  /**
   * Returns the sums of the local groups and subhaloes, by the ranks that own their catalogue rows.
   */
  private long[][] rows(double[] rates, int exponent, int[] subhalo) {
    long[] start = backend.memory().toLongs(groups.members().start());
    long[] number = groups.rows().number();
    long[][] rows = new long[comm.size()][0];
    int[] length = new int[comm.size()];
    for (int g = 0; g < number.length; g++) {
      int rank = ArrayParts.partOf(groups.rows().first(), number[g]);
      long[] ofGroup = ofGroup(rates, exponent, subhalo, (int) start[g], (int) start[g + 1]);
      for (int i = 0; i < ofGroup.length; i += ROW) {
        ofGroup[i] = number[g];
      }
      if (length[rank] + ofGroup.length > rows[rank].length) {
        rows[rank] = Arrays.copyOf(rows[rank], 2 * rows[rank].length + ofGroup.length);
      }
      System.arraycopy(ofGroup, 0, rows[rank], length[rank], ofGroup.length);
      length[rank] += ofGroup.length;
    }
    for (int r = 0; r < rows.length; r++) {
      rows[r] = Arrays.copyOf(rows[r], length[r]);
    }
    return rows;
  }

  /**
   * Returns the row of a group, and one row for each of its subhaloes; empty without star
   * formation.
   */
  private static long[] ofGroup(double[] rates, int exponent, int[] subhalo, int from, int to) {
    int last = 0;
    for (int i = from; i < to && subhalo != null; i++) {
      last = rates[i] > 0 ? Math.max(last, subhalo[i] + 1) : last;
    }
    long[] all = new long[ROW * (last + 1)];
    boolean positive = false;
    for (int i = from; i < to; i++) {
      if (rates[i] > 0) {
        positive = true;
        ExactSums.Slices slices = new ExactSums.Slices();
        slices.add(Math.scalb(rates[i], -exponent));
        slices.addTo(all, 2);
        if (subhalo != null && subhalo[i] >= 0) {
          slices.addTo(all, ROW * (subhalo[i] + 1) + 2);
        }
      }
    }
    for (int s = 0; s <= last; s++) {
      all[ROW * s + 1] = s;
    }
    return positive ? all : new long[0];
  }
}
