package org.jzfof.trees;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;
import org.jzfof.catalogue.particles.OffsetsFile;
import org.jzfof.config.catalogues.TreeFormat;
import org.jzfof.config.catalogues.TreeOptions;
import org.jzfof.config.catalogues.TreeOptions.Branches;
import org.jzfof.output.OutputFiles;
import org.jzfof.output.Provenance;
import org.jzfof.output.Replacement;
import org.jzfof.output.RunRecord;
import org.jzfof.output.Transaction;
import org.jzfof.trees.CatalogueSeries.Output;
import org.jzfof.trees.files.BranchFile;
import org.jzfof.trees.files.LHaloTreeBinary;
import org.jzfof.trees.files.LHaloTreeFile;
import org.jzfof.trees.files.SubLinkFile;
import org.jzfof.trees.files.TreeFiles;
import org.jzfof.trees.files.TreeOffsets;
import org.jzfof.trees.links.LinkOrigin;
import org.jzfof.trees.merger.HaloProperty;
import org.jzfof.trees.merger.MergerTrees;

/** The files of trees in a format: whether they may be written, and writing them together. */
final class TreeOutput {
  private final TreeOptions options;
  private final CatalogueSeries series;
  private final Provenance provenance;
  private final String version;
  private final List<TreeOffsets> offsets;
  private final List<Path> files;

  TreeOutput(TreeOptions options, CatalogueSeries series, Provenance provenance, String version) {
    this.options = options;
    this.series = series;
    this.provenance = provenance;
    this.version = version;
    this.offsets =
        options.format().isBesideFolder()
            ? series.outputs().stream().map(this::offsets).toList()
            : List.of();
    this.files = new ArrayList<>();
    files.add(ofTrees());
    files.addAll(beside());
  }

  private TreeOffsets offsets(Output output) {
    return new TreeOffsets(options.folder(), output.text(), output.catalogue(), provenance);
  }

  /** Returns the file of the trees. */
  private Path ofTrees() {
    Path folder = options.folder();
    Path postprocessing = OffsetsFile.postprocessing(folder);
    return switch (options.format()) {
      case GADGET -> TreeFiles.trees(folder);
      case SUBLINK -> SubLinkFile.in(postprocessing);
      case LHALOTREE -> LHaloTreeFile.in(postprocessing);
      case LHALOTREE_BINARY -> LHaloTreeBinary.in(folder, last().text());
    };
  }

  /** Returns the files that lead from each catalogue to the trees, and that of main branches. */
  private List<Path> beside() {
    List<Path> beside = new ArrayList<>(offsets.stream().map(TreeOffsets::file).toList());
    if (options.format() == TreeFormat.GADGET) {
      series
          .outputs()
          .forEach(output -> beside.add(TreeFiles.treeLinks(options.folder(), output.text())));
    }
    if (options.branches() != Branches.NONE) {
      String ending = options.branches().name().toLowerCase(Locale.ROOT);
      beside.add(options.folder().resolve("main_branches." + ending));
    }
    return beside;
  }

  private Output last() {
    return series.outputs().get(series.outputs().size() - 1);
  }

  /** Returns all files, that of the trees first. */
  List<Path> files() {
    return files;
  }

  /**
   * Checks, without writing anything, that the files can be written.
   *
   * @throws org.jzfof.error.OutputException if not
   */
  void check() {
    for (Path file : files) {
      OutputFiles.check(file);
      OutputFiles.requireNoInput(file, series.files());
      OutputFiles.requireNoInput(file, options.alsoRead());
      OutputFiles.requireNoInput(file, linkFiles());
    }
    offsets.forEach(file -> file.check(options.overwrite()));
    List<Path> own = new ArrayList<>(files);
    own.removeAll(offsets.stream().map(TreeOffsets::file).toList());
    new Replacement(provenance, options.overwrite()).requireFree(own);
  }

  private List<Path> linkFiles() {
    return series.outputs().stream()
        .flatMap(
            output ->
                Stream.of(
                    LinkFile.descendants(options.links(), output.text()),
                    LinkFile.progenitors(options.links(), output.text())))
        .filter(Files::exists)
        .toList();
  }

  /**
   * Writes all files. Formats that share offsets files share their lock.
   *
   * @param particleMass mass of a particle of dark matter, or NaN
   * @return warnings, complete sentences
   */
  List<String> write(MergerTrees trees, DoubleSupplier particleMass) {
    Path locked = offsets.isEmpty() ? files.get(0) : offsets.get(0).file();
    try (Transaction transaction = Transaction.begin(locked, files)) {
      transaction.write(files, parts -> write(trees, particleMass, parts));
      transaction.commit(List.of());
      return transaction.warnings();
    }
  }

  private void write(MergerTrees trees, DoubleSupplier particleMass, List<Path> parts) {
    LinkOrigin last = origin(last());
    Path first = parts.get(0);
    switch (options.format()) {
      case GADGET -> writeGadget(new TreeFiles(trees, last), parts);
      case SUBLINK -> {
        SubLinkFile file = new SubLinkFile(trees, last);
        file.write(first);
        writeOffsets("SubLink", file.offsets(), parts);
      }
      case LHALOTREE -> {
        LHaloTreeFile file = new LHaloTreeFile(trees, last, particleMass.getAsDouble());
        file.write(first);
        writeOffsets("LHaloTree", file.offsets(), parts);
      }
      case LHALOTREE_BINARY -> new LHaloTreeBinary(trees).write(first);
    }
    if (options.branches() != Branches.NONE) {
      new BranchFile(trees, last)
          .write(parts.get(parts.size() - 1), options.branches() == Branches.CSV);
    }
  }

  private void writeGadget(TreeFiles writer, List<Path> parts) {
    writer.writeTrees(parts.get(0));
    for (int i = 0; i < series.outputs().size(); i++) {
      writer.writeTreeLinks(parts.get(1 + i), i, origin(series.outputs().get(i)));
    }
  }

  private void writeOffsets(String group, List<HaloProperty> places, List<Path> parts) {
    for (int i = 0; i < offsets.size(); i++) {
      offsets.get(i).write(parts.get(1 + i), group, places, i);
    }
  }

  private LinkOrigin origin(Output output) {
    return new LinkOrigin(
        output.file(),
        series.subhaloes(),
        new RunRecord(version, options.commandLine(), provenance));
  }
}
