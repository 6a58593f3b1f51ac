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
 * A file that exists where a run is to write.
 *
 * @param owner whose it is
 * @param snapshot what an own file was made from, as it says; empty for others
 * @param current whether it is of the same results as the run
 */
public record ExistingFile(Path file, Owner owner, String snapshot, boolean current) {
  /** Damage leaves the beginning, where files say whose they are. */
  private static final int BEGINNING = 1 << 20;

  /** Versions that wrote no fingerprint: their attributes of version and snapshot, by object. */
  private record Older(String object, String snapshot) {}

  private static final List<Older> OLDER =
      List.of(new Older("/Parameters", "Snapshot"), new Older("/Header", "Sources"));

  /** Whose a file is. */
  public enum Owner {
    /** There is nothing, or nothing in it. */
    NONE,
    /** Of jzfof, from the same snapshot: of the same content, or of the same path. */
    SNAPSHOT,
    /** Of jzfof, from another snapshot. */
    OTHER_SNAPSHOT,
    /** Of somebody else, or damaged beyond recognition. */
    OTHERS
  }

  /**
   * Looks at a file.
   *
   * @param run what is to be written
   */
  public static ExistingFile at(Path file, Provenance run) {
    try {
      if (Files.notExists(file) || Files.isRegularFile(file) && Files.size(file) == 0) {
        return new ExistingFile(file, Owner.NONE, "", false);
      }
      if (!Files.isRegularFile(file)) {
        return new ExistingFile(file, Owner.OTHERS, "", false);
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
        return own(file, snapshot, same, current);
      }
      for (Older older : OLDER) {
        if (open.hasAttribute(older.object, "JzfofVersion")
            && open.hasAttribute(older.object, older.snapshot)) {
          String snapshot = open.text(older.object, older.snapshot);
          return own(file, snapshot, names(snapshot, run.snapshot()), false);
        }
      }
      return new ExistingFile(file, Owner.OTHERS, "", false);
    } catch (Hdf5Exception e) { // damaged, or something else
      return beginsWith(file, run.content())
          ? own(file, run.snapshot().toString(), true, false)
          : new ExistingFile(file, Owner.OTHERS, "", false);
    }
  }

  private static ExistingFile own(Path file, String snapshot, boolean same, boolean current) {
    return new ExistingFile(file, same ? Owner.SNAPSHOT : Owner.OTHER_SNAPSHOT, snapshot, current);
  }

  /** Whether a user's name of a snapshot, a file, its base or its folder, is that of this file. */
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

  /** Whether a file is of jzfof, and another product. */
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
   * Whether a file is a product of a run, complete and unchanged but for values of its datasets.
   *
   * @param product what it must be, as in {@link Provenance#writeTo}
   */
  public static boolean isComplete(Path file, Provenance run, String product) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (Hdf5File open = Hdf5File.open(file)) {
      return run.isOf(open, product);
    } catch (Hdf5Exception e) {
      return false; // damaged, or not of jzfof: the run that follows says so or makes it anew
    }
  }
}
