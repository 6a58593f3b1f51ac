package org.jzfof.literature;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Balls;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.KeyRange;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.error.Scope;
import org.jzfof.neighbours.Coordinates;
import org.jzfof.neighbours.KnnKernels;
import org.jzfof.neighbours.NeighbourIndex;
import org.jzfof.neighbours.Neighbours;
import org.jzfof.neighbours.RowKernels;
import org.jzfof.neighbours.SearchWork;

/**
 * Nearest neighbours by a method that answers queries one by one. The order of queries, which the
 * papers leave open, is that of a space-filling curve, and for points that of the index.
 *
 * @param <I> index of the method
 */
public final class MethodKnn<I extends MethodIndex> implements KnnKernels {
  private final NearestMethod<I> method;
  private final Class<I> type;
  private final ParticleKernels particles;
  private final DeviceMemory memory;
  private final RowKernels rows;
  private final QueryOrder curve;

  public MethodKnn(
      NearestMethod<I> method,
      Class<I> type,
      ParticleKernels particles,
      DeviceMemory memory,
      RowKernels rows) {
    this.method = method;
    this.type = type;
    this.particles = particles;
    this.memory = memory;
    this.rows = rows;
    this.curve = new QueryOrder(particles, memory);
  }

  @Override
  public NeighbourIndex index(Coordinates points, Box box) {
    return method.build(points, box);
  }

  @Override
  public Neighbours search(
      NeighbourIndex index,
      Coordinates queries,
      DeviceArray searchRadius,
      int k,
      ElementType distance) {
    return search(type.cast(index), queries, searchRadius, k, distance, null);
  }

  private Neighbours search(
      I methodIndex,
      Coordinates queries,
      DeviceArray searchRadius,
      int k,
      ElementType distance,
      SearchWork work) {
    try (DeviceArray order = curve.of(queries, methodIndex.box())) {
      return findNearest(
          methodIndex,
          new MethodQueries(queries, order, 0, queries.count(), searchRadius, false, work),
          k,
          distance);
    }
  }

  @Override
  public Neighbours searchAll(NeighbourIndex index, int k, ElementType distance) {
    return searchAll(type.cast(index), k, distance, null);
  }

  private Neighbours searchAll(I methodIndex, int k, ElementType distance, SearchWork work) {
    return findNearest(
        methodIndex, pointQueries(methodIndex, 0, methodIndex.count(), false, work), k, distance);
  }

  @Override
  public Neighbours searchCounted(
      NeighbourIndex index, Coordinates queries, int k, ElementType distance, SearchWork work) {
    I methodIndex = type.cast(index);
    return queries == null
        ? searchAll(methodIndex, k, distance, work)
        : search(methodIndex, queries, null, k, distance, work);
  }

  private Neighbours findNearest(
      I methodIndex, MethodQueries queries, int k, ElementType distance) {
    KnnKernels.requireNeighbours(k);
    try (Scope scope = new Scope()) {
      Neighbours found =
          scope.add(
              Neighbours.allocate(
                  memory, queries.to() - queries.from(), k, ElementType.I32, distance));
      method.findNearest(methodIndex, queries, found);
      return scope.keep(found);
    }
  }

  @Override
  public void searchPoints(NeighbourIndex index, long from, long to, Neighbours found) {
    KnnKernels.requireNeighbours(found.k());
    I methodIndex = type.cast(index);
    method.findNearest(methodIndex, pointQueries(methodIndex, from, to, true, null), found);
  }

  private MethodQueries pointQueries(
      I methodIndex, long from, long to, boolean byCurve, SearchWork work) {
    return new MethodQueries(
        methodIndex.points(), methodIndex.order(), from, to, null, byCurve, work);
  }

  @Override
  public DeviceArray findLeaving(
      NeighbourIndex index, long from, Neighbours found, FixedPoint map, KeyRange piece) {
    I methodIndex = type.cast(index);
    long count = found.count();
    try (DeviceArray orderedRows = memory.slice(methodIndex.order(), from, count);
        DeviceArray xyz = particles.gather(methodIndex.points().xyz(), 3, orderedRows);
        DeviceArray positions = particles.quantise(map, xyz);
        DeviceArray searchRadius = rows.farthest(found)) {
      return particles.findLeaving(new Balls(map, count, positions, searchRadius), piece);
    }
  }

  @Override
  public RowKernels rows() {
    return rows;
  }
}
