package org.jzfof.pipeline.slices;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import org.jzfof.catalogue.layout.RowRange;
import org.jzfof.catalogue.particles.GroupNumbers;
import org.jzfof.snapshot.header.SnapshotHeader;
import org.jzfof.snapshot.header.SnapshotHeader.Piece;

/**
 * Reads the groups that a slice has found for particles of a type.
 *
 * @param files files of the slice, of one rank each
 * @param rows wanted rows, counted over all files of the cone
 * @param number catalogue row of each group of the slice
 */
record LabelReader(ConeSlice slice, List<SliceFile> files, int type, RowRange rows, int[] number) {

  /**
   * Sets the catalogue rows of particles in groups of the slice.
   *
   * @param target one element for each wanted row
   */
  void read(SnapshotHeader cone, int[] target) {
    long ofCone = 0;
    long ofSlice = 0;
    for (Piece piece : cone.pieces()) {
      long count = piece.counts()[type];
      if (slice.files().contains(piece)) {
        long first = Math.max(rows.first(), ofCone);
        long end = Math.min(rows.end(), ofCone + count);
        if (first < end) {
          RowRange inSlice = new RowRange(ofSlice + first - ofCone, end - first);
          files.forEach(file -> read(file, inSlice, target, (int) (first - rows.first())));
        }
        ofSlice += count;
      }
      ofCone += count;
    }
  }

  /**
   * @param wanted rows of the slice
   * @param at element of the first of them
   */
  private void read(SliceFile file, RowRange wanted, int[] target, int at) {
    RowRange stored = file.labels().rows(type);
    long first = Math.max(wanted.first(), stored.first());
    int count = (int) Math.max(0, Math.min(wanted.end(), stored.end()) - first);
    if (count == 0) {
      return;
    }
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * count).order(ByteOrder.nativeOrder());
    long from =
        file.firstLabel() + file.labels().offset(type) + Integer.BYTES * (first - stored.first());
    try (FileChannel channel = FileChannel.open(file.path())) {
      SliceFile.fill(channel, from, bytes);
    } catch (IOException e) {
      throw SliceFile.failure(file.path(), e);
    }
    IntBuffer labels = bytes.asIntBuffer();
    int start = at + (int) (first - wanted.first());
    for (int i = 0; i < count; i++) {
      int label = labels.get(i);
      if (label != GroupNumbers.NONE) {
        target[start + i] = number[label];
      }
    }
  }
}
