package org.jzfof.spheres.properties;

import static org.jzfof.spheres.properties.MassProfiles.BEFORE_HALF;
import static org.jzfof.spheres.properties.MassProfiles.EXTREMES;
import static org.jzfof.spheres.properties.MassProfiles.FIRST_OF_PEAK;
import static org.jzfof.spheres.properties.MassProfiles.HALF;
import static org.jzfof.spheres.properties.MassProfiles.LARGEST;
import static org.jzfof.spheres.properties.MassProfiles.MASS;
import static org.jzfof.spheres.properties.MassProfiles.NUMBER;
import static org.jzfof.spheres.properties.MassProfiles.PEAK;
import static org.jzfof.spheres.properties.MassProfiles.PEAK_SQUARE;

import java.util.ArrayList;
import java.util.List;
import org.jzfof.comm.Communicator;

/**
 * Searches in the mass profiles of groups that span ranks, by queries for number and mass within
 * distances; members are never sent.
 */
final class DividedProfiles {
  private final Communicator comm;
  private final GroupParts parts;
  private final MassProfiles local;
  private final boolean isotropic;

  DividedProfiles(Communicator comm, GroupParts parts, MassProfiles local, boolean isotropic) {
    this.comm = comm;
    this.parts = parts;
    this.local = local;
    this.isotropic = isotropic;
  }

  /**
   * Completes the extremes of divided groups. Every rank calls this method.
   *
   * @param groups indices of the groups in the range of this rank
   * @param rows rows of these groups, with known number, mass and largest square
   * @param half as for {@link MassProfiles#extremes}, for all groups of this rank
   */
  void complete(int[] groups, long[] rows, long[] half) {
    List<TargetSearch> halfSearches = new ArrayList<>();
    List<TargetSearch> firstSearches = new ArrayList<>();
    for (int g = 0; g < groups.length; g++) {
      int at = EXTREMES * g;
      rows[at + HALF] = 0;
      rows[at + BEFORE_HALF] = 0;
      rows[at + PEAK] = 0;
      rows[at + PEAK_SQUARE] = 0;
      if (rows[at + MASS] > 0) {
        long threshold = half == null ? HalfMass.threshold(rows[at + MASS]) : half[groups[g]];
        halfSearches.add(selection(g, 1, threshold, rows));
      }
      if (rows[at + NUMBER] >= FIRST_OF_PEAK) {
        firstSearches.add(selection(g, 0, FIRST_OF_PEAK, rows));
      }
    }
    List<ProfileQueries> searches = new ArrayList<>(halfSearches);
    searches.addAll(firstSearches);
    ProfileQueries.runAll(searches, groups, parts, local, comm);
    List<TargetSearch> before = new ArrayList<>();
    for (TargetSearch reached : halfSearches) {
      int at = EXTREMES * reached.index();
      rows[at + HALF] = reached.square();
      rows[at + BEFORE_HALF] = reached.square();
      if (reached.below()[0] > 0) {
        before.add(selection(reached.index(), 0, reached.below()[0], rows));
      }
    }
    List<PeakSearch> peaks =
        firstSearches.stream()
            .map(
                first -> {
                  int at = EXTREMES * first.index();
                  return new PeakSearch(
                      first.index(), isotropic, first, rows[at + LARGEST], all(rows, at));
                })
            .toList();
    searches = new ArrayList<>(before);
    searches.addAll(peaks);
    ProfileQueries.runAll(searches, groups, parts, local, comm);
    for (TargetSearch last : before) {
      rows[EXTREMES * last.index() + BEFORE_HALF] = last.square();
    }
    for (PeakSearch peak : peaks) {
      rows[EXTREMES * peak.index() + PEAK] = Double.doubleToRawLongBits(peak.peak());
      rows[EXTREMES * peak.index() + PEAK_SQUARE] = peak.peakSquare();
    }
  }

  private static TargetSearch selection(int index, int column, long target, long[] rows) {
    int at = EXTREMES * index;
    return new TargetSearch(index, column, target, rows[at + LARGEST], all(rows, at));
  }

  private static long[] all(long[] rows, int at) {
    return new long[] {rows[at + NUMBER], rows[at + MASS]};
  }
}
