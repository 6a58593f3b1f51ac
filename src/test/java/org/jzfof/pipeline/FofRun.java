package org.jzfof.pipeline;

import java.util.Arrays;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.Magnitudes;
import org.jzfof.domain.Particles;
import org.jzfof.domain.Quantiser;
import org.jzfof.domain.SortedPoints;
import org.jzfof.fof.GroupLinks;
import org.jzfof.fof.LinkCriterion;
import org.jzfof.pipeline.stages.PointLinker;
import org.jzfof.progress.StageClock;

/** Runs the pipeline of a backend on coordinates given as an array. */
final class FofRun {
  private final Backend backend;
  private final Box box;
  private final double[] xyz;
  private final int count;

  FofRun(Backend backend, Box box, double[] xyz) {
    this.backend = backend;
    this.box = box;
    this.xyz = xyz;
    this.count = xyz.length / 3;
  }

  /** Smallest row of the group of every row. */
  int[] labels(double linkingLength) {
    LinkCriterion criterion = LinkCriterion.of(FixedPoint.of(box), linkingLength);
    DeviceMemory memory = backend.memory();
    Communicator alone = new LocalCommunicator();
    PointLinker linker =
        new PointLinker(
            backend,
            backend.exchange(alone, ExchangeChoice.AUTO),
            new StageClock(memory, alone, stage -> {}));
    try (Particles particles = particles(new long[count]);
        SortedPoints points = linker.sort(particles.positions(), criterion);
        GroupLinks links = linker.link(points, criterion)) {
      int[] pointer = memory.toInts(links.pointers());
      int[] row = memory.toInts(points.row());
      int[] smallest = new int[count];
      Arrays.fill(smallest, Integer.MAX_VALUE);
      for (int i = 0; i < count; i++) {
        smallest[pointer[i]] = Math.min(smallest[pointer[i]], row[i]);
      }
      int[] label = new int[count];
      for (int i = 0; i < count; i++) {
        label[row[i]] = smallest[pointer[i]];
      }
      return label;
    }
  }

  /** Particles of type 1 and mass 1 without velocities. */
  Particles particles(long[] ids) {
    double[] mass = {0, 1};
    return new Particles(
        count,
        positions(),
        backend.memory().upload(ids),
        null,
        null,
        null,
        1,
        mass,
        Magnitudes.UNKNOWN);
  }

  private DeviceArray positions() {
    DeviceArray positions = backend.memory().allocate(ElementType.I32, 3L * count);
    try (Quantiser quantiser = backend.particles().quantiser(FixedPoint.of(box), positions)) {
      quantiser.convert(xyz, count, 0);
      if (quantiser.firstFault() != Quantiser.ALL_VALID) {
        throw new AssertionError("row " + quantiser.firstFault() + " is not valid");
      }
    }
    return positions;
  }
}
