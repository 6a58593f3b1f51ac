package org.jzfof.export;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jzfof.hdf5.library.Hdf5Type;

/**
 * A binary table of FITS (FITS standard 4.0, section 7.3). Unsigned integers are stored with an
 * offset, as the standard provides. The number of rows is written at the end.
 */
final class FitsTable implements TableWriter {
  private static final int MATRIX = 9;
  private static final int BUFFER = 1 << 20;
  private static final int INT_SIGN = 1 << 31;

  private final TableContent content;
  private final FileChannel out;
  private final ByteBuffer buffer;
  private final int rowBytes;
  private long rows;

  private FitsTable(TableContent content, FileChannel out, int rowBytes) {
    this.content = content;
    this.out = out;
    this.rowBytes = rowBytes;
    this.buffer = ByteBuffer.allocate(Math.max(BUFFER, rowBytes));
  }

  /** Begins a table. */
  static FitsTable create(Path file, TableContent content) throws IOException {
    int bytes = content.columns().stream().mapToInt(c -> c.width() * bytes(c.type())).sum();
    FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    FitsTable table = new FitsTable(content, out, bytes);
    table.writeAll(ByteBuffer.wrap(primary()));
    table.writeAll(ByteBuffer.wrap(table.header()));
    return table;
  }

  /** Returns the header of the first part of the file, which has no data. */
  private static byte[] primary() {
    return new FitsHeader()
        .flag("SIMPLE", true)
        .integer("BITPIX", "8", "")
        .integer("NAXIS", "0", "")
        .flag("EXTEND", true)
        .bytes();
  }

  private byte[] header() {
    FitsHeader header =
        new FitsHeader()
            .text("XTENSION", "BINTABLE", "binary table")
            .integer("BITPIX", "8", "")
            .integer("NAXIS", "2", "")
            .integer("NAXIS1", Integer.toString(rowBytes), "bytes of a row")
            .integer("NAXIS2", Long.toString(rows), "rows")
            .integer("PCOUNT", "0", "")
            .integer("GCOUNT", "1", "")
            .integer("TFIELDS", Integer.toString(content.columns().size()), "columns")
            .text("EXTNAME", content.name(), "");
    for (int c = 0; c < content.columns().size(); c++) {
      describe(header, content.columns().get(c), c + 1);
    }
    for (HeaderEntry entry : content.header()) {
      add(header, entry);
    }
    return header.bytes();
  }

  private static void describe(FitsHeader header, TableColumn column, int number) {
    header.text("TTYPE" + number, column.name(), "");
    header.text("TFORM" + number, form(column), "");
    if (column.width() == MATRIX) {
      header.text("TDIM" + number, "(3,3)", "");
    }
    if (column.type() == Hdf5Type.UINT32 || column.type() == Hdf5Type.UINT64) {
      String offset = column.type() == Hdf5Type.UINT32 ? "2147483648" : "9223372036854775808";
      header.integer("TSCAL" + number, "1", "");
      header.integer("TZERO" + number, offset, "offset of unsigned integers");
    }
    if (!column.unit().isEmpty()) {
      header.text("TUNIT" + number, column.unit(), "");
    }
    header.text("TCOMM" + number, column.description(), "");
  }

  private static String form(TableColumn column) {
    String letter =
        switch (column.type()) {
          case FLOAT32 -> "E";
          case FLOAT64 -> "D";
          case INT32, UINT32 -> "J";
          case INT64, UINT64 -> "K";
          default -> throw new IllegalStateException("FITS has no " + column.type());
        };
    return column.width() == 1 ? letter : column.width() + letter;
  }

  private static void add(FitsHeader header, HeaderEntry entry) {
    String unit = entry.unit().isEmpty() ? "" : "[" + entry.unit() + "] ";
    if (entry.keyword().equals("HISTORY")) {
      header.history(entry.value().toString());
    } else if (entry.value() instanceof Double number) {
      header.number(entry.keyword(), number, unit + entry.comment());
    } else if (entry.value() instanceof Long integer) {
      header.integer(entry.keyword(), integer.toString(), unit + entry.comment());
    } else {
      header.text(entry.keyword(), entry.value().toString(), entry.comment());
    }
  }

  private static int bytes(Hdf5Type type) {
    return switch (type) {
      case FLOAT32, INT32, UINT32 -> Integer.BYTES;
      default -> Long.BYTES;
    };
  }

  @Override
  public void write(List<Numbers> numbers, int[] written) throws IOException {
    for (int row : written) {
      if (buffer.remaining() < rowBytes) {
        flush();
      }
      for (int c = 0; c < numbers.size(); c++) {
        TableColumn column = content.columns().get(c);
        int width = column.width();
        for (int i = row * width; i < (row + 1) * width; i++) {
          put(column.type(), numbers.get(c), i);
        }
      }
    }
    rows += written.length;
  }

  private void put(Hdf5Type type, Numbers numbers, int index) {
    switch (type) {
      case FLOAT32 -> buffer.putFloat((float) numbers.reals()[index]);
      case FLOAT64 -> buffer.putDouble(numbers.reals()[index]);
      case INT32 -> buffer.putInt((int) numbers.integers()[index]);
      case UINT32 -> buffer.putInt((int) numbers.integers()[index] ^ INT_SIGN);
      case UINT64 -> buffer.putLong(numbers.integers()[index] ^ Long.MIN_VALUE);
      default -> buffer.putLong(numbers.integers()[index]);
    }
  }

  private void flush() throws IOException {
    buffer.flip();
    writeAll(buffer);
    buffer.clear();
  }

  private void writeAll(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
  }

  @Override
  public void finish() throws IOException {
    flush();
    long over = rows * rowBytes % FitsHeader.BLOCK;
    if (over > 0) {
      writeAll(ByteBuffer.allocate(FitsHeader.BLOCK - (int) over));
    }
    ByteBuffer header = ByteBuffer.wrap(header());
    out.position(primary().length);
    writeAll(header);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
