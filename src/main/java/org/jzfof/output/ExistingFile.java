package org.jzfof.output;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jzfof.error.OutputException;
import org.jzfof.error.SystemFault;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.library.Hdf5Exception;

/**
 * A file that exists where a run will write.
 *
 * @param origin origin of the content
 * @param snapshot path of the source snapshot as a file of jzfof states it; empty for other files
 * @param current whether the file belongs to the same results as the run
 */
public record ExistingFile(Path file, Origin origin, String snapshot, boolean current) {
  /** Size of the beginning of a file, which states the provenance and often survives damage. */
  private static final int BEGINNING = 1 << 20;

  /**
   * Attributes of the version and the snapshot in files of versions that wrote no fingerprint, by
   * object.
   */
  private record Older(String object, String snapshot) {}

  private static final List<Older> OLDER =
      List.of(new Older("/Parameters", "Snapshot"), new Older("/Header", "Sources"));

  /** Origin of the content of a file. */
  public enum Origin {
    /** The file does not exist or is empty. */
    NONE,
    /** The file is of jzfof, from a snapshot with the same content or the same path. */
    SNAPSHOT,
    /** The file is of jzfof, from another snapshot. */
    OTHER_SNAPSHOT,
    /** The file is of another program, or damaged beyond recognition. */
    OTHERS
  }

  /**
   * Inspects a file.
   *
   * @param run provenance of the run that will write
   */
  public static ExistingFile at(Path file, Provenance run) {
    try {
      if (Files.notExists(file) || Files.isRegularFile(file) && Files.size(file) == 0) {
        return new ExistingFile(file, Origin.NONE, "", false);
      }
      if (!Files.isRegularFile(file)) {
        return new ExistingFile(file, Origin.OTHERS, "", false);
      }
      return inside(file, run);
    } catch (IOException e) {
      throw new OutputException(
          "cannot tell what %s is (%s): change its permissions or choose another place with -o"
              .formatted(file, SystemFault.cause(e)),
          e);
    }
  }

  private static ExistingFile inside(Path file, Provenance run) throws IOException {
    try (Hdf5File open = Hdf5File.open(file)) {
      if (open.hasAttribute(Provenance.ROOT, Provenance.CONTENT)
          && open.hasAttribute(Provenance.ROOT, Provenance.SNAPSHOT)) {
        String snapshot = open.text(Provenance.ROOT, Provenance.SNAPSHOT);
        boolean same =
            Provenance.has(open, Provenance.CONTENT, run.content())
                || snapshot.equals(run.snapshot().toString());
        boolean current = Provenance.has(open, Provenance.RESULT, run.result());
        return byJzfof(file, snapshot, same, current);
      }
      for (Older older : OLDER) {
        if (open.hasAttribute(older.object, "JzfofVersion")
            && open.hasAttribute(older.object, older.snapshot)) {
          String snapshot = open.text(older.object, older.snapshot);
          return byJzfof(file, snapshot, names(snapshot, run.snapshot()), false);
        }
      }
      return new ExistingFile(file, Origin.OTHERS, "", false);
    } catch (Hdf5Exception e) { // damaged, or of another format
      return beginsWith(file, run.content())
          ? byJzfof(file, run.snapshot().toString(), true, false)
          : new ExistingFile(file, Origin.OTHERS, "", false);
    }
  }

  private static ExistingFile byJzfof(Path file, String snapshot, boolean same, boolean current) {
    return new ExistingFile(
        file, same ? Origin.SNAPSHOT : Origin.OTHER_SNAPSHOT, snapshot, current);
  }

  /**
   * Returns whether a user's name of a snapshot (a file, its base or its folder) denotes this first
   * file.
   */
  private static boolean names(String snapshot, Path first) throws IOException {
    Path named = Path.of(snapshot).toAbsolutePath().normalize();
    Path real = Files.exists(named) ? named.toRealPath() : named;
    return first.equals(real)
        || real.equals(first.getParent())
        || first.toString().startsWith(real + ".");
  }

  private static boolean beginsWith(Path file, String content) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      String beginning = new String(in.readNBytes(BEGINNING), StandardCharsets.ISO_8859_1);
      return beginning.contains(content);
    }
  }

  /** Returns whether a file is of jzfof and is a different product. */
  public static boolean isOther(Path file, String product) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (Hdf5File open = Hdf5File.open(file)) {
      return open.hasAttribute(Provenance.ROOT, Provenance.PRODUCT)
          && !Provenance.has(open, Provenance.PRODUCT, product);
    } catch (Hdf5Exception e) {
      return false; // damaged, or not of jzfof
    }
  }

  /**
   * Returns whether a file is a product of a run, complete and unchanged except for values of its
   * datasets.
   *
   * @param product expected product, as in {@link Provenance#writeTo}
   */
  public static boolean isComplete(Path file, Provenance run, String product) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (Hdf5File open = Hdf5File.open(file)) {
      return run.isOf(open, product);
    } catch (Hdf5Exception e) {
      return false; // damaged, or not of jzfof: the next run reports or replaces it
    }
  }
}
