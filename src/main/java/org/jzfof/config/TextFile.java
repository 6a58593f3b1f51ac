package org.jzfof.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads texts that users write by hand or pass through a pipe. */
public final class TextFile {
  private static final String BYTE_ORDER_MARK = "\ufeff";

  private TextFile() {}

  /**
   * Reads a complete text in UTF-8, without a byte order mark. The file may be a pipe.
   *
   * @param maxBytes maximum size of the file in bytes
   * @throws IOException if the file cannot be read, has more bytes, or is no text
   */
  public static String read(Path file, int maxBytes) throws IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(maxBytes + 1);
    }
    if (bytes.length > maxBytes) {
      throw new FileSystemException(
          file.toString(), null, "it has more than " + (maxBytes >> 10) + " KiB");
    }
    String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
  }
}
