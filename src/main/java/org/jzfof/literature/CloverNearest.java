package org.jzfof.literature;

import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.progress.StageClock;

/**
 * CLOVER: Kamel, Yan, Chester 2025 (doi:10.1145/3721145.3730415). Random points are hubs, and every
 * point is in the Voronoi cell of its nearest hub. A query visits the cells in the order of their
 * distance from its nearest hub, until the triangle inequality excludes nearer points. With one hub
 * the method scans all points.
 *
 * <p>The triangle inequality also holds for distances in a periodic box, so that no images are
 * needed. In contrast to the paper, queries come in the order of a curve instead of that of the
 * cells, and the matrix of the distances between points and hubs is computed twice instead of
 * stored.
 */
public final class CloverNearest implements NearestMethod<Clover> {
  /**
   * Largest number of hubs H where none is given. The paper uses 1024 for up to ten million points.
   */
  private static final int HUBS = 4096;

  private final CellKernels kernels;
  private final ParticleKernels particles;
  private final DeviceMemory memory;
  private final CellKernels.Queue queue;
  private final OptionalInt givenHubs;
  private final StageClock clock;
  private final DistinctPointFinder distinctPoints;
  private final QueryOrder curve;

  /**
   * @param givenHubs number of hubs H, at most as many as there are positions; if empty, the root
   *     of the number of positions, at most 4096
   * @param clock clock that times the parts of building an index, or null
   */
  public CloverNearest(
      CellKernels kernels,
      DistinctPointKernels pointKernels,
      ParticleKernels particles,
      DeviceMemory memory,
      CellKernels.Queue queue,
      OptionalInt givenHubs,
      StageClock clock) {
    this.kernels = kernels;
    this.particles = particles;
    this.memory = memory;
    this.queue = queue;
    this.givenHubs = givenHubs;
    this.clock = clock;
    this.distinctPoints = new DistinctPointFinder(pointKernels, particles, memory);
    this.curve = new QueryOrder(particles, memory);
  }

  /** Device bytes per point that building an index takes besides the coordinates. */
  public static long buildBytes(ElementType coordinates) {
    return indexBytes(coordinates)
        + 2L * Integer.BYTES
        + Long.BYTES; // rows of positions, edges twice
  }

  /** Device bytes per point that an index takes: records, order and at most a square of edges. */
  public static long indexBytes(ElementType coordinates) {
    return 4L * coordinates.bytes() + Integer.BYTES + Long.BYTES;
  }

  @Override
  public Clover build(Coordinates points, Box box) {
    try (Scope made = new Scope()) {
      DeviceArray order = made.add(time("order of queries", () -> curve.of(points, box)));
      Runnable endOfSearch = clock == null ? () -> {} : clock.begin("distinct points");
      return made.keep(
          distinctPoints.find(
              points,
              box,
              found -> {
                endOfSearch.run();
                return build(found, order);
              }));
    }
  }

  private <T> T time(String part, Supplier<T> work) {
    return clock == null ? work.get() : clock.time(part, work);
  }

  private Clover build(DistinctPoints found, DeviceArray order) {
    try (Scope made = new Scope();
        DeviceArray selected = memory.upload(hubs(found.count()))) {
      DeviceArray hubs = made.add(particles.gather(found.xyz(), 3, selected));
      DeviceArray words = time("nearest hubs", () -> kernels.findNearestHubs(found, hubs));
      Cells cells =
          made.add(
              time(
                  "cells",
                  () -> kernels.fill(found, words, selected.length(), distinctPoints.next(found))));
      int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, selected.length() - 1));
      DeviceArray unsorted = time("edges", () -> kernels.measureEdges(cells, hubs, bits));
      DeviceArray edges = made.add(time("sort of edges", () -> kernels.sortEdges(unsorted, bits)));
      return made.keep(new Clover(cells, hubs, edges, bits, order));
    }
  }

  /**
   * Selects a random position from each of H equal parts of the positions. Where H is not given it
   * is so small that there are no more edges than positions.
   */
  private int[] hubs(long count) {
    int chosen = givenHubs.orElse((int) Math.min(HUBS, Math.sqrt(count)));
    int hubs = (int) Math.max(1, Math.min(chosen, count));
    SplittableRandom random = new SplittableRandom(1);
    int[] selected = new int[count == 0 ? 0 : hubs];
    for (int i = 0; i < selected.length; i++) {
      selected[i] = (int) random.nextLong(i * count / hubs, (i + 1) * count / hubs);
    }
    return selected;
  }

  @Override
  public void findNearest(Clover clover, MethodQueries queries, Neighbours found) {
    kernels.findNearest(clover, queries, queue, found);
  }
}
