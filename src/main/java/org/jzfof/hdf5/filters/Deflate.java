package org.jzfof.hdf5.filters;

/** The filter deflate. If libdeflate is available, it also restores shuffled values. */
final class Deflate implements Packing {
  @Override
  public void unpack(byte[] data, int length, byte[] target) {
    BlockCodec.inflate(data, 0, length, target, 0, target.length);
  }

  @Override
  public void unpackShuffled(byte[] data, int length, int width, byte[] target) {
    if (!LibDeflate.isAvailable()
        || !LibDeflate.unpack(data, 0, length, target, 0, target.length, width)) {
      Packing.super.unpackShuffled(data, length, width, target);
    }
  }
}
