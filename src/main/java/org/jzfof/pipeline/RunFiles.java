package org.jzfof.pipeline;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jzfof.catalogue.CatalogueWriter;
import org.jzfof.catalogue.OutputNumber;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.CollectiveCatalogue;
import org.jzfof.catalogue.layout.GroupLayout;
import org.jzfof.catalogue.layout.OutputFile;
import org.jzfof.catalogue.particles.MembershipWriter;
import org.jzfof.catalogue.particles.ParticleGroups;
import org.jzfof.catalogue.particles.ReorderedSnapshot;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.SharedCheck;
import org.jzfof.config.CatalogueFormat;
import org.jzfof.config.OutputOptions;
import org.jzfof.config.RunOptions;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.GroupKernels;
import org.jzfof.output.OutputFiles;
import org.jzfof.output.Replacement;
import org.jzfof.output.Transaction;
import org.jzfof.pipeline.slices.SliceStore;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.threads.BackgroundThreads;
import org.jzfof.threads.Parallel;

/**
 * The files that a run writes; they receive their final names together. Rank 0 creates the layout,
 * and all ranks write the contents.
 */
final class RunFiles implements AutoCloseable {
  /** The files with the particles are larger than the catalogue; both wait for the system. */
  private static final int PARTICLES_TO_CATALOGUE = 4;

  private final Communicator comm;
  private final boolean overwrite;
  private final Path output;
  private final CatalogueWriter catalogue;
  private final Optional<CatalogueWriter> subhaloes; // in a separate file
  private final MembershipWriter membership;
  private final ReorderedSnapshot reordered;
  private final OptionalOffsets offsets;
  private final List<Path> inputs;
  private final List<Path> all; // files that any run on the snapshot writes to this folder
  private List<Path> stale = List.of(); // on rank 0
  private Transaction transaction; // on rank 0, from its beginning until the catalogue owns it
  private CompletableFuture<Optional<String>> started; // writing of the catalogue; null before it

  RunFiles(RunOptions options, SnapshotHeader snapshot, Communicator comm) {
    this.comm = comm;
    this.overwrite = options.output().overwrite();
    this.inputs = options.execution().inputs(snapshot.files());
    String number = OutputNumber.of(snapshot.pieces().get(0).file(), options.output());
    Path folder = options.outputDir();
    boolean swift = options.output().format() == CatalogueFormat.SWIFT;
    this.output = CatalogueWriter.output(folder, number);
    this.catalogue = CatalogueWriter.of(options.output(), folder, number);
    this.subhaloes =
        CatalogueWriter.ofSubhaloes(options.output().format(), folder, number)
            .filter(writer -> options.subhaloes().wanted());
    this.membership =
        options.output().membership()
            ? new MembershipWriter(folder, number, swift, options.ids())
            : null;
    ReorderedSnapshot ordered =
        new ReorderedSnapshot(folder, number, options.output(), snapshot, comm);
    this.reordered = options.output().reorder() ? ordered : null;
    this.offsets = new OptionalOffsets(options, number, snapshot);
    this.all = new ArrayList<>();
    for (CatalogueFormat format : CatalogueFormat.values()) {
      CatalogueWriter writer =
          CatalogueWriter.of(OutputOptions.catalogue(format, 1), folder, number);
      all.addAll(writer.files());
      all.addAll(writer.older());
      CatalogueWriter.ofSubhaloes(format, folder, number)
          .ifPresent(other -> all.addAll(other.files()));
    }
    all.add(new MembershipWriter(folder, number, swift, options.ids()).product().file());
    all.addAll(ordered.older());
  }

  /**
   * Checks, without writing anything, that all files can be written and that no files of other
   * programs would be replaced; every rank calls it.
   */
  void check(CatalogueInfo info) {
    catalogue.check(info);
    subhaloes.ifPresent(writer -> writer.check(info));
    if (membership != null) {
      membership.check();
    }
    if (reordered != null) {
      reordered.check();
    }
    SharedCheck.run(comm, () -> checkExisting(new Replacement(info.run().provenance(), overwrite)));
  }

  private void checkExisting(Replacement replacement) {
    List<Path> targets = products().stream().map(OutputFile::file).toList();
    targets.forEach(file -> OutputFiles.requireNoInput(file, inputs));
    offsets.path().ifPresent(all::add);
    replacement.requireFree(targets);
    replacement.requireUnmixed(difference(catalogue.older(), targets));
    if (reordered != null) {
      replacement.requireUnmixed(difference(reordered.beside(), targets));
    }
    stale = replacement.stale(difference(all, targets));
    stale.forEach(file -> OutputFiles.requireNoInput(file, inputs)); // inputs are not removed
  }

  private static List<Path> difference(List<Path> files, List<Path> excluded) {
    return files.stream().filter(file -> !excluded.contains(file)).distinct().toList();
  }

  /** Returns all files, the catalogue first. */
  List<OutputFile> products() {
    List<OutputFile> written = new ArrayList<>(catalogue.products());
    subhaloes.ifPresent(writer -> written.addAll(writer.products()));
    if (membership != null) {
      written.add(membership.product());
    }
    if (reordered != null) {
      written.addAll(reordered.products());
    }
    offsets.product().ifPresent(written::add);
    return written;
  }

  /** Returns whether the group of every particle is needed. */
  boolean needNumbers() {
    return membership != null || reordered != null;
  }

  /**
   * Returns the estimated bytes of the Java heap for particles that are written; every rank calls
   * it.
   */
  long heldBytes() {
    return reordered == null ? 0 : reordered.heldBytes();
  }

  /** Returns the first file of the catalogue. */
  Path catalogueFile() {
    return catalogue.files().get(0);
  }

  /** Returns the slices of a light cone that are finished before the catalogue. */
  SliceStore slices(CatalogueInfo info) {
    return SliceStore.of(
        output.resolveSibling("slices"),
        info.run().version()
            + " "
            + info.run().provenance().result()
            + (membership == null ? "" : " labels"),
        info.snapshot().files(),
        comm);
  }

  /** Returns all files but those of the catalogue. */
  List<Path> otherFiles() {
    return products().stream().skip(catalogue.products().size()).map(OutputFile::file).toList();
  }

  /** Completes or reverts a replacement of these files that a killed process has begun. */
  void recover() {
    Transaction.recover(output);
  }

  /** Locks the output against other processes; every rank calls it. */
  void begin() {
    if (comm.rank() == 0) {
      List<Path> files = new ArrayList<>(catalogue.files());
      files.addAll(otherFiles());
      transaction = Transaction.begin(output, files);
    }
  }

  /**
   * Starts to write the catalogue beside the files with the particles, which another thread writes;
   * several ranks write together, one file after the other.
   */
  void startCatalogue(CatalogueInfo info, GroupCatalogue groups) {
    if (comm.size() == 1 && needNumbers()) {
      int threads = Math.max(1, Parallel.threads() / PARTICLES_TO_CATALOGUE);
      Transaction of = transaction;
      started =
          CompletableFuture.supplyAsync(
              () -> Parallel.with(threads, () -> writeColumns(of, info, groups)),
              work -> BackgroundThreads.thread("write catalogue", work).start());
    }
  }

  /** Writes the catalogue without giving it its name; returns a remark, if there is one. */
  private Optional<String> writeColumns(Transaction to, CatalogueInfo info, GroupCatalogue groups) {
    List<GroupLayout> layouts = new ArrayList<>(List.of(catalogue));
    subhaloes.ifPresent(layouts::add);
    offsets.layout(comm).ifPresent(layouts::add);
    return CollectiveCatalogue.write(comm, to, info, groups, catalogue.files().size(), layouts);
  }

  /** Writes the group of every particle, if requested; every rank calls it. */
  void writeMembership(CatalogueInfo info, ParticleGroups numbers) {
    if (membership != null) {
      membership.write(comm, transaction, catalogue.stated(info), numbers);
    }
  }

  /** Writes the snapshot in group order, if requested; every rank calls it. */
  void writeReordered(
      CatalogueInfo info, GroupCatalogue groups, ParticleGroups numbers, GroupKernels kernels) {
    if (reordered != null) {
      reordered.write(transaction, info.run().provenance(), groups, numbers, kernels);
    }
  }

  /**
   * Returns the function that writes the catalogue and then gives all files their final names; it
   * returns remarks for the user about the files. Every rank calls it after all other files are
   * written. With a single rank, any thread may call it.
   */
  Function<GroupCatalogue, List<String>> catalogueWriter(CatalogueInfo info) {
    Transaction catalogueTransaction = transaction;
    transaction = null;
    return groups -> {
      try (catalogueTransaction) { // null except on rank 0
        Optional<String> unseen =
            started == null
                ? writeColumns(catalogueTransaction, info, groups)
                : BackgroundThreads.join(started);
        List<String> remarks = new ArrayList<>();
        if (catalogueTransaction != null) {
          unseen.ifPresent(remarks::add);
          remarks.addAll(commit(catalogueTransaction));
        }
        return remarks;
      }
    };
  }

  /** Returns the function of {@link #catalogueWriter(CatalogueInfo)}, which then removes slices. */
  Function<GroupCatalogue, List<String>> catalogueWriter(CatalogueInfo info, SliceStore slices) {
    return catalogueWriter(info)
        .andThen(
            remarks -> {
              if (comm.rank() == 0) {
                slices.remove();
              }
              return remarks;
            });
  }

  private List<String> commit(Transaction catalogueTransaction) {
    List<Path> older = new ArrayList<>(catalogue.older());
    if (reordered != null) {
      older.addAll(reordered.older());
    }
    older.addAll(stale);
    catalogueTransaction.commit(older);
    List<String> remarks = new ArrayList<>(catalogueTransaction.warnings());
    offsets.remark().ifPresent(remarks::add);
    stale.forEach(file -> remarks.add(file + " was made with other options and is removed"));
    return remarks;
  }

  /** Removes the written files, unless {@link #catalogueWriter} has taken them over. */
  @Override
  public void close() {
    if (started != null) {
      BackgroundThreads.awaitEnd(started);
    }
    if (transaction != null) {
      transaction.close();
      transaction = null;
    }
  }
}
