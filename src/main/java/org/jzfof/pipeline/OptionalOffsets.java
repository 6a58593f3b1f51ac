package org.jzfof.pipeline;

import java.nio.file.Path;
import java.util.Optional;
import org.jzfof.catalogue.OutputNumber;
import org.jzfof.catalogue.layout.GroupLayout;
import org.jzfof.catalogue.layout.OutputFile;
import org.jzfof.catalogue.particles.OffsetsFile;
import org.jzfof.comm.Communicator;
import org.jzfof.config.RunOptions;
import org.jzfof.error.OutputException;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * The offsets file that belongs to a reordered snapshot in Gadget's layout. It is outside of the
 * output folder, at a path that other outputs may use or that may not be writable. In these cases
 * the run omits the file and remarks on it. Rank 0 checks the path at the first request.
 */
final class OptionalOffsets {
  private final OffsetsFile file; // null if readers cannot ask for this number
  private final boolean requested;
  private String obstacle; // empty if there is none, null before the check

  OptionalOffsets(RunOptions options, String number, SnapshotHeader snapshot) {
    this.file =
        OutputNumber.isInteger(number)
            ? new OffsetsFile(
                options.outputDir(), number, options.output().files(), snapshot.counts())
            : null;
    this.requested =
        file != null && options.output().reorder() && options.output().format().isGadgetLike();
  }

  /** Returns the file, if it is written. */
  Optional<OutputFile> product() {
    return requested && obstacle().isEmpty() ? Optional.of(file.product()) : Optional.empty();
  }

  /** Returns the path of the offsets of any run into the same folder. */
  Optional<Path> path() {
    return file == null || file.belongsToOther()
        ? Optional.empty()
        : Optional.of(file.product().file());
  }

  /** Returns the reason why requested offsets are not written. */
  Optional<String> remark() {
    return requested && !obstacle().isEmpty() ? Optional.of(obstacle()) : Optional.empty();
  }

  /** Returns the layout of the offsets if rank 0 writes them; every rank calls it. */
  Optional<GroupLayout> layout(Communicator comm) {
    long[] present = {comm.rank() == 0 && product().isPresent() ? 1 : 0};
    return comm.broadcast(present, 0)[0] > 0 ? Optional.of(file) : Optional.empty();
  }

  private String obstacle() {
    if (obstacle == null) {
      obstacle = findObstacle();
    }
    return obstacle;
  }

  private String findObstacle() {
    if (file.belongsToOther()) {
      return "%s belongs to another output folder and is kept: for illustris_python's loadHalo, give each output a folder of its own, such as -o SIMULATION/output"
          .formatted(file.product().file());
    }
    try {
      file.check();
      return "";
    } catch (OutputException e) {
      return "illustris_python's loadHalo will find no offsets: " + e.getMessage();
    }
  }
}
