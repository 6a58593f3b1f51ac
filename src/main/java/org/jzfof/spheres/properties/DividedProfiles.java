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
 * distances: members stay where they are.
 */
final class DividedProfiles {
  private final Communicator comm;
  private final GroupParts parts;
  private final MassProfiles here;
  private final boolean isotropic;

  DividedProfiles(Communicator comm, GroupParts parts, MassProfiles here, boolean isotropic) {
    this.comm = comm;
    this.parts = parts;
    this.here = here;
    this.isotropic = isotropic;
  }

  /**
   * Completes the extremes of some groups; every rank calls it.
   *
   * @param groups of this rank
   * @param rows of these, of which number, mass and largest square are known
   * @param half as of {@link MassProfiles#extremes}, of all groups of this rank
   */
  void complete(int[] groups, long[] rows, long[] half) {
    List<Selection> halves = new ArrayList<>();
    List<Selection> firsts = new ArrayList<>();
    for (int g = 0; g < groups.length; g++) {
      int at = EXTREMES * g;
      rows[at + HALF] = 0;
      rows[at + BEFORE_HALF] = 0;
      rows[at + PEAK] = 0;
      rows[at + PEAK_SQUARE] = 0;
      if (rows[at + MASS] > 0) {
        long least = half == null ? HalfMass.least(rows[at + MASS]) : half[groups[g]];
        halves.add(selection(g, 1, least, rows));
      }
      if (rows[at + NUMBER] >= FIRST_OF_PEAK) {
        firsts.add(selection(g, 0, FIRST_OF_PEAK, rows));
      }
    }
    List<ProfileQueries> both = new ArrayList<>(halves);
    both.addAll(firsts);
    ProfileQueries.answer(both, groups, parts, here, comm);
    List<Selection> before = new ArrayList<>();
    for (Selection reached : halves) {
      int at = EXTREMES * reached.place();
      rows[at + HALF] = reached.square();
      rows[at + BEFORE_HALF] = reached.square();
      if (reached.below()[0] > 0) {
        before.add(selection(reached.place(), 0, reached.below()[0], rows));
      }
    }
    List<PeakSearch> peaks =
        firsts.stream()
            .map(
                first -> {
                  int at = EXTREMES * first.place();
                  return new PeakSearch(
                      first.place(), isotropic, first, rows[at + LARGEST], all(rows, at));
                })
            .toList();
    both = new ArrayList<>(before);
    both.addAll(peaks);
    ProfileQueries.answer(both, groups, parts, here, comm);
    for (Selection last : before) {
      rows[EXTREMES * last.place() + BEFORE_HALF] = last.square();
    }
    for (PeakSearch peak : peaks) {
      rows[EXTREMES * peak.place() + PEAK] = Double.doubleToRawLongBits(peak.peak());
      rows[EXTREMES * peak.place() + PEAK_SQUARE] = peak.peakSquare();
    }
  }

  private static Selection selection(int place, int column, long target, long[] rows) {
    int at = EXTREMES * place;
    return new Selection(place, column, target, rows[at + LARGEST], all(rows, at));
  }

  private static long[] all(long[] rows, int at) {
    return new long[] {rows[at + NUMBER], rows[at + MASS]};
  }
}
