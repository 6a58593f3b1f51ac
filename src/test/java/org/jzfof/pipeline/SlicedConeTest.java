package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.backend.RankDevice;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.config.BackendChoice;
import org.jzfof.config.CatalogueFormat;
import org.jzfof.config.Computer;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.config.Execution;
import org.jzfof.config.GroupDefinition;
import org.jzfof.config.HeaderChoice;
import org.jzfof.config.HeaderChoice.Lightcone;
import org.jzfof.config.LinkingLength;
import org.jzfof.config.LinkingLength.SeparationBy;
import org.jzfof.config.OutputOptions;
import org.jzfof.config.ParticleChoice;
import org.jzfof.config.RunOptions;
import org.jzfof.config.UnitChoice;
import org.jzfof.error.JzfofException;
import org.jzfof.error.MemoryException;
import org.jzfof.error.SnapshotException;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.pipeline.slices.ConeSlice;
import org.jzfof.progress.StageClock;
import org.jzfof.snapshot.LightconeFixture;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.particles.RequiredColumns;
import org.jzfof.snapshot.particles.SnapshotParticles;

/** The choice of slices of a light cone by the memory that there is. */
class SlicedConeTest {
  private static final Computer ONE_CORE =
      new Computer(BackendChoice.CPU, Computer.ANY_DEVICE, 1, ExchangeChoice.AUTO);
  private static final int SHELLS = 10;
  private static final double DEPTH = 100; // of each shell

  private final LocalCommunicator alone = new LocalCommunicator();
  @TempDir private Path dir;

  /** Shells with as many particles each, or files of which each has some of all shells. */
  private void write(boolean inShells) {
    Random random = new Random(5);
    int n = 1000;
    double[] x = new double[3 * n];
    for (int i = 0; i < n; i++) {
      x[3 * i] = DEPTH * (i * SHELLS / n + random.nextDouble());
      x[3 * i + 1] = random.nextDouble();
    }
    Particles particles =
        Particles.at(x)
            .withVelocities(new float[x.length])
            .withIds(IntStream.range(0, n).mapToLong(i -> i).toArray())
            .withMass(1)
            .stored(Hdf5Type.FLOAT64, Hdf5Type.UINT64);
    LightconeFixture cone = LightconeFixture.gadget4(particles, 0.9);
    for (int s = 0; s < SHELLS; s++) {
      int shell = s;
      LightconeFixture some =
          inShells
              ? cone.of(IntStream.range(0, n).filter(i -> i * SHELLS / n == shell).toArray())
              : cone.every(SHELLS, s);
      Path file = dir.resolve("conesnap_000" + s + ".hdf5");
      some.write(file);
    }
  }

  private RunOptions options(Optional<Integer> slices, Optional<Double> overlap) {
    return options(slices, overlap, true);
  }

  private RunOptions options(Optional<Integer> slices, Optional<Double> overlap, boolean ids) {
    Lightcone cone = new Lightcone(List.of(dir), Optional.empty(), 1, slices, overlap);
    ParticleChoice choice =
        new ParticleChoice(dir, new int[] {1}, false, null, HeaderChoice.NONE).ofLightcone(cone);
    return new RunOptions(
        new GroupDefinition(
            choice, new int[0], new LinkingLength(0.5, false, SeparationBy.MASS), 20),
        dir.resolve("out"),
        ids,
        new OutputOptions(
            CatalogueFormat.GADGET, 1, false, false, List.of(), true, UnitChoice.AUTO, 0),
        new Execution(ONE_CORE, false, "test"));
  }

  private SlicedCone choose(double need, RunOptions options) {
    SnapshotParticles input =
        SnapshotParticles.open(
            options.groups().particles(), new int[0], RequiredColumns.of(options), alone);
    try (RankDevice device = RankDevice.open(ONE_CORE, alone)) {
      StageClock clock = new StageClock(device.backend().memory(), alone, stage -> {});
      SlicedCone cone = SlicedCone.of(options, input, 0.5, new SlicedCone.Need(need), alone, clock);
      clock.stages();
      return cone;
    }
  }

  private SlicedCone choose(double need) {
    return choose(need, options(Optional.empty(), Optional.empty()));
  }

  @Test
  void asManyAsMemoryNeeds() {
    write(true);
    assertFalse(choose(1).isSliced());
    for (double need : new double[] {1.1, 2, 3}) {
      SlicedCone cone = choose(need);
      assertTrue(cone.isSliced());
      assertTrue(need * cone.share() <= 1, cone.share() + " of " + need);
      assertTrue(cone.ofSlice(1000) >= 1000 / cone.slices().size());
      assertEquals(List.of(), cone.remarks());
    }
    assertTrue(choose(3).slices().size() > choose(1.1).slices().size());
    MemoryException tooLarge = assertThrows(MemoryException.class, () -> choose(20));
    assertTrue(tooLarge.getMessage().contains("20.0 times"), tooLarge.getMessage());
    assertTrue(tooLarge.getMessage().contains("thinner shells"), tooLarge.getMessage());
  }

  /** Slices cover all distances once, and have the files that they need and no others. */
  @Test
  void rangesAndFiles() {
    write(true);
    SlicedCone cone = choose(1, options(Optional.of(SHELLS), Optional.of(40.0)));
    assertEquals(SHELLS, cone.slices().size());
    double end = 0;
    for (ConeSlice slice : cone.slices()) {
      assertEquals(end, slice.from());
      end = slice.to();
      int last = SHELLS - 1;
      assertEquals(slice.number() == last ? 1 : 2, slice.files().size() - before(slice));
      assertTrue(slice.completeTo() >= slice.to() + 40);
      assertTrue(slice.completeFrom() <= slice.from());
      assertEquals(100 * slice.files().size(), slice.rows());
      assertTrue(slice.owns(slice.from()) && !slice.owns(slice.to()));
    }
    assertEquals(Double.POSITIVE_INFINITY, end);
  }

  /** Number of files before the slice: the last particle of a shell may be near its end. */
  private static int before(ConeSlice slice) {
    return slice.completeFrom() < slice.from() - DEPTH / 2 && slice.number() > 0 ? 1 : 0;
  }

  @Test
  void filesThatAreNoShells() {
    write(false);
    MemoryException e = assertThrows(MemoryException.class, () -> choose(1.5));
    assertTrue(e.getMessage().contains("have 100% of the particles"), e.getMessage());
    SlicedCone given = choose(1, options(Optional.of(2), Optional.empty()));
    assertEquals(1, given.share());
    assertTrue(given.remarks().get(0).contains("needs all files"));
  }

  @Test
  void particlesWithoutIds() {
    Particles particles = Particles.at(1, 1, 1, 2, 2, 2).withIds(null).withMass(1);
    LightconeFixture.gadget4(particles, 0.9).write(dir.resolve("conesnap_0000.hdf5"));
    RunOptions options = options(Optional.empty(), Optional.empty(), false);
    JzfofException e = assertThrows(SnapshotException.class, () -> choose(2, options));
    assertTrue(e.getMessage().contains("has no IDs"), e.getMessage());
    assertFalse(choose(0.5, options).isSliced());
  }
}
