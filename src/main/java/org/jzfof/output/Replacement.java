package org.jzfof.output;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jzfof.error.OutputException;
import org.jzfof.output.ExistingFile.Origin;

/** Determines which existing files a run may replace. */
public final class Replacement {
  private final Provenance run;
  private final boolean overwrite;

  /**
   * @param run provenance of the run that will write
   * @param overwrite whether the user allows replacing files of other origin
   */
  public Replacement(Provenance run, boolean overwrite) {
    this.run = run;
    this.overwrite = overwrite;
  }

  /**
   * Checks the names of the new files.
   *
   * @throws OutputException if an existing file must be kept
   */
  public void requireFree(List<Path> targets) {
    for (Path target : targets) {
      ExistingFile existing = ExistingFile.at(target, run);
      if (existing.origin() == Origin.OTHERS && !overwrite) {
        throw new OutputException(
            "%s was not written by jzfof and would be replaced: choose another place with -o; --overwrite would give it up"
                .formatted(target));
      }
      requireSnapshot(existing, "replaced");
    }
  }

  /**
   * Checks existing files that readers would take for parts of the new result.
   *
   * @throws OutputException if such a file is not an older part of the result
   */
  public void requireUnmixed(List<Path> beside) {
    for (Path file : beside) {
      ExistingFile existing = ExistingFile.at(file, run);
      if (existing.origin() == Origin.OTHERS) {
        throw new OutputException(
            "%s was not written by jzfof and would be mixed with the new files: move it, or choose another place with -o"
                .formatted(file));
      }
      requireSnapshot(existing, "mixed with the new files");
    }
  }

  private void requireSnapshot(ExistingFile existing, String fate) {
    if (existing.origin() == Origin.OTHER_SNAPSHOT && !overwrite) {
      throw new OutputException(
          "%s is of another snapshot, %s, and would be %s: choose another place with -o; --overwrite would give it up"
              .formatted(existing.file(), existing.snapshot(), fate));
    }
  }

  /**
   * Returns the files that will be outdated: those of the same snapshot with other options, and
   * those of another snapshot if the user allows replacing them.
   */
  public List<Path> stale(List<Path> files) {
    List<Path> stale = new ArrayList<>();
    for (Path file : files) {
      ExistingFile existing = ExistingFile.at(file, run);
      if (existing.origin() == Origin.SNAPSHOT && !existing.current()
          || existing.origin() == Origin.OTHER_SNAPSHOT && overwrite) {
        stale.add(file);
      }
    }
    return stale;
  }
}
