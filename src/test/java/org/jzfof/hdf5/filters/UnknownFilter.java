package org.jzfof.hdf5.filters;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Makes files that need a filter which no library here has. */
public final class UnknownFilter {
  private UnknownFilter() {}

  /** Turns the gzip filter of the first compressed dataset into number 32013, named "zfp". */
  public static void inPlaceOfGzip(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int name = find(bytes, "deflate\0".getBytes(StandardCharsets.US_ASCII));
    // A filter's description is: id, length of the name, flags, number of parameters, name.
    bytes[name - 8] = (byte) 32013;
    bytes[name - 7] = (byte) (32013 >> 8);
    System.arraycopy("zfp\0\0\0\0\0".getBytes(StandardCharsets.US_ASCII), 0, bytes, name, 8);
    Files.write(file, bytes);
  }

  public static int find(byte[] bytes, byte[] pattern) {
    for (int i = 0; i + pattern.length <= bytes.length; i++) {
      if (Arrays.equals(bytes, i, i + pattern.length, pattern, 0, pattern.length)) {
        return i;
      }
    }
    throw new IllegalArgumentException("pattern not found");
  }
}
