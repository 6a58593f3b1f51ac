package org.jzfof.output;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.jzfof.hdf5.Hdf5File;

/** Detects that a result of jzfof was made from another snapshot than the one it is used with. */
public final class SourceMismatch {
  private SourceMismatch() {}

  /**
   * Returns a sentence about the difference, if there is one. The snapshot may be the same in
   * another order, so that the difference is no error.
   *
   * @param result a file of jzfof, or of other programs, which do not state their source
   * @param snapshot first file of the snapshot
   * @param fingerprint supplies the fingerprint of the snapshot; called only if necessary, because
   *     it may have to open all files
   * @throws org.jzfof.hdf5.library.Hdf5Exception if a file cannot be read
   */
  public static Optional<String> remark(Path result, Path snapshot, Supplier<String> fingerprint) {
    String content = text(result, Provenance.CONTENT);
    String source = text(result, Provenance.SNAPSHOT);
    boolean same =
        content.isEmpty()
            || source.equals(snapshot.toAbsolutePath().normalize().toString())
            || content.equals(text(snapshot, Provenance.CONTENT)) // put in group order
            || content.equals(fingerprint.get());
    return same
        ? Optional.empty()
        : Optional.of(
            "%s was made of another snapshot, %s, or of this one in another order: see that the groups are those of %s"
                .formatted(result, source, snapshot));
  }

  private static String text(Path file, String name) {
    try (Hdf5File f = Hdf5File.open(file)) {
      return f.hasAttribute(Provenance.ROOT, name) ? f.text(Provenance.ROOT, name) : "";
    }
  }
}
