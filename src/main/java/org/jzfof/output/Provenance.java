package org.jzfof.output;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.jzfof.error.SnapshotException;
import org.jzfof.error.SystemFault;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.Hdf5Outline;
import org.jzfof.hdf5.Hdf5Writer;

/**
 * The origin of a file of jzfof, stored in the attributes of its root.
 *
 * @param snapshot path of the first file of the snapshot, without links
 * @param content fingerprint of the snapshot, independent of its path
 * @param result fingerprint of all that the results depend on: snapshot, options, and version of
 *     the format
 */
public record Provenance(Path snapshot, String content, String result) {
  /**
   * Version of the format, to be raised when the same options on the same snapshot give different
   * files.
   */
  private static final int FORMAT = 3;

  static final String ROOT = "/";

  /** Attribute of the root with the product name of a file. */
  public static final String PRODUCT = "JzfofProduct";

  static final String SNAPSHOT = "JzfofSnapshot";
  static final String CONTENT = "JzfofSnapshotFingerprint";
  static final String RESULT = "JzfofFingerprint";
  private static final String SEAL = "JzfofOutlineFingerprint";

  /**
   * Returns the provenance of the results of one run.
   *
   * @param firstFile first file of the snapshot
   * @param content fingerprint of the snapshot
   * @param options all options that the results depend on
   */
  public static Provenance of(Path firstFile, String content, String options) {
    try {
      String result = new Sha256().add("format " + FORMAT).add(content).add(options).hex();
      return new Provenance(firstFile.toRealPath(), content, result);
    } catch (IOException e) {
      throw new SnapshotException(
          "cannot find %s again (%s): leave the snapshot in place during a run"
              .formatted(firstFile, SystemFault.cause(e)),
          e);
    }
  }

  /**
   * Writes the provenance into a new file before anything else: it is then near the beginning, and
   * readable even in a damaged file.
   *
   * @param product product name of the file, such as "catalogue 0 of 2"
   */
  public void writeTo(Hdf5Writer out, String product) {
    out.attribute(ROOT, CONTENT, content);
    out.attribute(ROOT, RESULT, result);
    out.attribute(ROOT, PRODUCT, product);
    out.attribute(ROOT, SNAPSHOT, snapshot.toString());
  }

  /**
   * Writes a fingerprint of the complete file except the values of its datasets; called at the end.
   */
  public static void seal(Hdf5Writer out) {
    Sha256 sha = new Sha256();
    Hdf5Outline.of(out, SEAL, sha::add);
    out.attribute(ROOT, SEAL, sha.hex());
  }

  /** Returns the provenance of a file; empty for files of other programs. */
  public static Optional<Provenance> in(Hdf5File file) {
    return Stream.of(SNAPSHOT, CONTENT, RESULT).allMatch(name -> file.hasAttribute(ROOT, name))
        ? Optional.of(
            new Provenance(
                Path.of(file.text(ROOT, SNAPSHOT)),
                file.text(ROOT, CONTENT),
                file.text(ROOT, RESULT)))
        : Optional.empty();
  }

  /** Returns the fingerprint of the input of a file; empty for files of other programs. */
  public static Optional<String> contentOf(Hdf5File file) {
    return file.hasAttribute(ROOT, CONTENT)
        ? Optional.of(file.text(ROOT, CONTENT))
        : Optional.empty();
  }

  /** Returns whether a file is this product of the run, and unchanged since it was completed. */
  boolean isOf(Hdf5File file, String product) {
    return has(file, RESULT, result) && has(file, PRODUCT, product) && isSealed(file);
  }

  /** Returns whether a file is this product of any run, according to its attributes. */
  public static boolean isProduct(Hdf5File file, String product) {
    return has(file, PRODUCT, product);
  }

  private static boolean isSealed(Hdf5File file) {
    Sha256 sha = new Sha256();
    Hdf5Outline.of(file, SEAL, sha::add);
    return has(file, SEAL, sha.hex());
  }

  static boolean has(Hdf5File file, String name, String value) {
    return file.hasAttribute(ROOT, name) && file.text(ROOT, name).equals(value);
  }
}
