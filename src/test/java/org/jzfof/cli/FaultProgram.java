package org.jzfof.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.jzfof.backend.RankDevice;
import org.jzfof.comm.Communicator;
import org.jzfof.config.BackendChoice;
import org.jzfof.config.Computer;
import org.jzfof.config.RunOptions;
import org.jzfof.domain.MockCoordinates;
import org.jzfof.error.DeviceLostException;
import org.jzfof.error.SnapshotException;
import org.jzfof.exchange.ArrayExchange;
import org.jzfof.exchange.WindowedExchange;
import org.jzfof.pipeline.HaloFinder;
import org.jzfof.pipeline.HaloReport;
import org.jzfof.pipeline.HaloSearch;
import org.jzfof.pipeline.HaloSeries;
import org.jzfof.progress.ProgressListener;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/**
 * jzfof itself, but that something happens to one rank when a stage begins: {@code FaultProgram
 * WHAT STAGE RANK ARGUMENTS...}. In a batch it happens in the first run, or with WHAT@RUN in
 * another (from 0).
 */
public final class FaultProgram {
  private FaultProgram() {}

  /** As {@link Main#main}. */
  public static void main(String[] args) {
    int rank = Integer.parseInt(args[2]);
    Main.run(
        comm -> search(comm, comm.rank() == rank ? args[0] : "", args[1]),
        Arrays.copyOfRange(args, 3, args.length));
  }

  /** A snapshot with groups, but few particles: what happens does not depend on their number. */
  static Path snapshot(Path file) {
    double[] positions = MockCoordinates.wide(MockCoordinates.clustered(4096, 25, 17));
    Particles particles = Particles.at(positions);
    return SnapshotFixtures.gadget4(file, 25, particles.withMass(particles.mass() / 0.03067));
  }

  /** The stages of a run on several ranks, from the log of one of them. */
  static Stream<String> stages(@TempDir Path logs) throws IOException {
    Path snapshot = snapshot(logs.resolve("snapshot_001.hdf5"));
    Jzfof.run("run", snapshot, "-o", logs, "--ranks", 3, "--log-ranks", logs).succeeded();
    List<String> begun =
        Files.readAllLines(logs.resolve("rank-0001.log")).stream()
            .filter(line -> line.contains(" begin "))
            .map(line -> line.substring(line.indexOf(" begin ") + " begin ".length()))
            .toList();
    assertTrue(begun.containsAll(List.of("read", "reduce", "write")), begun.toString());
    return begun.stream();
  }

  /** jzfof where something happens to this rank when a stage begins, or nothing for "". */
  static HaloSearch search(Communicator comm, String what, String stage) {
    AtomicBoolean lost = new AtomicBoolean();
    HaloFinder finder =
        new HaloFinder(comm, "test", (computer, ranks) -> open(computer, ranks, lost::get));
    return new HaloSearch() {
      @Override
      public HaloReport find(RunOptions options, ProgressListener progress) {
        return finder.find(options, faulty(progress, what, stage, lost));
      }

      @Override
      public HaloSeries series(List<RunOptions> runs) {
        HaloSeries series = finder.series(runs);
        return new HaloSeries() {
          @Override
          public Result find(int run, ProgressListener progress) {
            String[] fault = what.split("@");
            int at = fault.length < 2 ? 0 : Integer.parseInt(fault[1]);
            return series.find(run, run == at ? faulty(progress, fault[0], stage, lost) : progress);
          }

          @Override
          public void recover() {
            series.recover();
          }

          @Override
          public void finish() {
            series.finish();
          }

          @Override
          public void close() {
            series.close();
          }
        };
      }
    };
  }

  /** A GPU, or a CPU whose ranks share memory as those of GPUs do. */
  private static RankDevice open(Computer computer, Communicator comm, BooleanSupplier lost) {
    RankDevice device = RankDevice.open(computer, comm);
    if (computer.backend() == BackendChoice.CUDA) {
      return device;
    }
    ArrayExchange windows = new WindowedExchange(device.backend(), device.arrays(), lost);
    return new RankDevice(device.backend(), windows, device.description());
  }

  private static ProgressListener faulty(
      ProgressListener progress, String what, String stage, AtomicBoolean lost) {
    return (name, fraction) -> {
      progress.at(name, fraction);
      if (name.equals(stage)) {
        lost.set(what.equals("lose"));
        happen(what);
      }
    };
  }

  private static void happen(String what) {
    switch (what) {
      case "" -> {}
      case "kill" -> {
        kill();
        forEver();
      }
      case "hang" -> {
        System.out.println("hanging");
        forEver();
      }
      case "slow" -> pause(3);
      case "memory" -> throw new OutOfMemoryError("Java heap space");
      case "lose" -> throw new DeviceLostException("GPU 0 stopped: see nvidia-smi");
      case "fail" -> throw new SnapshotException("piece.3.hdf5: row 17 is NaN: remove it");
      default -> throw new IllegalArgumentException(what);
    }
  }

  private static void kill() {
    try {
      String me = Long.toString(ProcessHandle.current().pid());
      new ProcessBuilder("kill", "-9", me).start();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pause(int seconds) {
    try {
      System.out.println("pausing");
      TimeUnit.SECONDS.sleep(seconds);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void forEver() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
