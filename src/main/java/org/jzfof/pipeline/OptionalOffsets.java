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
 * output folder, in a place that other outputs may use or that may not be writable: then the run
 * omits it and says so. Rank 0 checks the place at the first request.
 */
final class OptionalOffsets {
  private final OffsetsFile file; // null if readers cannot ask for this number
  private final boolean asked;
  private String obstacle; // empty if there is none, null before the check

  OptionalOffsets(RunOptions options, String number, SnapshotHeader snapshot) {
    this.file =
        OutputNumber.isInteger(number)
            ? new OffsetsFile(
                options.outputDir(), number, options.output().files(), snapshot.counts())
            : null;
    this.asked =
        file != null && options.output().reorder() && options.output().format().isGadgetLike();
  }

  /** The file, if it is written. */
  Optional<OutputFile> product() {
    return asked && obstacle().isEmpty() ? Optional.of(file.product()) : Optional.empty();
  }

  /** Where a run into the same folder writes the offsets. */
  Optional<Path> own() {
    return file == null || file.belongsToOther()
        ? Optional.empty()
        : Optional.of(file.product().file());
  }

  /** Why the offsets are not written, if they were asked for. */
  Optional<String> remark() {
    return asked && !obstacle().isEmpty() ? Optional.of(obstacle()) : Optional.empty();
  }

  /** The writer of the offsets, if rank 0 wants them; every rank calls it. */
  Optional<GroupLayout> layout(Communicator comm) {
    long[] present = {comm.rank() == 0 && product().isPresent() ? 1 : 0};
    return comm.broadcast(present, 0)[0] > 0 ? Optional.of(file) : Optional.empty();
  }

  private String obstacle() {
    if (obstacle == null) {
      obstacle = look();
    }
    return obstacle;
  }

  private String look() {
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
