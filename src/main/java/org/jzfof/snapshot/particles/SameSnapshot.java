package org.jzfof.snapshot.particles;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.RankMismatch;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.PositionSource;
import org.jzfof.snapshot.header.FileState;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * Requires that all ranks read the same snapshot: some nodes may hold old copies on local disks.
 * Names and times of the files may differ between copies of one snapshot.
 */
public final class SameSnapshot {
  private static final String SNAPSHOT = "another snapshot than that";

  private SameSnapshot() {}

  /**
   * Requires that all ranks read the same snapshot; every rank calls this method.
   *
   * @param lines description of this rank's snapshot, from {@link #lines}
   * @param hashes hashes of the lines of all ranks, in rank order
   * @throws SnapshotException if sizes, counts or headers differ from those of rank 0
   */
  public static void require(List<String> lines, long[] hashes, Communicator comm) {
    RankMismatch.in(lines, hashes, comm).ifPresent(other -> refuse(SNAPSHOT, other));
  }

  /**
   * Requires that all ranks read the same positions from a file that is no snapshot; every rank
   * calls this method.
   *
   * @throws SnapshotException if the positions differ from those of rank 0
   */
  public static void require(PositionSource positions, String fingerprint, Communicator comm) {
    String numbers = positions.isDouble() ? "float64" : "float32";
    List<String> lines =
        List.of(positions.rows() + " positions in " + numbers, "fingerprint " + fingerprint);
    RankMismatch.in(lines, comm).ifPresent(other -> refuse("other positions than those", other));
  }

  private static void refuse(String what, RankMismatch other) {
    String difference = "%s instead of %s".formatted(other.differingLine(), other.expectedLine());
    throw refusal(other.ranks(), what, 0, difference);
  }

  /** Returns the exception for ranks that find other content in a file than another rank. */
  static SnapshotException otherContent(List<Integer> ranks, int than, Path file) {
    return refusal(ranks, SNAPSHOT, than, file + " holds other values");
  }

  private static SnapshotException refusal(
      List<Integer> ranks, String what, int than, String difference) {
    return new SnapshotException(
        "%s: %s of rank %d (%s): name the same file on all ranks, and copy it again if the nodes have copies of their own"
            .formatted(RankMismatch.rankNames(ranks), what, than, difference));
  }

  /** Describes, line by line, the parts of a header on which all ranks must agree. */
  static List<String> lines(SnapshotHeader h) {
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
