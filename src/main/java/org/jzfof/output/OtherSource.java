package org.jzfof.output;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.jzfof.hdf5.Hdf5File;

/** Tells where a result of jzfof was made of another snapshot than the one it is used with. */
public final class OtherSource {
  private OtherSource() {}

  /**
   * A sentence where that is so. It may be the same snapshot in another order, so it is no error.
   *
   * @param result a file of jzfof, or of others, which do not say
   * @param snapshot its first file
   * @param fingerprint gives that of the snapshot, all files of which may have to be opened for it
   * @throws org.jzfof.hdf5.library.Hdf5Exception if one of them cannot be read
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
