package org.jzfof.subhalo.potential;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jzfof.centres.Softening;
import org.jzfof.domain.Bisection;
import org.jzfof.subhalo.members.PointMasses;
import org.jzfof.threads.Parallel;

/**
 * Potentials by sums over all pairs, on the host. If no pair is nearer around the periodic box, the
 * inner loops have no branches, so that they are vectorised: pairs within the softening length
 * first count as if they were that far apart, and are corrected one by one.
 */
public final class DirectSums implements PotentialSums {
  /**
   * Number of targets in a part of a loop, and of sources whose terms a double sums up without
   * rounding.
   */
  private static final int BLOCK = 1 << (53 - TERM_BITS);

  /**
   * Number of pairs from which all threads share one request; smaller requests run concurrently.
   */
  private static final long MANY_PAIRS = 1 << 26;

  private final PointMasses members;
  private final double[] cell;
  private final long manyPairs;

  public DirectSums(PointMasses members) {
    this(members, MANY_PAIRS);
  }

  public DirectSums(PointMasses members, long manyPairs) {
    this.members = members;
    this.cell = members.map().cell();
    this.manyPairs = manyPairs;
  }

  @Override
  public void add(List<Request> requests) {
    List<Request> few = new ArrayList<>();
    for (Request request : requests) {
      if (request.pairs() >= manyPairs) {
        add(request);
      } else {
        few.add(request);
      }
    }
    Parallel.forEach(few.size(), 1, i -> add(few.get(i)));
  }

  @Override
  public void close() {}

  private void add(Request request) {
    if (request.pairs() == 0) {
      return;
    }
    int origin = request.sources().row()[0];
    UnwrappedMasses from = UnwrappedMasses.of(members, request.sources(), origin);
    UnwrappedMasses at =
        request.targets() == request.sources()
            ? from
            : UnwrappedMasses.of(members, request.targets(), origin);
    if (from == null || at == null) {
      addWrapped(request);
      return;
    }
    int[] order = from.byX();
    UnwrappedMasses sorted = from.inOrder(order);
    addSpread(sorted, at, request);
    if (from == at) {
      correctAll(sorted, order, request);
    } else {
      correct(sorted, at, request);
    }
  }

  /** Sums up pair by pair, with nearest periodic images. */
  private void addWrapped(Request request) {
    int[] position = members.position();
    Parallel.forRange(
        request.targets().count(),
        BLOCK,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            int at = 3 * request.targets().row()[i];
            for (int j = 0; j < request.sources().count(); j++) {
              int row = request.sources().row()[j];
              double distance =
                  distance(
                      position[3 * row] - position[at],
                      position[3 * row + 1] - position[at + 1],
                      position[3 * row + 2] - position[at + 2]);
              double potential = request.softening().potential(distance);
              request.depth()[i] +=
                  request.sign() * term(members.mass()[row], potential, request.scale());
            }
          }
        });
  }

  private double distance(double cellsX, double cellsY, double cellsZ) {
    double dx = cellsX * cell[0];
    double dy = cellsY * cell[1];
    double dz = cellsZ * cell[2];
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  }

  private static long term(double mass, double potential, double scale) {
    return (long) Math.rint(mass * potential * scale);
  }

  private void addSpread(UnwrappedMasses sources, UnwrappedMasses targets, Request request) {
    Parallel.forRange(
        targets.count(),
        BLOCK,
        (from, to) -> {
          long[] sums =
              spread(
                  sources, request.softening().length(), request.scale(), targets.part(from, to));
          for (int i = 0; i < sums.length; i++) {
            request.depth()[from + i] += request.sign() * sums[i];
          }
        });
  }

  /** Returns sums in which smaller distances are replaced by the softening length. */
  private long[] spread(
      UnwrappedMasses sources, double softeningLength, double scale, UnwrappedMasses targets) {
    long[] sums = new long[targets.count()];
    double[] partial = new double[sums.length];
    for (int from = 0; from < sources.count(); from += BLOCK) {
      Arrays.fill(partial, 0);
      for (int j = from; j < Math.min(from + BLOCK, sources.count()); j++) {
        addTerms(sources, j, softeningLength, scale, targets, partial);
      }
      for (int i = 0; i < sums.length; i++) {
        sums[i] += (long) partial[i];
      }
    }
    return sums;
  }

  private void addTerms(
      UnwrappedMasses sources,
      int j,
      double softeningLength,
      double scale,
      UnwrappedMasses targets,
      double[] sums) {
    double[] x = targets.x();
    double[] y = targets.y();
    double[] z = targets.z();
    double px = sources.x()[j];
    double py = sources.y()[j];
    double pz = sources.z()[j];
    double mass = sources.mass()[j];
    double cx = cell[0];
    double cy = cell[1];
    double cz = cell[2];
    for (int i = 0; i < sums.length; i++) {
      double dx = (px - x[i]) * cx;
      double dy = (py - y[i]) * cy;
      double dz = (pz - z[i]) * cz;
      double distance = Math.max(Math.sqrt(dx * dx + dy * dy + dz * dz), softeningLength);
      sums[i] += Math.rint(mass * (1 / distance) * scale);
    }
  }

  /** The corrections of {@link #spread} for pairs of a request within the softening length. */
  private final class Correction {
    private final Softening softening;
    private final double scale;
    private final double reachX; // in cells, as the others
    private final double reachY;
    private final double reachZ;

    Correction(Request request) {
      this.softening = request.softening();
      this.scale = request.scale();
      this.reachX = softening.length() / cell[0] + 1;
      this.reachY = softening.length() / cell[1] + 1;
      this.reachZ = softening.length() / cell[2] + 1;
    }

    /** Returns the distance if it is smaller than the softening length, or a larger number. */
    double distance(double cellsX, double cellsY, double cellsZ) {
      return Math.abs(cellsY) <= reachY && Math.abs(cellsZ) <= reachZ
          ? DirectSums.this.distance(cellsX, cellsY, cellsZ)
          : Double.POSITIVE_INFINITY;
    }

    boolean isNear(double distance) {
      return distance < softening.length();
    }

    /** Returns the correction of the potential of a mass. */
    long of(double mass, double potential) {
      return term(mass, potential, scale) - term(mass, 1 / softening.length(), scale);
    }
  }

  /** Corrects the sums of targets, from sources that are sorted by x. */
  private void correct(UnwrappedMasses sources, UnwrappedMasses targets, Request request) {
    Correction correction = new Correction(request);
    double[] x = sources.x();
    Parallel.forEach(
        targets.count(),
        BLOCK,
        i -> {
          double px = targets.x()[i];
          double py = targets.y()[i];
          double pz = targets.z()[i];
          long sum = 0;
          int first = Bisection.countBelow(x.length, j -> x[j] < px - correction.reachX);
          for (int j = first; j < x.length && x[j] <= px + correction.reachX; j++) {
            double distance =
                correction.distance(x[j] - px, sources.y()[j] - py, sources.z()[j] - pz);
            if (correction.isNear(distance)) {
              sum += correction.of(sources.mass()[j], correction.softening.potential(distance));
            }
          }
          request.depth()[i] += request.sign() * sum;
        });
  }

  /**
   * Corrects the sums of targets that are the sources, both of a pair at once.
   *
   * @param all the masses, sorted by x
   * @param order index of each of them in the request
   */
  private void correctAll(UnwrappedMasses all, int[] order, Request request) {
    Correction correction = new Correction(request);
    double[] x = all.x();
    double[] y = all.y();
    double[] z = all.z();
    double[] mass = all.mass();
    double itself = correction.softening.potential(0);
    Parallel.forRange(
        x.length,
        BLOCK,
        (from, to) -> {
          long[] sums = new long[x.length - from];
          int end = to;
          for (int i = from; i < to; i++) {
            sums[i - from] += correction.of(mass[i], itself);
            double px = x[i];
            int j = i + 1;
            for (; j < x.length && x[j] <= px + correction.reachX; j++) {
              double distance = correction.distance(x[j] - px, y[j] - y[i], z[j] - z[i]);
              if (correction.isNear(distance)) {
                double potential = correction.softening.potential(distance);
                sums[i - from] += correction.of(mass[j], potential);
                sums[j - from] += correction.of(mass[i], potential);
              }
            }
            end = Math.max(end, j);
          }
          synchronized (request) {
            for (int i = from; i < end; i++) {
              request.depth()[order[i]] += request.sign() * sums[i - from];
            }
          }
        });
  }
}
