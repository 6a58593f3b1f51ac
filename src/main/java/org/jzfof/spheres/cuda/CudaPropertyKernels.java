package org.jzfof.spheres.cuda;

import org.jzfof.device.DeviceArray;
import org.jzfof.device.ElementType;
import org.jzfof.device.cuda.CudaKernels;
import org.jzfof.device.cuda.CudaMemory;
import org.jzfof.device.cuda.DeviceAlgorithms;
import org.jzfof.device.cuda.Launch;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SortedPoints;
import org.jzfof.domain.cuda.Columns;
import org.jzfof.domain.cuda.CudaParticleKernels;
import org.jzfof.error.Scope;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.fof.cuda.CudaFofKernels;
import org.jzfof.groups.MemberList;
import org.jzfof.groups.cuda.Pieces;
import org.jzfof.spheres.properties.MassProfiles;
import org.jzfof.spheres.properties.MomentFrames;
import org.jzfof.spheres.properties.Moments;
import org.jzfof.spheres.properties.PropertyKernels;

/** Properties of groups on the GPU. */
public final class CudaPropertyKernels implements PropertyKernels {
  static final String STAGE = "properties";

  private final CudaKernels kernels;
  private final CudaMemory memory;
  private final DeviceAlgorithms algorithms;

  public CudaPropertyKernels(CudaKernels kernels, CudaMemory memory, DeviceAlgorithms algorithms) {
    this.kernels = kernels;
    this.memory = memory;
    this.algorithms = algorithms;
  }

  @Override
  public MassProfiles profiles(
      MemberList members,
      SortedPoints points,
      Particles particles,
      int[] centre,
      LinkCriterion metric,
      double perMass) {
    long count = members.members().length();
    try (Scope results = new Scope();
        DeviceArray centres = memory.upload(centre);
        Columns columns = Columns.of(members, points, particles, memory)) {
      Pieces pieces = results.add(Pieces.of(members, kernels, memory, algorithms));
      DeviceArray squares = results.add(memory.allocate(ElementType.I64, count));
      DeviceArray before =
          perMass == 0 ? null : results.add(memory.allocate(ElementType.I64, count + 1));
      try (DeviceArray numbers = membersByDistance(columns, pieces, count, centres, metric)) {
        Launch launch =
            CudaFofKernels.launch(kernels, STAGE, "put_in_order", metric)
                .struct(columns.struct())
                .struct(pieces.ranges())
                .arg(centres)
                .arg(numbers)
                .struct(perMass)
                .arg(squares)
                .arg(before);
        CudaFofKernels.criterion(launch, metric).run(pieces.threads());
      }
      if (before != null) {
        algorithms.prefixSumsInPlace(before);
      }
      return results.keep(
          new CudaMassProfiles(kernels, memory, pieces, squares, before, metric.isotropic()));
    }
  }

  /** Returns the members by group and distance (I32). */
  private DeviceArray membersByDistance(
      Columns columns, Pieces pieces, long count, DeviceArray centres, LinkCriterion metric) {
    try (Scope results = new Scope();
        DeviceArray groups = memory.allocate(ElementType.I32, count)) {
      DeviceArray squares = results.add(memory.allocate(ElementType.I64, count));
      DeviceArray numbers = results.add(memory.allocate(ElementType.I32, count));
      Launch launch =
          CudaFofKernels.launch(kernels, STAGE, "squares", metric)
              .struct(columns.struct())
              .struct(pieces.ranges())
              .arg(centres)
              .arg(squares)
              .arg(numbers)
              .arg(groups);
      CudaFofKernels.criterion(launch, metric).run(pieces.threads());
      DeviceAlgorithms.Sorted byDistance = algorithms.sort(squares, numbers, Long.SIZE);
      byDistance.keys().close();
      DeviceArray nearest = results.add(byDistance.values());
      DeviceArray group =
          results.add(
              new CudaParticleKernels(kernels, memory, algorithms).gather(groups, 1, nearest));
      DeviceAlgorithms.Sorted byGroup =
          algorithms.sort(group, nearest, DeviceAlgorithms.bitsFor(pieces.groups()));
      byGroup.keys().close();
      return results.keep(byGroup.values());
    }
  }

  @Override
  public long[] moments(
      MemberList members,
      SortedPoints points,
      Particles particles,
      MomentFrames frames,
      FixedPoint map) {
    try (Columns columns = Columns.of(members, points, particles, memory);
        Pieces pieces = Pieces.of(members, kernels, memory, algorithms);
        DeviceArray rows = memory.upload(frames.toTable());
        DeviceArray sums = memory.zeros(ElementType.I64, (long) Moments.LONGS * members.groups())) {
      kernels
          .launch(STAGE, "add_moments_of_pieces")
          .struct(columns.struct())
          .struct(pieces.ranges())
          .struct(CudaInsideKernels.structOf(rows, map))
          .arg(sums)
          .run(pieces.threads());
      return memory.toLongs(sums);
    }
  }
}
