package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.backend.RankDevice;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.config.BackendChoice;
import org.jzfof.config.CatalogueFormat;
import org.jzfof.config.Computer;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.config.Execution;
import org.jzfof.config.GroupDefinition;
import org.jzfof.config.LinkingLength;
import org.jzfof.config.LinkingLength.SeparationBy;
import org.jzfof.config.OutputOptions;
import org.jzfof.config.ParticleChoice;
import org.jzfof.config.RunOptions;
import org.jzfof.config.UnitChoice;
import org.jzfof.error.SnapshotException;
import org.jzfof.progress.ProgressListener;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.particles.OtherRows;

/** Velocities that cannot be read. */
@Timeout(60)
class ReadingFaultTest {
  private static final Computer ONE_CORE =
      new Computer(BackendChoice.CPU, Computer.ANY_DEVICE, 1, ExchangeChoice.AUTO);

  private final SnapshotException fault = new SnapshotException("the velocities are damaged");
  private final LocalCommunicator alone = new LocalCommunicator();
  @TempDir private Path dir;

  private void failAtVelocities(ParticleColumn column) {
    if (column.equals(ParticleColumn.VELOCITIES)) {
      throw fault;
    }
  }

  private RunOptions options(ParticleChoice choice) {
    return new RunOptions(
        new GroupDefinition(
            choice, new int[0], new LinkingLength(0.2, true, SeparationBy.NUMBER), 20),
        dir.resolve("out"),
        true,
        new OutputOptions(
            CatalogueFormat.GADGET, 1, false, false, List.of(), true, UnitChoice.AUTO, 0),
        new Execution(ONE_CORE, false, "test"));
  }

  @Test
  void theRunEndsWithThem() {
    Path file =
        SnapshotFixtures.gadget4(50, Particles.uniform(1000, 50, 1))
            .write(dir.resolve("snapshot_001.hdf5"));
    ParticleChoice choice = new ParticleChoice(file, new int[] {1}, true, null);
    List<String> begun = new ArrayList<>();
    ProgressListener progress =
        (stage, fraction) -> {
          if (begun.isEmpty() || !begun.get(begun.size() - 1).equals(stage)) {
            begun.add(stage);
          }
        };
    HaloFinder finder = new HaloFinder(alone, "test");
    try (RankDevice device = RankDevice.open(ONE_CORE, alone);
        EndOfRun end = new EndOfRun(RankDevice::open, device)) {
      SnapshotException e =
          assertThrows(
              SnapshotException.class,
              () ->
                  finder.find(
                      options(choice),
                      progress,
                      device,
                      end,
                      () ->
                          OtherRows.of(
                              choice,
                              alone,
                              files -> OtherRows.after(this::failAtVelocities, files))));
      assertSame(fault, e);
      assertEquals(0, device.backend().memory().used());
    }
    assertEquals("read", begun.get(begun.size() - 1), begun.toString());
  }
}
