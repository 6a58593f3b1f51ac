package org.jzfof.pipeline.stages;

import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.domain.OccupiedBins;
import org.jzfof.domain.SearchSpace;
import org.jzfof.error.UsageException;
import org.jzfof.snapshot.particles.SnapshotParticles;

/**
 * Cuts empty regions out of a box whose cells are coarse compared with the linking length. The
 * particles are read once or a few times; each time, bins as wide as a small part of the occupied
 * length show the gaps between the particles. If the cells are fine, nothing is read.
 */
public final class GapFinder {
  private static final double FEW_CELLS = 1000;

  private final SnapshotParticles input;
  private final double linkingLength;
  private final Communicator comm;

  public GapFinder(SnapshotParticles input, double linkingLength, Communicator comm) {
    this.input = input;
    this.linkingLength = linkingLength;
    this.comm = comm;
  }

  /** Whether there is anything to do. */
  public boolean needed() {
    return input.count() > 0 && !SearchSpace.of(input.box()).isFine(linkingLength);
  }

  /**
   * The space to search in; every rank calls it.
   *
   * @param warnings gets a sentence where its cells are not as fine as they should be
   * @throws UsageException where they are far too coarse
   */
  public SearchSpace find(List<String> warnings) {
    SearchSpace space = SearchSpace.of(input.box());
    boolean gained = true;
    while (gained && !space.isFine(linkingLength)) {
      OccupiedBins bins = space.bins(input.count());
      input.fill(bins);
      bins.combine(comm);
      SearchSpace next = space.without(bins, linkingLength);
      gained = next.isShorterThan(space);
      space = gained || next.cell() < space.cell() ? next : space;
    }
    require(space, linkingLength, warnings);
    return space;
  }

  /** Arguments and errors as for {@link #find}. */
  static void require(SearchSpace space, double linkingLength, List<String> warnings) {
    double cells = linkingLength / space.cell();
    if (cells < SearchSpace.MIN_CELLS) {
      throw new UsageException(
          "the linking length %.5g is %.3g cells of the 32-bit coordinates, which are %.5g wide for particles so far apart, but at least %d cells are needed: give a longer linking length, or remove the distant particles"
              .formatted(linkingLength, cells, space.cell(), SearchSpace.MIN_CELLS));
    }
    if (cells < FEW_CELLS) {
      warnings.add(
          "the linking length %.5g is only %.0f cells of the 32-bit coordinates (%.5g): whether particles are linked is exact to within two cells"
              .formatted(linkingLength, cells, space.cell()));
    }
  }
}
