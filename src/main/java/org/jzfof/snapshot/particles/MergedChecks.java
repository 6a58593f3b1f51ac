package org.jzfof.snapshot.particles;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.RankMismatch;
import org.jzfof.error.SnapshotException;
import org.jzfof.snapshot.FileChecks;
import org.jzfof.snapshot.SnapshotFingerprint;
import org.jzfof.snapshot.header.SnapshotFiles;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * The results of the checks of all ranks, joined.
 *
 * @param unwritten sentences about values that were never written; at most one
 * @param doubles whether any coordinates exceed the precision of float32
 */
public record MergedChecks(List<String> unwritten, String fingerprint, boolean doubles) {

  /**
   * Joins the results. Every rank calls this method, and all ranks fail alike. The ranks exchange
   * one message, and further messages only if their headers differ.
   *
   * @throws SnapshotException if ranks read different files of the same name, or two files begin
   *     with the same particles
   */
  public static MergedChecks of(FileChecks localChecks, SnapshotHeader header, Communicator comm) {
    List<String> lines = comm.size() == 1 ? List.of() : SameSnapshot.lines(header);
    long hash = RankMismatch.hash(lines);
    List<LocalChecks> shares =
        Arrays.stream(comm.allGather(LocalChecks.of(hash, localChecks).encoded()))
            .map(LocalChecks::decoded)
            .toList();
    long[] hashes = shares.stream().mapToLong(LocalChecks::header).toArray();
    SameSnapshot.require(lines, hashes, comm);
    Map<Integer, long[]> prints = samePrints(shares, header);
    Map<Integer, Long> digests = new TreeMap<>();
    shares.forEach(share -> digests.putAll(share.digests()));
    requireDistinct(digests, header);
    return new MergedChecks(
        unwritten(shares),
        SnapshotFingerprint.of(header, prints.values()),
        shares.stream().anyMatch(LocalChecks::doubles));
  }

  /** Returns the fingerprints of all files, and requires that the ranks agree on each of them. */
  private static Map<Integer, long[]> samePrints(List<LocalChecks> shares, SnapshotHeader header) {
    Map<Integer, long[]> prints = new TreeMap<>();
    Map<Integer, Integer> ranks = new HashMap<>();
    Map<Integer, List<Integer>> others = new TreeMap<>();
    for (int rank = 0; rank < shares.size(); rank++) {
      int current = rank;
      shares
          .get(rank)
          .prints()
          .forEach(
              (piece, print) -> {
                ranks.putIfAbsent(piece, current);
                if (!Arrays.equals(prints.computeIfAbsent(piece, p -> print), print)) {
                  others.computeIfAbsent(piece, p -> new ArrayList<>()).add(current);
                }
              });
    }
    others.forEach(
        (piece, different) -> {
          Path file = header.pieces().get(piece).file().getFileName();
          throw SameSnapshot.otherContent(different, ranks.get(piece), file);
        });
    return prints;
  }

  private static List<String> unwritten(List<LocalChecks> shares) {
    int files = shares.stream().mapToInt(LocalChecks::unwritten).sum();
    return shares.stream()
        .filter(share -> share.unwritten() > 0)
        .min((a, b) -> Integer.compare(a.firstPiece(), b.firstPiece()))
        .map(share -> List.of(FileChecks.warning(share.first(), files)))
        .orElse(List.of());
  }

  private static void requireDistinct(Map<Integer, Long> digests, SnapshotHeader header) {
    Map<List<Object>, Integer> owners =
        new HashMap<>(); // light cones in other folders may share rows
    digests.forEach(
        (piece, digest) -> {
          Path folder = SnapshotFiles.lightcone(header.pieces().get(piece).file());
          Integer other = owners.putIfAbsent(List.of(digest, folder), piece);
          if (other != null) {
            throw new SnapshotException(
                "%s and %s begin with the same particles: one was copied over the other; copy it again from the original"
                    .formatted(
                        header.pieces().get(other).file(), header.pieces().get(piece).file()));
          }
        });
  }
}
