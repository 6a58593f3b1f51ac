package org.jzfof.cli.serve;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jzfof.snapshot.PositionSource;
import org.jzfof.snapshot.positions.RawColumn;
import org.jzfof.snapshot.positions.RawPositions;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A raw file with the type of its numbers, such as f8:FILE, or memory of a process, such as
 * f8:/proc/PID/mem@ADDRESS+BYTES.
 *
 * @param address of the first number, or {@link #WHOLE_FILE}
 * @param bytes length of the array; of no meaning for a file
 */
record ArrayName(Path file, boolean isDouble, long address, long bytes) {
  private static final long WHOLE_FILE = -1;
  private static final Pattern MEMORY = Pattern.compile("(/proc/\\d+/mem)@(\\d+)\\+(\\d+)");

  /** Reads one from the command line. */
  static final class Converter implements ITypeConverter<ArrayName> {
    @Override
    public ArrayName convert(String text) {
      if (!text.matches("(?s)f[48]:.+")) {
        throw new TypeConversionException("'" + text + "' is no array: give f4:FILE or f8:FILE");
      }
      String name = text.substring(3);
      boolean isDouble = text.charAt(1) == '8';
      Matcher memory = MEMORY.matcher(name);
      return memory.matches()
          ? new ArrayName(
              Path.of(memory.group(1)),
              isDouble,
              Long.parseLong(memory.group(2)),
              Long.parseLong(memory.group(3)))
          : new ArrayName(Path.of(name), isDouble, WHOLE_FILE, 0);
    }
  }

  private RawColumn open(String name, int width) {
    return address == WHOLE_FILE
        ? RawColumn.open(file, name, isDouble, width)
        : RawColumn.inMemory(file, address, bytes, name, isDouble, width);
  }

  /**
   * Opens positions.
   *
   * @param array name of an array, or null
   * @param name what messages call it
   * @return null for null
   */
  static PositionSource positions(ArrayName array, String name) {
    return array == null ? null : new RawPositions(array.open(name, 3));
  }

  /** Opens an array of one number per row, as {@link #positions}. */
  static RawColumn numbers(ArrayName array, String name) {
    return array == null ? null : array.open(name, 1);
  }
}
