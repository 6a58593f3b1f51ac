package org.jzfof.trees.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jzfof.output.OutputFiles;
import org.jzfof.trees.merger.HaloProperty;
import org.jzfof.trees.merger.HaloRows;
import org.jzfof.trees.merger.MergerTrees;

/**
 * The binary file of merger trees of LHaloTree (Springel et al. 2005), as of the Millennium
 * simulation, which L-Galaxies and SAGE read: numbers of trees and of haloes, the number of haloes
 * of each tree, then 104 bytes for each halo, all little-endian. The file has no place for units
 * and provenance.
 */
public final class LHaloTreeBinary {
  /** Type of the values of a field. */
  private enum Kind {
    INTEGER(Integer.BYTES),
    REAL(Float.BYTES),
    ID(Long.BYTES);

    private final int bytes;

    Kind(int bytes) {
      this.bytes = bytes;
    }
  }

  /**
   * A field of a halo.
   *
   * @param source name of the property in {@link LHaloTreeFields}
   * @param optional whether the field is 0 if the catalogues lack the column
   */
  private record Field(String name, String source, Kind kind, int values, boolean optional) {
    static Field integer(String name, String source) {
      return new Field(name, source, Kind.INTEGER, 1, false);
    }

    static Field real(String name, String source, int values) {
      return new Field(name, source, Kind.REAL, values, false);
    }

    static Field optional(String name, String source) {
      return new Field(name, source, Kind.REAL, 1, true);
    }

    int bytes() {
      return kind.bytes * values;
    }
  }

  /** The fields of a halo, in their order. */
  private static final List<Field> FIELDS =
      List.of(
          Field.integer("Descendant", "Descendant"),
          Field.integer("FirstProgenitor", "FirstProgenitor"),
          Field.integer("NextProgenitor", "NextProgenitor"),
          Field.integer("FirstHaloInFOFgroup", "FirstHaloInFOFGroup"),
          Field.integer("NextHaloInFOFgroup", "NextHaloInFOFGroup"),
          Field.integer("Len", "SubhaloLen"),
          Field.optional("M_Mean200", "Group_M_Mean200"),
          Field.real("M_Crit200", "Group_M_Crit200", 1),
          Field.optional("M_TopHat", "Group_M_TopHat200"),
          Field.real("Pos", "SubhaloPos", 3),
          Field.real("Vel", "SubhaloVel", 3),
          Field.optional("VelDisp", "SubhaloVelDisp"),
          Field.real("Vmax", "SubhaloVMax", 1),
          Field.real("Spin", "SubhaloSpin", 3),
          new Field("MostBoundID", "SubhaloIDMostBound", Kind.ID, 1, false),
          Field.integer("SnapNum", "SnapNum"),
          Field.integer("FileNr", "FileNr"),
          Field.integer("SubhaloIndex", "SubhaloNumber"),
          Field.optional("SubHalfMass", "SubhaloHalfmassRad"));

  private static final int HALO = FIELDS.stream().mapToInt(Field::bytes).sum();

  private final MergerTrees trees;
  private final Map<String, HaloProperty> sources;

  public LHaloTreeBinary(MergerTrees trees) {
    this.trees = trees;
    this.sources =
        LHaloTreeFields.of(trees).stream()
            .collect(Collectors.toMap(HaloProperty::name, Function.identity()));
  }

  /**
   * Path of the file.
   *
   * @param number number of the last snapshot as in names of files
   */
  public static Path in(Path folder, String number) {
    return folder.resolve("trees_" + number + ".0");
  }

  /** Returns the fields that need a column which the catalogues lack, with that column. */
  public List<String> missing(boolean optional) {
    return FIELDS.stream()
        .filter(field -> field.optional == optional && !sources.containsKey(field.source))
        .map(field -> optional ? field.name : field.source)
        .toList();
  }

  /** Writes the file; no file of this name may exist. */
  public void write(Path file) {
    write(file, LHaloTreeFields.block(trees.haloes(), HALO));
  }

  /**
   * Writes the file.
   *
   * @param block number of haloes of which all fields are in memory
   */
  void write(Path file, int block) {
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
      int[] length = trees.trees().length();
      ByteBuffer header = bytes(Integer.BYTES * (2 + length.length));
      header.putInt(length.length).putInt(trees.haloes());
      for (int haloes : length) {
        header.putInt(haloes);
      }
      writeAll(out, header.flip());
      HaloRows rows = new HaloRows(trees.links(), trees.trees().rows(), trees.haloes());
      for (int from = 0; from < rows.count(); from += block) {
        writeAll(out, haloes(rows.range(from, Math.min(block, rows.count() - from))));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    OutputFiles.sync(file);
  }

  private static ByteBuffer bytes(int count) {
    return ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void writeAll(FileChannel out, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
  }

  private ByteBuffer haloes(HaloRows rows) {
    ByteBuffer bytes = bytes(rows.count() * HALO);
    int offset = 0;
    for (Field field : FIELDS) {
      if (sources.containsKey(field.source)) {
        put(bytes, offset, field, rows);
      }
      offset += field.bytes();
    }
    return bytes;
  }

  private void put(ByteBuffer bytes, int offset, Field field, HaloRows rows) {
    HaloProperty source = sources.get(field.source);
    double[] reals = field.kind == Kind.REAL ? rows.reals(source) : null;
    long[] integers = reals == null ? rows.integers(source) : null;
    for (int i = 0; i < rows.count() * field.values; i++) {
      int at = i / field.values * HALO + offset + i % field.values * field.kind.bytes;
      switch (field.kind) {
        case INTEGER -> bytes.putInt(at, (int) integers[i]);
        case REAL -> bytes.putFloat(at, (float) reals[i]);
        case ID -> bytes.putLong(at, integers[i]);
      }
    }
  }
}
