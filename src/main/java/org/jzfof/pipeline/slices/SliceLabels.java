package org.jzfof.pipeline.slices;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.catalogue.particles.GroupNumbers;

/**
 * The particles whose groups one rank stores for a slice: consecutive rows of each type, counted
 * over the files of the slice. The group is its number in the slice, as I32 type by type.
 */
record SliceLabels(List<OfType> types) {
  private static final int BLOCK = 1 << 20;

  /** The rows of a type. */
  record OfType(int type, RowRange rows) {}

  /** Returns the rows of numbers that are to be stored; none for null. */
  static SliceLabels of(GroupNumbers numbers) {
    List<OfType> types = new ArrayList<>();
    for (int type : numbers == null ? new int[0] : numbers.types()) {
      types.add(new OfType(type, numbers.rows(type)));
    }
    return new SliceLabels(types);
  }

  /** Returns a description as text. */
  String text() {
    return types.stream()
        .map(of -> of.type + " " + of.rows.first() + " " + of.rows.count())
        .collect(Collectors.joining(","));
  }

  /** Reads a description. */
  static SliceLabels parse(String text) {
    return new SliceLabels(
        Arrays.stream(text.split(","))
            .filter(words -> !words.isEmpty())
            .map(words -> words.split(" "))
            .map(
                word ->
                    new OfType(
                        Integer.parseInt(word[0]),
                        new RowRange(Long.parseLong(word[1]), Long.parseLong(word[2]))))
            .toList());
  }

  long bytes() {
    return Integer.BYTES * types.stream().mapToLong(of -> of.rows.count()).sum();
  }

  /** Returns the rows of a type; none if it has none. */
  RowRange rows(int type) {
    return types.stream()
        .filter(of -> of.type == type)
        .map(OfType::rows)
        .findFirst()
        .orElse(new RowRange(0, 0));
  }

  /** Returns the offset of the first label of a type, in bytes from the first of all. */
  long offset(int type) {
    return Integer.BYTES
        * types.stream().filter(of -> of.type < type).mapToLong(of -> of.rows.count()).sum();
  }

  /** Passes the numbers of these rows as bytes to a receiver. */
  void write(GroupNumbers numbers, Consumer<ByteBuffer> receiver) {
    int[] block = new int[BLOCK];
    for (OfType of : types) {
      for (long row = of.rows.first(); row < of.rows.end(); row += BLOCK) {
        int count = (int) Math.min(BLOCK, of.rows.end() - row);
        numbers.read(of.type, row, count, block);
        ByteBuffer bytes =
            ByteBuffer.allocate(Integer.BYTES * count).order(ByteOrder.nativeOrder());
        bytes.asIntBuffer().put(block, 0, count);
        receiver.accept(bytes);
      }
    }
  }
}
