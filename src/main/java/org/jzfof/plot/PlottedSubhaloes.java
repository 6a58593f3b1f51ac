package org.jzfof.plot;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.catalogue.columns.SubhaloColumns;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.catalogue.stored.StoredTable;

/**
 * The subhaloes of a catalogue that are drawn: all except the first one of each group.
 *
 * @param group group number of each subhalo
 * @param position [3n], in length units of the groups
 * @param radius comoving radius of half the mass
 */
public record PlottedSubhaloes(long[] group, double[] position, double[] radius) {
  /** Reads the subhaloes of a catalogue; the result is empty if the catalogue has none. */
  static PlottedSubhaloes of(StoredCatalogue catalogue) {
    PlottedSubhaloes none = new PlottedSubhaloes(new long[0], new double[0], new double[0]);
    if (!catalogue.hasSubhaloes()) {
      return none;
    }
    StoredTable table = catalogue.subhaloTable();
    if (table.rows() == 0
        || !table.hasAll(
            SubhaloColumns.RANK,
            SubhaloColumns.GROUP,
            SubhaloColumns.POSITION,
            SubhaloColumns.HALF_MASS_RADIUS)) {
      return none;
    }
    long[] rank = table.longs(SubhaloColumns.RANK);
    int[] drawn = IntStream.range(0, rank.length).filter(s -> rank[s] > 0).toArray();
    long[] group = table.longs(SubhaloColumns.GROUP);
    double[] centre = table.doubles(SubhaloColumns.POSITION);
    double[] radius = table.doubles(SubhaloColumns.HALF_MASS_RADIUS);
    double toComoving = 1 + catalogue.header("Redshift");
    return new PlottedSubhaloes(
        Arrays.stream(drawn).mapToLong(s -> group[s]).toArray(),
        IntStream.range(0, 3 * drawn.length)
            .mapToDouble(i -> centre[3 * drawn[i / 3] + i % 3])
            .toArray(),
        Arrays.stream(drawn).mapToDouble(s -> toComoving * radius[s]).toArray());
  }
}
