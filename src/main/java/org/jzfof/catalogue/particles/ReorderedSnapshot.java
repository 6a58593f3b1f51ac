package org.jzfof.catalogue.particles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jzfof.catalogue.SingleFile;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.catalogue.layout.ColumnExtent;
import org.jzfof.catalogue.layout.OutputFile;
import org.jzfof.comm.Communicator;
import org.jzfof.config.GroupNumbering;
import org.jzfof.config.OutputOptions;
import org.jzfof.error.OutputException;
import org.jzfof.error.SystemFault;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.GroupKernels;
import org.jzfof.output.OutputFiles;
import org.jzfof.output.Provenance;
import org.jzfof.output.Transaction;
import org.jzfof.snapshot.StoredColumn;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * Writes snapdir_NNN/snap_NNN.{0..K-1}.hdf5: the snapshot with the particles of the linked and
 * attached types in group order, to which GroupOffsetType refers. Everything else remains
 * unchanged, except the number of files and the table of cells (SWIFT).
 */
public final class ReorderedSnapshot {
  private static final long VECTOR_BYTES = 3L * Double.BYTES;

  private final Path folder;
  private final String name;
  private final int count;
  private final List<GroupNumbering> numberings;
  private final SnapshotHeader snapshot;
  private final Communicator comm;

  /**
   * @param snapshotNumber NNN, the number or name of the snapshot
   * @param options contain the number of files and the group numbers to add
   * @param snapshot source snapshot
   */
  public ReorderedSnapshot(
      Path outputDir,
      String snapshotNumber,
      OutputOptions options,
      SnapshotHeader snapshot,
      Communicator comm) {
    this.folder = outputDir.resolve("snapdir_" + snapshotNumber);
    this.name = "snap_" + snapshotNumber;
    this.count = options.files();
    this.numberings = options.groupColumns();
    this.snapshot = snapshot;
    this.comm = comm;
  }

  /** Returns the written files. */
  public List<OutputFile> products() {
    return IntStream.range(0, count).mapToObj(this::product).toList();
  }

  private OutputFile product(int file) {
    return new OutputFile(
        folder.resolve(name + "." + file + ".hdf5"),
        "reordered snapshot %d of %d%s"
            .formatted(
                file,
                count,
                numberings.isEmpty() ? "" : " with " + GroupNumbering.names(numberings)));
  }

  /**
   * Returns the estimated bytes of the Java heap for rows in group order, from the widest of the
   * usual columns; collective over all ranks.
   */
  public long heldBytes() {
    long rows = Arrays.stream(snapshot.counts()).max().orElse(0) / comm.size() + 1;
    return CollectiveParticles.WINDOWS
        * Math.min(CollectiveParticles.windowBytes(comm), VECTOR_BYTES * rows);
  }

  /** Returns the existing files of the snapshot in group order, of any number. */
  public List<Path> older() {
    return OutputFiles.in(
        folder, Pattern.compile(Pattern.quote(name) + "\\.\\d+\\.hdf5").asMatchPredicate());
  }

  /** Returns existing files that readers would take for a snapshot of the same folder. */
  public List<Path> beside() {
    return OutputFiles.in(folder, file -> file.matches("[^.].*\\.(hdf5|h5)"));
  }

  /**
   * Checks, without writing anything, that the files can be written outside of the snapshot itself,
   * and that all columns can be read.
   */
  public void check() {
    products().forEach(product -> OutputFiles.check(product.file()));
    for (Path other : snapshot.files()) {
      if (isSame(folder.toAbsolutePath(), other.toAbsolutePath().getParent())) {
        throw new OutputException(
            "--reorder would write %s among the files of the snapshot: choose another folder with -o"
                .formatted(product(0).file()));
      }
    }
    for (int type = 0; type < snapshot.types(); type++) {
      if (snapshot.counts()[type] > 0) {
        for (String dataset : ReorderedFile.columns(snapshot, type)) {
          new StoredColumn(snapshot, type, dataset).close();
        }
      }
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
   * Writes the files; collective over all ranks.
   *
   * @param transaction renames the files at its end; null on ranks other than 0
   * @param groups groups of this rank
   */
  public void write(
      Transaction transaction,
      Provenance provenance,
      GroupCatalogue groups,
      ParticleGroups particles,
      GroupKernels kernels) {
    List<WrittenColumn> columns = columns(particles);
    List<ColumnExtent> extents = new ArrayList<>();
    for (int k = 0; transaction != null && k < count; k++) {
      extents.addAll(layOut(transaction, provenance, k, columns));
    }
    CatalogueShare share = CatalogueShare.of(comm, groups);
    try (LastOrder last =
        new LastOrder(
            type -> new GroupOrderedRows(comm, kernels, groups, share, particles, type))) {
      CollectiveParticles.write(comm, columns, extents, last::of);
    }
  }

  /** The order of the type whose columns are written, one type after the other. */
  private static final class LastOrder implements AutoCloseable {
    private final IntFunction<GroupOrderedRows> orders;
    private GroupOrderedRows order;
    private int type;

    LastOrder(IntFunction<GroupOrderedRows> orders) {
      this.orders = orders;
    }

    GroupOrderedRows of(int requested) {
      if (order == null || type != requested) {
        close();
        order = orders.apply(requested);
        type = requested;
      }
      return order;
    }

    @Override
    public void close() {
      if (order != null) {
        order.close();
        order = null;
      }
    }
  }

  private List<ColumnExtent> layOut(
      Transaction transaction, Provenance provenance, int k, List<WrittenColumn> columns) {
    Path file = product(k).file();
    Path part = transaction.parts(List.of(file)).get(0);
    List<ColumnExtent> extents = new ArrayList<>();
    SingleFile.write(
        transaction,
        product(k),
        provenance,
        out ->
            new ReorderedFile(
                    new ParticleLayout(out, part, file, columns, extents),
                    snapshot,
                    k,
                    count,
                    numberings)
                .write());
    return extents;
  }

  private List<WrittenColumn> columns(ParticleGroups particles) {
    List<WrittenColumn> columns = new ArrayList<>();
    for (int type = 0; type < snapshot.types(); type++) {
      int t = type;
      long rows = snapshot.counts()[t];
      if (rows > 0) {
        boolean ordered = Arrays.stream(particles.groups().types()).anyMatch(other -> other == t);
        for (String dataset : ReorderedFile.columns(snapshot, t)) {
          Supplier<RowSource> source = () -> RowSource.stored(snapshot, t, dataset);
          columns.add(new WrittenColumn(t, path(t, dataset), rows, ordered, source));
        }
        for (GroupNumbering of : numberings) {
          GroupNumbers numbers = ordered ? particles.of(of) : null;
          Supplier<RowSource> source =
              () -> numbers != null ? RowSource.numbers(of, numbers, t) : RowSource.none(of);
          String path = path(t, of.dataset());
          columns.removeIf(replaced -> replaced.path().equals(path));
          columns.add(new WrittenColumn(t, path, rows, ordered, source));
        }
      }
    }
    return columns;
  }

  private static String path(int type, String dataset) {
    return "/PartType" + type + "/" + dataset;
  }
}
