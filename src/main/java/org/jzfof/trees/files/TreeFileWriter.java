package org.jzfof.trees.files;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jzfof.hdf5.Hdf5Copy;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.output.OutputFiles;
import org.jzfof.output.Provenance;
import org.jzfof.output.SnapshotAttributes;
import org.jzfof.trees.links.LinkOrigin;

/**
 * Writes the common parts of files of links and of trees: the header of Gadget-4, and the
 * provenance.
 */
public final class TreeFileWriter {
  public static final String HEADER = "/Header";
  public static final String LINKED_BY = "LinkedBy";

  private static final List<String> COPIED = List.of("/Config", "/Parameters");

  private final Hdf5Writer out;

  private TreeFileWriter(Hdf5Writer out) {
    this.out = out;
  }

  /**
   * Writes a file and flushes it to the disk; no file of this name may exist.
   *
   * @param content writer of the rest of the header, and the datasets
   */
  public static void write(
      Path file, LinkOrigin origin, String product, Consumer<TreeFileWriter> content) {
    writeWithoutHeader(
        file, origin.run().provenance(), product, w -> w.withHeader(origin, content));
  }

  /** Writes a file that has only the provenance and the content. */
  static void writeWithoutHeader(
      Path file, Provenance provenance, String product, Consumer<TreeFileWriter> content) {
    writeUnsealed(
        file,
        provenance,
        product,
        w -> {
          content.accept(w);
          Provenance.seal(w.out);
        });
  }

  /**
   * Writes a file without the fingerprint of its outline, which takes longer than the file itself
   * if that has thousands of groups. No run looks for it in files of trees.
   */
  static void writeUnsealed(
      Path file, Provenance provenance, String product, Consumer<TreeFileWriter> content) {
    try (Hdf5Writer out = Hdf5Writer.create(file)) {
      provenance.writeTo(out, product);
      content.accept(new TreeFileWriter(out));
    }
    OutputFiles.sync(file);
  }

  /** Writes the header and what the file has of its catalogue, and the content. */
  void withHeader(LinkOrigin origin, Consumer<TreeFileWriter> content) {
    try (Hdf5File catalogue = Hdf5File.open(origin.catalogue())) {
      COPIED.stream()
          .filter(catalogue::exists)
          .forEach(group -> Hdf5Copy.object(catalogue, out, group));
    }
    out.group(HEADER);
    out.attribute(HEADER, "NumFiles", Hdf5Type.INT32, 1);
    content.accept(this);
    out.attribute(HEADER, LINKED_BY, origin.linked());
    new SnapshotAttributes(out, HEADER).run(origin.run());
  }

  /** The open file. */
  public Hdf5Writer out() {
    return out;
  }

  /** Writes a number as that of this file and as that of all files, which are the same. */
  public void count(String objects, long count) {
    for (String scope : List.of("ThisFile", "Total")) {
      out.attribute(HEADER, objects + "_" + scope, Hdf5Type.UINT64, count);
    }
  }

  public void write(String path, Hdf5Type type, int[] values) {
    write(path, type, Arrays.stream(values).asLongStream().toArray());
  }

  public void write(String path, Hdf5Type type, long[] values) {
    write(path, type, 1, values);
  }

  void write(String path, double... values) {
    write(path, Hdf5Type.FLOAT64, 1, values);
  }

  void write(String path, Hdf5Type type, int columns, double... values) {
    int rows = values.length / columns;
    create(path, type, columns, rows);
    out.write(path, 0, rows, values);
  }

  void write(String path, Hdf5Type type, int columns, long... values) {
    int rows = values.length / columns;
    create(path, type, columns, rows);
    out.write(path, 0, rows, values);
  }

  /** Creates a dataset without writing its values. */
  void create(String path, Hdf5Type type, int columns, int rows) {
    out.dataset(path, type, columns == 1 ? new long[] {rows} : new long[] {rows, columns});
  }

  /** Returns the numbers 0, 1, ... count - 1. */
  public static long[] numbers(int count) {
    long[] numbers = new long[count];
    Arrays.setAll(numbers, i -> i);
    return numbers;
  }
}
