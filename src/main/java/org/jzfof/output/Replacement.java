package org.jzfof.output;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jzfof.error.OutputException;
import org.jzfof.output.ExistingFile.Owner;

/** Decides which existing files a run may replace. */
public final class Replacement {
  private final Provenance run;
  private final boolean overwrite;

  /**
   * @param run what is to be written
   * @param overwrite whether the user gives up files of others that are in the way
   */
  public Replacement(Provenance run, boolean overwrite) {
    this.run = run;
    this.overwrite = overwrite;
  }

  /**
   * Looks at the names that are written to.
   *
   * @throws OutputException if a file there must stay
   */
  public void requireFree(List<Path> targets) {
    for (Path target : targets) {
      ExistingFile standing = ExistingFile.at(target, run);
      if (standing.owner() == Owner.OTHERS && !overwrite) {
        throw new OutputException(
            "%s was not written by jzfof and would be replaced: choose another place with -o; --overwrite would give it up"
                .formatted(target));
      }
      requireSnapshot(standing, "replaced");
    }
  }

  /**
   * Looks at files that would be taken for parts of the new result.
   *
   * @throws OutputException if they are no older parts of it
   */
  public void requireUnmixed(List<Path> beside) {
    for (Path file : beside) {
      ExistingFile standing = ExistingFile.at(file, run);
      if (standing.owner() == Owner.OTHERS) {
        throw new OutputException(
            "%s was not written by jzfof and would be mixed with the new files: move it, or choose another place with -o"
                .formatted(file));
      }
      requireSnapshot(standing, "mixed with the new files");
    }
  }

  private void requireSnapshot(ExistingFile standing, String fate) {
    if (standing.owner() == Owner.OTHER_SNAPSHOT && !overwrite) {
      throw new OutputException(
          "%s is of another snapshot, %s, and would be %s: choose another place with -o; --overwrite would give it up"
              .formatted(standing.file(), standing.snapshot(), fate));
    }
  }

  /**
   * Those of some files that say of this snapshot what is not so any more: they are of other
   * options, or of another snapshot that the user gives up.
   */
  public List<Path> stale(List<Path> files) {
    List<Path> stale = new ArrayList<>();
    for (Path file : files) {
      ExistingFile standing = ExistingFile.at(file, run);
      if (standing.owner() == Owner.SNAPSHOT && !standing.current()
          || standing.owner() == Owner.OTHER_SNAPSHOT && overwrite) {
        stale.add(file);
      }
    }
    return stale;
  }
}
