package org.jzfof.plot;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.catalogue.stored.StoredTable;

/**
 * Subhaloes of a catalogue that are drawn: all but the first one of each group.
 *
 * @param group of each
 * @param position [3n], in length units of the groups
 * @param radius of half the mass, comoving
 */
record PlottedSubhaloes(long[] group, double[] position, double[] radius) {
  private static final String GROUP = "SubhaloGroupNr";
  private static final String TNG_GROUP = "SubhaloGrNr";

  /** Those of a catalogue; none where it has none. */
  static PlottedSubhaloes of(StoredCatalogue catalogue) {
    PlottedSubhaloes none = new PlottedSubhaloes(new long[0], new double[0], new double[0]);
    if (!StoredTable.hasSubhaloes(catalogue)) {
      return none;
    }
    StoredTable table = StoredTable.subhaloes(catalogue);
    if (table.rows() == 0
        || !table.hasAll("SubhaloRankInGr", "SubhaloPos", "SubhaloHalfmassRad")
        || !table.has(GROUP) && !table.has(TNG_GROUP)) {
      return none;
    }
    long[] rank = table.longs("SubhaloRankInGr");
    int[] drawn = IntStream.range(0, rank.length).filter(s -> rank[s] > 0).toArray();
    long[] group = table.longs(table.has(GROUP) ? GROUP : TNG_GROUP);
    double[] place = table.doubles("SubhaloPos");
    double[] radius = table.doubles("SubhaloHalfmassRad");
    double toComoving = 1 + catalogue.header("Redshift");
    return new PlottedSubhaloes(
        Arrays.stream(drawn).mapToLong(s -> group[s]).toArray(),
        IntStream.range(0, 3 * drawn.length)
            .mapToDouble(i -> place[3 * drawn[i / 3] + i % 3])
            .toArray(),
        Arrays.stream(drawn).mapToDouble(s -> toComoving * radius[s]).toArray());
  }
}
