package org.jzfof.catalogue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.error.OutputException;
import org.jzfof.error.SystemFault;
import org.jzfof.hdf5.Hdf5Copy;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.output.OutputFiles;
import org.jzfof.output.Transaction;
import org.jzfof.provenance.Provenance;
import org.jzfof.snapshot.SnapshotHeader;
import org.jzfof.snapshot.SnapshotHeader.Piece;
import org.jzfof.snapshot.StoredColumn;

/**
 * Writes snapdir_NNN/snap_NNN.0.hdf5: the snapshot with the particles of the linked and attached
 * types in group order, to which GroupOffsetType refers. Everything else is as it was, but that
 * there is one file and no table of cells (SWIFT), which would not fit any more.
 */
public final class ReorderedSnapshot {
  private static final String CELLS = "Cells";
  private static final long END = -1;

  private final Path file;
  private final SnapshotHeader snapshot;
  private final Communicator comm;

  /**
   * @param outputDir folder that gets snapdir_NNN
   * @param snapshotNumber NNN, the number or name of the snapshot
   * @param snapshot to be copied
   * @param comm the ranks; rank 0 writes
   */
  public ReorderedSnapshot(
      Path outputDir, String snapshotNumber, SnapshotHeader snapshot, Communicator comm) {
    this.file =
        outputDir
            .resolve("snapdir_" + snapshotNumber)
            .resolve("snap_" + snapshotNumber + ".0.hdf5");
    this.snapshot = snapshot;
    this.comm = comm;
  }

  /** What it writes. */
  public Product product() {
    return new Product(file, "reordered snapshot");
  }

  /** Files that would be taken for a snapshot of the same folder. */
  public List<Path> beside() {
    return OutputFiles.in(file.getParent(), name -> name.matches("[^.].*\\.(hdf5|h5)"));
  }

  /**
   * Checks, without writing anything, that there is where to write, away from the snapshot itself,
   * and that all columns can be read.
   */
  public void check() {
    OutputFiles.check(file);
    Path folder = file.toAbsolutePath().getParent();
    for (Path other : snapshot.files()) {
      if (isSame(folder, other.toAbsolutePath().getParent())) {
        throw new OutputException(
            "--reorder would write %s among the files of the snapshot: choose another folder with -o"
                .formatted(file));
      }
    }
    for (int type = 0; type < snapshot.types(); type++) {
      if (snapshot.counts()[type] > 0) {
        for (String name : columns(type)) {
          new StoredColumn(snapshot, type, name).close();
        }
      }
    }
  }

  private List<String> columns(int type) {
    Piece first = snapshot.firstWith(type);
    String group = "/PartType" + type;
    try (Hdf5File in = SourceFile.open(first)) {
      return in.children(group).stream()
          .filter(name -> isColumn(in, group + "/" + name, first.counts()[type]))
          .toList();
    }
  }

  private static boolean isSame(Path a, Path b) {
    try {
      return Files.exists(a) && Files.isSameFile(a, b);
    } catch (IOException e) {
      throw new OutputException(
          "cannot tell whether %s is the folder of the snapshot (%s): choose another with -o"
              .formatted(a, SystemFault.cause(e)),
          e);
    }
  }

  /**
   * Writes the file; every rank calls it.
   *
   * @param transaction gives it its name, on rank 0
   * @param provenance what the file says of its origin
   */
  public void write(
      Transaction transaction, Provenance provenance, GroupCatalogue groups, GroupNumbers numbers) {
    if (comm.rank() > 0) {
      for (int type = streamed(END); type != END; type = streamed(END)) {
        numbers.stream(type, (row, block) -> {});
      }
      return;
    }
    SingleFile.write(
        transaction,
        product(),
        provenance,
        out -> {
          writeHeader(out);
          for (int type = 0; type < snapshot.types(); type++) {
            if (snapshot.counts()[type] > 0) {
              writeType(out, type, groups, numbers);
            }
          }
        });
    streamed(END);
  }

  /** Tells all ranks the type whose numbers are streamed next. */
  private int streamed(long type) {
    return (int) comm.broadcast(new long[] {type}, 0)[0];
  }

  private void writeHeader(Hdf5Writer out) {
    try (Hdf5File in = SourceFile.open(snapshot.pieces().get(0))) {
      for (String name : in.children("/")) {
        String path = "/" + name;
        if (in.isSoftLink(path)) {
          out.softLink(in.softLinkTarget(path), path);
        } else if (in.isBrokenLink(path)) {
          Hdf5Copy.link(in, out, path);
        } else if (!name.matches("PartType\\d+") && !name.equals(CELLS)) {
          Hdf5Copy.object(in, out, path);
        }
      }
      new OneFileHeader(in, out).write(snapshot.counts());
    }
  }

  private void writeType(Hdf5Writer out, int type, GroupCatalogue groups, GroupNumbers numbers) {
    boolean inOrder = Arrays.stream(numbers.types()).anyMatch(t -> t == type);
    Piece first = snapshot.firstWith(type);
    String group = "/PartType" + type;
    List<String> columns = new ArrayList<>();
    out.group(group);
    try (Hdf5File in = SourceFile.open(first)) {
      Hdf5Copy.attributes(in, out, group);
      for (String name : in.children(group)) {
        String path = group + "/" + name;
        if (isColumn(in, path, first.counts()[type])) {
          Hdf5Copy.emptyDataset(in, out, path, snapshot.counts()[type]);
          columns.add(name);
        } else if (in.isBrokenLink(path)) {
          Hdf5Copy.link(in, out, path);
        } else {
          Hdf5Copy.object(in, out, path);
        }
      }
    }
    for (String name : columns) {
      try (ColumnCopy copy = new ColumnCopy(snapshot, type, name, out)) {
        if (inOrder) {
          copy.inOrder(
              () -> new RowOrder(groups, type), sink -> numbers.stream(streamed(type), sink));
        } else {
          copy.asItIs();
        }
      }
    }
  }

  /** Whether a dataset has a row per particle. */
  private static boolean isColumn(Hdf5File in, String path, long rows) {
    if (in.isBrokenLink(path) || !in.isDataset(path)) {
      return false;
    }
    try (var data = in.dataset(path)) {
      return data.info().dims().length > 0 && data.info().rows() == rows;
    }
  }
}
