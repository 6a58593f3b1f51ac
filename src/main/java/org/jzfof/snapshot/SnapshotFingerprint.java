package org.jzfof.snapshot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jzfof.error.SnapshotException;
import org.jzfof.error.SystemFault;
import org.jzfof.hdf5.Hdf5Dataset;
import org.jzfof.hdf5.library.Hdf5Exception;
import org.jzfof.hdf5.library.Hdf5Info;
import org.jzfof.output.Sha256;
import org.jzfof.snapshot.file.ColumnSink;
import org.jzfof.snapshot.file.ParticleColumn;
import org.jzfof.snapshot.file.SnapshotFile;
import org.jzfof.snapshot.header.Cosmology;
import org.jzfof.snapshot.header.Expansion;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.SnapshotHeader.Piece;

/**
 * A fingerprint of the contents of a snapshot, independent of its path. It is a hash of the header
 * and of the size, the counts, and the first and last rows of each file.
 */
public final class SnapshotFingerprint {
  private static final List<String> COLUMNS = ParticleColumn.datasetsOfValues();

  /** Length of the fingerprint of a file, in longs. */
  public static final int LONGS = 4;

  private SnapshotFingerprint() {}

  /** The fingerprint of a snapshot; opens all files. */
  public static String of(Snapshot snapshot) {
    List<Piece> pieces = snapshot.header().pieces();
    List<long[]> prints = new ArrayList<>();
    for (Piece piece : pieces) {
      SnapshotFile.use(piece, f -> prints.add(ofPiece(f, piece)));
    }
    return of(snapshot.header(), prints);
  }

  /**
   * The fingerprint of a snapshot.
   *
   * @param prints fingerprints of the files [{@link #LONGS}], in file order
   */
  public static String of(SnapshotHeader header, Collection<long[]> prints) {
    Sha256 sha = new Sha256();
    sha.add(header.family().name()).add(Arrays.toString(header.counts()));
    sha.add(Arrays.toString(header.boxSize())).add(Arrays.toString(header.massTable()));
    sha.add(header.time() + " " + header.redshift());
    sha.add(text(header.cosmology())).add(header.units().toString());
    if (!header.epoch().stated().equals(Expansion.Stated.NOTHING)) {
      sha.add(header.epoch().stated().toString());
    }
    ByteBuffer piece = ByteBuffer.allocate(LONGS * Long.BYTES);
    for (long[] print : prints) {
      piece.asLongBuffer().put(print);
      sha.add(piece.array());
    }
    return sha.hex();
  }

  /**
   * Text of the cosmology. It names additions only if they are not zero, so that the fingerprints
   * of snapshots without additions agree with those of older versions.
   */
  private static String text(Cosmology c) {
    String plain =
        "Cosmology[omegaMatter=%s, omegaLambda=%s, omegaBaryon=%s, hubble=%s]"
            .formatted(c.omegaMatter(), c.omegaLambda(), c.omegaBaryon(), c.hubble());
    return c.additions().equals(Cosmology.Additions.NONE) ? plain : plain + c.additions();
  }

  /** The fingerprint of positions: a hash of their number, the first and the last position. */
  public static String of(PositionSource positions) {
    Sha256 sha = new Sha256();
    sha.add(positions.rows() + " " + positions.isDouble());
    ColumnSink sink =
        block ->
            sha.add(
                block.values() instanceof float[] single
                    ? Arrays.toString(Arrays.copyOf(single, 3))
                    : Arrays.toString(Arrays.copyOf(block.doubles(), 3)));
    if (positions.rows() > 0) {
      positions.read(0, 1, sink);
      positions.read(positions.rows() - 1, 1, sink);
    }
    return sha.hex();
  }

  /** The fingerprint of one file [4]. */
  static long[] ofPiece(SnapshotFile f, Piece piece) {
    Sha256 sha = new Sha256();
    try {
      sha.add(String.valueOf(Files.size(f.path())));
    } catch (IOException e) {
      throw new SnapshotException(
          "cannot read %s (%s): check its permissions".formatted(f.path(), SystemFault.cause(e)),
          e);
    }
    sha.add(Arrays.toString(piece.counts()));
    if (f.exists(SnapshotFile.HEADER)) { // a light cone may have none
      f.attributes(SnapshotFile.HEADER, sha::add);
    }
    for (int type = 0; type < piece.counts().length; type++) {
      for (String name : COLUMNS) {
        if (piece.counts()[type] > 0 && f.hasColumn(type, name)) {
          sha.add("/PartType" + type + "/" + name);
          f.inspect(type, name, data -> addEnds(sha, data));
        }
      }
    }
    long[] digest = new long[LONGS];
    ByteBuffer.wrap(sha.bytes()).asLongBuffer().get(digest);
    return digest;
  }

  private static Sha256 addEnds(Sha256 sha, Hdf5Dataset data) {
    Hdf5Info info = data.info();
    sha.add(info.describe());
    boolean number = info.kind() == Hdf5Info.Kind.INTEGER || info.kind() == Hdf5Info.Kind.FLOAT;
    if (!number || info.dims().length == 0 || info.rows() == 0 || info.columns() > 3) {
      return sha; // not a column of particles
    }
    byte[] row = new byte[Math.toIntExact(info.columns() * info.bytes())];
    try {
      for (long at : new long[] {0, info.rows() - 1}) {
        data.read(at, 1, row);
        sha.add(row);
      }
    } catch (Hdf5Exception e) { // a later read of these rows reports the error
      sha.add("unreadable");
    }
    return sha;
  }
}
