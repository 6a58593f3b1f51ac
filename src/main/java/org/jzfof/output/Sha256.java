package org.jzfof.output;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A hash of a sequence of texts or bytes; the boundaries between them count. */
public final class Sha256 {
  private final MessageDigest digest;

  /** Of nothing yet. */
  public Sha256() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) { // every Java platform has it
      throw new IllegalStateException(e);
    }
  }

  /** Adds bytes and how many they are. */
  public Sha256 add(byte[] bytes) {
    digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
    digest.update(bytes);
    return this;
  }

  /** Adds a text. */
  public Sha256 add(String text) {
    return add(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The hash as 32 bytes; nothing can be added any more. */
  public byte[] bytes() {
    return digest.digest();
  }

  /** The hash as 64 hexadecimal digits; nothing can be added any more. */
  public String hex() {
    return HexFormat.of().formatHex(bytes());
  }
}
