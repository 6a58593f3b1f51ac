package org.jzfof.trees.files;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jzfof.catalogue.layout.OutputFile;
import org.jzfof.catalogue.particles.OffsetsFile;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.catalogue.stored.StoredTable;
import org.jzfof.comm.ArrayParts;
import org.jzfof.error.OutputException;
import org.jzfof.hdf5.Hdf5Copy;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.output.ExistingFile;
import org.jzfof.output.ExistingFile.Origin;
import org.jzfof.output.OutputFiles;
import org.jzfof.output.Provenance;
import org.jzfof.output.Replacement;
import org.jzfof.trees.merger.HaloProperty;

/**
 * The offsets file of a catalogue, by which illustris_python finds its subhaloes in trees. {@code
 * jzfof run --reorder} writes the same file, with the rows of particles: trees keep what is in it,
 * and add a group of datasets.
 */
public final class TreeOffsets {
  private final OutputFile product;
  private final StoredCatalogue catalogue;
  private final Provenance provenance;

  /**
   * @param folder output folder, which has the catalogues
   * @param number number of the snapshot as in names of files
   * @param trees provenance of the trees
   */
  public TreeOffsets(Path folder, String number, StoredCatalogue catalogue, Provenance trees) {
    this.product = OffsetsFile.product(folder, number);
    this.catalogue = catalogue;
    this.provenance = ofSnapshot(catalogue, trees);
  }

  /**
   * Returns the provenance of a new file: that of the trees, but of the same snapshot as the
   * catalogue, so that a later run on the snapshot can replace the file.
   */
  private static Provenance ofSnapshot(StoredCatalogue catalogue, Provenance trees) {
    try (Hdf5File f = Hdf5File.open(catalogue.files().get(0))) {
      return Provenance.in(f)
          .map(of -> new Provenance(of.snapshot(), of.content(), trees.result()))
          .orElse(trees);
    }
  }

  public Path file() {
    return product.file();
  }

  /**
   * Checks, without writing anything, that the file can be written.
   *
   * @throws OutputException if the file is another one that must be kept
   */
  public void check(boolean overwrite) {
    OutputFiles.check(file());
    if (!overwrite && ExistingFile.isOther(file(), product.name())) {
      throw new OutputException(
          "%s belongs to another output folder: give each simulation a folder of its own, such as -o SIMULATION/output; --overwrite would give the file up"
              .formatted(file()));
    }
    new Replacement(provenance, overwrite).requireFree(List.of(file()));
  }

  /**
   * Writes the file under another name.
   *
   * @param group name of the group of datasets
   * @param places what the datasets say of each subhalo
   * @param output index of the catalogue in the series
   */
  public void write(Path part, String group, List<HaloProperty> places, int output) {
    if (hasOffsets()) {
      try (Hdf5File existing = Hdf5File.open(file())) {
        Provenance of = Provenance.in(existing).orElse(provenance);
        write(part, of, w -> copy(existing, w.out(), group), group, places, output);
      }
    } else {
      write(part, provenance, this::begin, group, places, output);
    }
  }

  /** Returns whether there is a file of this catalogue, whose content stays. */
  private boolean hasOffsets() {
    return ExistingFile.at(file(), provenance).origin() == Origin.SNAPSHOT
        && !ExistingFile.isOther(file(), product.name());
  }

  private void write(
      Path part,
      Provenance of,
      Consumer<TreeFileWriter> before,
      String group,
      List<HaloProperty> places,
      int output) {
    String path = OffsetsFile.SUBHALO + "/" + group;
    TreeFileWriter.writeWithoutHeader(
        part,
        of,
        product.name(),
        w -> {
          before.accept(w);
          w.out().group(path);
          for (HaloProperty place : places) {
            w.write(path + "/" + place.name(), place.type(), place.integers().apply(output));
          }
        });
  }

  private static void copy(Hdf5File from, Hdf5Writer to, String without) {
    from.children("/").stream()
        .map(name -> "/" + name)
        .filter(path -> !path.equals(OffsetsFile.SUBHALO))
        .forEach(path -> Hdf5Copy.object(from, to, path));
    to.group(OffsetsFile.SUBHALO);
    if (from.exists(OffsetsFile.SUBHALO)) {
      from.children(OffsetsFile.SUBHALO).stream()
          .filter(name -> !name.equals(without))
          .forEach(name -> Hdf5Copy.object(from, to, OffsetsFile.SUBHALO + "/" + name));
    }
  }

  private void begin(TreeFileWriter w) {
    OffsetsFile.writeFirst(
        w.out(), firstRows(catalogue.groupTable()), firstRows(catalogue.subhaloTable()));
    w.out().group(OffsetsFile.SUBHALO);
  }

  private static long[] firstRows(StoredTable table) {
    int[] rows = table.rowsOfFiles();
    return Arrays.copyOf(ArrayParts.offsets(rows.length, file -> rows[file]), rows.length);
  }
}
