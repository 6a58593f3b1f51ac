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

/**
 * Nearest neighbours by a method that answers queries one by one. They are put in the order of a
 * space-filling curve first, which the papers leave open.
 *
 * @param <I> what the method makes of the points
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
    I made = type.cast(index);
    try (DeviceArray order = curve.of(queries, made.box())) {
      return nearest(
          made,
          new MethodQueries(queries, order, 0, queries.count(), searchRadius, false),
          k,
          distance);
    }
  }

  @Override
  public Neighbours searchAll(NeighbourIndex index, int k, ElementType distance) {
    I made = type.cast(index);
    return nearest(made, own(made, 0, made.count(), false), k, distance);
  }

  private Neighbours nearest(I made, MethodQueries queries, int k, ElementType distance) {
    KnnKernels.requireNeighbours(k);
    try (Scope scope = new Scope()) {
      Neighbours found =
          scope.add(
              Neighbours.allocate(
                  memory, queries.to() - queries.from(), k, ElementType.I32, distance));
      method.nearest(made, queries, found);
      return scope.keep(found);
    }
  }

  @Override
  public void searchOwn(NeighbourIndex index, long from, long to, Neighbours found) {
    KnnKernels.requireNeighbours(found.k());
    I made = type.cast(index);
    method.nearest(made, own(made, from, to, true), found);
  }

  private MethodQueries own(I made, long from, long to, boolean byPlace) {
    return new MethodQueries(made.points(), made.order(), from, to, null, byPlace);
  }

  @Override
  public DeviceArray leaving(
      NeighbourIndex index, long from, Neighbours found, FixedPoint map, KeyRange piece) {
    I made = type.cast(index);
    long count = found.count();
    try (DeviceArray places = memory.slice(made.order(), from, count);
        DeviceArray xyz = particles.gather(made.points().xyz(), 3, places);
        DeviceArray positions = particles.quantise(map, xyz);
        DeviceArray searchRadius = rows.farthest(found)) {
      return particles.leaving(new Balls(map, count, positions, searchRadius), piece);
    }
  }

  @Override
  public RowKernels rows() {
    return rows;
  }
}
