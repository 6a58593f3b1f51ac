package org.jzfof.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.Disagreement;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.FileState;
import org.jzfof.snapshot.PositionSource;
import org.jzfof.snapshot.SnapshotHeader;

/**
 * Refuses ranks that read different files, such as old copies on the disks of some nodes. Names and
 * times of the files may differ: copies are no other snapshot.
 */
final class SameSnapshot {
  private SameSnapshot() {}

  /**
   * Every rank calls it.
   *
   * @param header of the snapshot as this rank sees it
   * @throws SnapshotException where sizes, counts or headers are not those of rank 0
   */
  static void require(SnapshotHeader header, Communicator comm) {
    require("another snapshot than that", lines(header), comm);
  }

  /** As {@link #require(SnapshotHeader, Communicator)}, for positions in another file. */
  static void require(PositionSource positions, Communicator comm) {
    String numbers = positions.isDouble() ? "float64" : "float32";
    List<String> lines = List.of(positions.rows() + " positions in " + numbers);
    require("other positions than those", lines, comm);
  }

  private static void require(String what, List<String> lines, Communicator comm) {
    Disagreement.in(lines, comm)
        .ifPresent(
            other -> {
              throw new SnapshotException(
                  "%s: %s of rank 0 (%s instead of %s): name the same file on all ranks, and copy it again where nodes have their own"
                      .formatted(other.who(), what, other.there(), other.here()));
            });
  }

  private static List<String> lines(SnapshotHeader h) {
    List<String> lines = new ArrayList<>();
    lines.add(h.family().label());
    lines.add(h.pieces().size() + " files");
    for (int type = 0; type < h.types(); type++) {
      lines.add(h.counts()[type] + " particles of type " + type);
    }
    lines.add("BoxSize " + Arrays.toString(h.boxSize()));
    lines.add("Time " + h.time());
    lines.add("scale factor " + h.scaleFactor());
    lines.add("masses " + Arrays.toString(h.massTable()));
    lines.add("velocity factor " + h.velocityToPeculiar());
    lines.add(h.cosmology().toString());
    lines.add(h.units().toString());
    for (SnapshotHeader.Piece piece : h.pieces()) {
      lines.add(bytes(piece.state()) + ", rows " + Arrays.toString(piece.counts()));
      piece.sources().values().forEach(source -> lines.add(bytes(source)));
    }
    return lines;
  }

  private static String bytes(FileState file) {
    return file.bytes() + " bytes";
  }
}
