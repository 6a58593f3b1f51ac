package org.jzfof.output;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A hash of a sequence of texts or bytes; the hash depends on the boundaries between them. */
public final class Sha256 {
  private final MessageDigest digest;

  /** Creates the hash of an empty sequence. */
  public Sha256() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) { // SHA-256 exists on every Java platform
      throw new IllegalStateException(e);
    }
  }

  /** Adds the number of bytes and the bytes. */
  public Sha256 add(byte[] bytes) {
    digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
    digest.update(bytes);
    return this;
  }

  /** Adds a text. */
  public Sha256 add(String text) {
    return add(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the hash as 32 bytes; nothing can be added afterwards. */
  public byte[] bytes() {
    return digest.digest();
  }

  /** Returns the hash as 64 hexadecimal digits; nothing can be added afterwards. */
  public String hex() {
    return HexFormat.of().formatHex(bytes());
  }
}
