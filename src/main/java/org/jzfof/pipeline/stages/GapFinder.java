package org.jzfof.pipeline.stages;

import java.util.List;
import java.util.function.Consumer;
import org.jzfof.comm.Communicator;
import org.jzfof.domain.Box;
import org.jzfof.domain.OccupiedBins;
import org.jzfof.domain.SearchSpace;
import org.jzfof.error.UsageException;

/**
 * Cuts empty regions out of a box whose cells are coarse compared with the linking length. The
 * particles are read once or a few times. Each time, bins with the width of a small part of the
 * occupied length show the gaps between the particles. With fine cells nothing is read.
 */
public final class GapFinder {
  private static final double FEW_CELLS = 1000;

  private final long count;
  private final Box box;
  private final Consumer<OccupiedBins> fill;
  private final double linkingLength;
  private final Communicator comm;

  /**
   * @param count number of particles of all ranks
   * @param fill adds this rank's share of the particles to bins
   */
  public GapFinder(
      long count, Box box, Consumer<OccupiedBins> fill, double linkingLength, Communicator comm) {
    this.count = count;
    this.box = box;
    this.fill = fill;
    this.linkingLength = linkingLength;
    this.comm = comm;
  }

  /** Returns whether the cells are too coarse. */
  public boolean needed() {
    return count > 0 && !SearchSpace.of(box).isFine(linkingLength);
  }

  /**
   * Returns the space to search; every rank calls it.
   *
   * @param warnings list that receives a sentence if the cells are not as fine as they should be
   * @throws UsageException if the cells are far too coarse
   */
  public SearchSpace find(List<String> warnings) {
    SearchSpace space = SearchSpace.of(box);
    boolean improved = true;
    while (improved && !space.isFine(linkingLength)) {
      OccupiedBins bins = space.bins(count);
      fill.accept(bins);
      bins.combine(comm);
      SearchSpace next = space.without(bins, linkingLength);
      improved = next.isShorterThan(space);
      space = improved || next.cell() < space.cell() ? next : space;
    }
    requireFineCells(space, linkingLength, warnings);
    return space;
  }

  /** Checks the size of the cells; parameters and errors are those of {@link #find}. */
  static void requireFineCells(SearchSpace space, double linkingLength, List<String> warnings) {
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
