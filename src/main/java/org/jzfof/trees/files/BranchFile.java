package org.jzfof.trees.files;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.output.OutputFiles;
import org.jzfof.trees.links.LinkOrigin;
import org.jzfof.trees.merger.HaloProperty;
import org.jzfof.trees.merger.MergerTrees;

/**
 * Writes the main branches of all haloes of the last catalogue as a table, branch by branch, the
 * latest halo of each branch first.
 */
public final class BranchFile {
  private static final String TABLE = "/BranchTable";
  private static final String HALOES = "/BranchHalos";

  private final MergerTrees trees;
  private final LinkOrigin origin;
  private final MergerTrees.Branches branches;

  /**
   * @param origin must have the last catalogue
   */
  public BranchFile(MergerTrees trees, LinkOrigin origin) {
    this.trees = trees;
    this.origin = origin;
    this.branches = trees.mainBranches();
  }

  /**
   * Writes the file; no file of this name may exist.
   *
   * @param text whether the final name ends in .csv, for text with commas
   */
  public void write(Path file, boolean text) {
    if (text) {
      writeText(file);
    } else {
      writeHdf5(file);
    }
  }

  private void writeHdf5(Path file) {
    TreeFileWriter.write(
        file,
        origin,
        "main branches",
        w -> {
          w.count("Nbranches", branches.length().length);
          w.count("Nhalos", branches.rows().count());
          w.out().group(TABLE);
          w.write(TABLE + "/Length", Hdf5Type.INT32, branches.length());
          w.write(TABLE + "/StartOffset", Hdf5Type.INT64, starts());
          w.out().group(HALOES);
          new HaloTable(w, HALOES, branches.rows()).write(trees);
        });
  }

  private long[] starts() {
    long[] start = new long[branches.length().length];
    for (int b = 1; b < start.length; b++) {
      start[b] = start[b - 1] + branches.length()[b - 1];
    }
    return start;
  }

  /** One column of a text file, with its heading. */
  private record Column(String name, IntFunction<String> value) {}

  private void writeText(Path file) {
    List<Column> columns = columns();
    try (PrintWriter out =
        new PrintWriter(
            Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW))) {
      out.println("# " + origin.run().commandLine().replace('\n', ' '));
      // Another run recognises the file by this line.
      out.println("# " + origin.run().provenance().content());
      out.println(line(columns, Column::name));
      for (int row = 0; row < branches.rows().count(); row++) {
        int at = row;
        out.println(line(columns, column -> column.value.apply(at)));
      }
      if (out.checkError()) {
        throw new IOException("not all of it could be written");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    OutputFiles.sync(file);
  }

  private static String line(List<Column> columns, Function<Column, String> cell) {
    StringJoiner line = new StringJoiner(",");
    columns.forEach(column -> line.add(cell.apply(column)));
    return line.toString();
  }

  private List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    int[] branch = new int[branches.rows().count()];
    int row = 0;
    for (int b = 0; b < branches.length().length; b++) {
      for (int i = 0; i < branches.length()[b]; i++) {
        branch[row++] = b;
      }
    }
    columns.add(new Column("Branch", i -> String.valueOf(branch[i])));
    add(columns, "TreeID", trees.trees().tree());
    add(columns, "TreeIndex", trees.trees().index());
    int[] snapshot = branches.rows().of(HaloTable.snapshots(trees));
    double[] redshift = trees.outputs().byNumber(trees.outputs().redshift());
    columns.add(new Column("SnapNum", i -> String.valueOf(snapshot[i])));
    columns.add(new Column("Redshift", i -> String.valueOf(redshift[snapshot[i]])));
    add(columns, "SubhaloNr", HaloTable.numbers(trees.links()));
    trees.properties().forEach(property -> add(columns, property));
    return columns;
  }

  private void add(List<Column> columns, String name, int... values) {
    int[] ordered = branches.rows().of(values);
    columns.add(new Column(name, i -> String.valueOf(ordered[i])));
  }

  private void add(List<Column> columns, HaloProperty property) {
    int width = property.columns();
    double[] reals = property.reals() == null ? null : branches.rows().reals(property);
    long[] integers = reals == null ? branches.rows().integers(property) : null;
    for (int c = 0; c < width; c++) {
      int column = c;
      String name = property.name() + (width == 1 ? "" : "_" + c);
      columns.add(
          new Column(
              name,
              i ->
                  reals == null
                      ? text(property.type(), integers[i * width + column])
                      : text(property.type(), reals[i * width + column])));
    }
  }

  private static String text(Hdf5Type type, double value) {
    return type == Hdf5Type.FLOAT32 ? String.valueOf((float) value) : String.valueOf(value);
  }

  private static String text(Hdf5Type type, long value) {
    return type == Hdf5Type.UINT64 ? Long.toUnsignedString(value) : String.valueOf(value);
  }
}
