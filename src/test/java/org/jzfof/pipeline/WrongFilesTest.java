package org.jzfof.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.threads.LocalCommunicator;
import org.jzfof.comm.threads.ThreadRanks;
import org.jzfof.config.BackendChoice;
import org.jzfof.config.Computer;
import org.jzfof.config.ExchangeChoice;
import org.jzfof.config.Execution;
import org.jzfof.config.GroupDefinition;
import org.jzfof.config.LinkingLength;
import org.jzfof.config.LinkingLength.SeparationBy;
import org.jzfof.config.OutputOptions;
import org.jzfof.config.ParticleChoice;
import org.jzfof.config.RunOptions;
import org.jzfof.config.search.IndexType;
import org.jzfof.config.search.NeighbourOptions;
import org.jzfof.config.search.NeighbourValue;
import org.jzfof.config.search.QueryChoice;
import org.jzfof.config.search.RowShape;
import org.jzfof.config.search.SearchMethod;
import org.jzfof.config.search.SearchOutput;
import org.jzfof.config.search.SearchQueries;
import org.jzfof.error.SnapshotException;
import org.jzfof.neighbours.search.NeighbourFinder;
import org.jzfof.progress.ProgressListener;
import org.jzfof.snapshot.Particles;
import org.jzfof.snapshot.SnapshotFixtures;

/** Files that are replaced during a run, or not the same for all ranks: no result is written. */
class WrongFilesTest {
  private static final Computer ONE_CORE =
      new Computer(BackendChoice.CPU, -1, 1, ExchangeChoice.AUTO);
  private static final ProgressListener SILENT = (stage, fraction) -> {};

  @TempDir Path dir;

  private Path file;
  private Path other;
  private Path out;

  @BeforeEach
  void write() throws IOException {
    file = dir.resolve("snapshot_001.hdf5");
    Files.createDirectory(dir.resolve("copy"));
    other = dir.resolve("copy/snapshot_001.hdf5");
    out = dir.resolve("out");
    SnapshotFixtures.gadget4(file, 50, Particles.uniform(1000, 50, 1));
    SnapshotFixtures.gadget4(other, 50, Particles.uniform(1000, 50, 2));
  }

  private void replace() {
    try {
      Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ParticleChoice choice(Path snapshot) {
    return new ParticleChoice(snapshot, new int[] {1}, true, null);
  }

  private void run(Path snapshot, Communicator comm, ProgressListener progress) {
    RunOptions options =
        new RunOptions(
            new GroupDefinition(
                choice(snapshot), new LinkingLength(0.2, true, SeparationBy.NUMBER), 20),
            out,
            true,
            OutputOptions.catalogue(1),
            new Execution(ONE_CORE, false, "test"));
    new HaloFinder(comm, "test").find(options, progress);
  }

  private void knn(Path snapshot, Path queries, Communicator comm, ProgressListener progress) {
    NeighbourOptions options =
        new NeighbourOptions(
            choice(snapshot),
            new SearchQueries(new QueryChoice(queries, null), false, false),
            new RowShape.Nearest(4, EnumSet.of(NeighbourValue.INDEX)),
            SearchMethod.TREE,
            IndexType.AUTO,
            SearchOutput.of(out.resolve("n.hdf5").toString(), 1, false),
            new Execution(ONE_CORE, false, "test"));
    new NeighbourFinder(comm, "test").find(options, progress);
  }

  private void assertChanged(Runnable run) {
    SnapshotException e = assertThrows(SnapshotException.class, run::run);
    assertTrue(e.getMessage().startsWith(file + " has changed while it was read"), e::getMessage);
    assertFalse(Files.exists(out), "the output folder was made");
  }

  private ProgressListener replacingAt(String when) {
    return (stage, fraction) -> {
      if (stage.equals(when) && Files.exists(other)) {
        replace();
      }
    };
  }

  @Test
  void aSnapshotThatIsReplacedWhileItIsRead() {
    assertChanged(() -> run(file, new LocalCommunicator(), replacingAt("read")));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void sourcesAndQueriesThatAreReplaced(boolean queries) throws IOException {
    Path copy = Files.copy(file, dir.resolve("sources_001.hdf5"));
    assertChanged(
        () ->
            knn(
                queries ? copy : file,
                queries ? file : null,
                new LocalCommunicator(),
                replacingAt("read sources")));
  }

  @Test
  void ranksThatReadAnotherSnapshot() throws IOException {
    SnapshotFixtures.gadget4(other, 50, Particles.uniform(900, 50, 2));
    assertAnother(comm -> run(comm.rank() == 1 ? other : file, comm, SILENT));
    assertAnother(comm -> knn(comm.rank() == 1 ? other : file, null, comm, SILENT));
    assertAnother(comm -> knn(file, comm.rank() == 1 ? other : file, comm, SILENT));
    Files.copy(file, other, StandardCopyOption.REPLACE_EXISTING);
    ThreadRanks.run(
        3,
        comm -> {
          run(comm.rank() == 1 ? other : file, comm, SILENT);
          return null;
        });
    assertTrue(Files.exists(out.resolve("groups_001/fof_subhalo_tab_001.0.hdf5")), "copies");
  }

  /** Sizes, counts and headers agree, the particles do not. */
  @Test
  void ranksThatReadOldCopies() throws IOException {
    assertOtherValues(comm -> run(comm.rank() == 1 ? other : file, comm, SILENT));
    assertOtherValues(comm -> knn(comm.rank() == 1 ? other : file, null, comm, SILENT));
    assertOtherValues(comm -> knn(file, comm.rank() == 1 ? other : file, comm, SILENT));
  }

  /** One of several files is old, which a rank reads and another one looks at. */
  @Test
  void ranksThatReadAnOldCopyOfOneFile() throws IOException {
    Particles some = Particles.uniform(1000, 50, 1);
    List<Path> files =
        SnapshotFixtures.gadget4(50, some).writeSplit(dir.resolve("s_001"), 300, 400, 300);
    Path copies = Files.createDirectory(dir.resolve("copies"));
    for (Path piece : files) {
      Files.copy(piece, copies.resolve(piece.getFileName()));
    }
    Path old = dir.resolve("old_001");
    Particles others = Particles.uniform(1000, 50, 3);
    Path piece = SnapshotFixtures.gadget4(50, others).writeSplit(old, 300, 400, 300).get(2);
    Path copy = copies.resolve(files.get(2).getFileName());
    Files.copy(piece, copy, StandardCopyOption.REPLACE_EXISTING);
    SnapshotException e =
        failureOnRanks(comm -> run(comm.rank() == 2 ? copy : files.get(0), comm, SILENT));
    assertTrue(e.getMessage().contains("(" + copy.getFileName() + " holds"), e::getMessage);
  }

  private void assertOtherValues(Task task) {
    SnapshotException e = failureOnRanks(task);
    assertEquals(
        "rank 1: another snapshot than that of rank 0 (snapshot_001.hdf5 holds other values): name"
            + " the same file on all ranks, and copy it again if the nodes have copies of their own",
        e.getMessage());
    assertFalse(Files.exists(out), "the output folder was made");
  }

  private interface Task {
    void run(Communicator comm);
  }

  private void assertAnother(Task task) {
    SnapshotException e = failureOnRanks(task);
    assertEquals(
        "rank 1: another snapshot than that of rank 0 (900 particles of type 1 instead of 1000"
            + " particles of type 1): name the same file on all ranks, and copy it again if the nodes have copies of their own",
        e.getMessage());
    assertFalse(Files.exists(out), "the output folder was made");
  }

  private static SnapshotException failureOnRanks(Task task) {
    return assertThrows(
        SnapshotException.class,
        () ->
            ThreadRanks.run(
                3,
                comm -> {
                  task.run(comm);
                  return null;
                }));
  }

  @Test
  void ranksThatAskFromOtherPositions() throws IOException {
    Path more = Files.write(dir.resolve("more.f32"), new byte[240]);
    Path less = Files.write(dir.resolve("less.f32"), new byte[120]);
    SnapshotException e =
        failureOnRanks(comm -> knn(file, comm.rank() > 0 ? less : more, comm, SILENT));
    String message = "ranks 1, 2: other positions than those of rank 0 (10 positions in float32";
    assertTrue(e.getMessage().startsWith(message), e::getMessage);
    byte[] values = new byte[240];
    values[0] = 1;
    Path others = Files.write(dir.resolve("others.f32"), values);
    e = failureOnRanks(comm -> knn(file, comm.rank() == 2 ? others : more, comm, SILENT));
    message = "rank 2: other positions than those of rank 0 (fingerprint ";
    assertTrue(e.getMessage().startsWith(message), e::getMessage);
  }
}
