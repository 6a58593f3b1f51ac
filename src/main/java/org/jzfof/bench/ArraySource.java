package org.jzfof.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jzfof.backend.Backend;
import org.jzfof.comm.Communicator;
import org.jzfof.device.DeviceArray;
import org.jzfof.device.DeviceMemory;
import org.jzfof.device.ElementType;
import org.jzfof.domain.Box;
import org.jzfof.domain.FixedPoint;
import org.jzfof.domain.ParticleKernels;
import org.jzfof.domain.Particles;
import org.jzfof.error.SnapshotException;
import org.jzfof.error.UsageException;

/**
 * Particles of type 1 and mass 1 at given coordinates, with made-up velocities and IDs from 1.
 *
 * @param description what they are
 * @param box that holds them
 * @param xyz coordinates [3n]
 */
public record ArraySource(String description, Box box, float[] xyz) implements ParticleSource {
  private static final int MAX_PARTICLES = (Integer.MAX_VALUE - 8) / 3;
  private static final int BLOCK_BYTES = 3 << 22;

  /**
   * A raw file of little-endian float32 x, y, z.
   *
   * @throws SnapshotException when it cannot be read or does not hold whole particles
   */
  public static ArraySource raw(Path file, double side) {
    try (FileChannel channel = FileChannel.open(file)) {
      long bytes = channel.size();
      if (bytes % 12 != 0 || bytes == 0) {
        throw new SnapshotException(
            file
                + " has "
                + bytes
                + " bytes: a raw file holds float32 x, y, z, 12 bytes per particle");
      }
      float[] xyz = new float[3 * size(bytes / 12)];
      ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
      for (int at = 0; at < xyz.length; ) {
        block.clear();
        while (block.hasRemaining() && channel.read(block) >= 0) {
          // A read may be short.
        }
        int values = block.flip().remaining() / 4;
        block.asFloatBuffer().get(xyz, at, values);
        at += values;
      }
      return new ArraySource(file.getFileName().toString(), cube(side), xyz);
    } catch (IOException e) {
      String cause = Files.exists(file) ? e.getMessage() : "no such file";
      throw new SnapshotException(file + " cannot be read: " + cause, e);
    }
  }

  private static Box cube(double side) {
    return Box.periodic(side, side, side);
  }

  private static int size(long n) {
    if (n < 1 || n > MAX_PARTICLES) {
      throw new UsageException(
          n + " particles: a benchmark takes 1 to " + MAX_PARTICLES + " particles");
    }
    return (int) n;
  }

  @Override
  public long count() {
    return xyz.length / 3;
  }

  @Override
  public Particles load(Backend backend, Communicator comm) {
    int first = (int) (count() * comm.rank() / comm.size());
    int n = (int) (count() * (comm.rank() + 1) / comm.size()) - first;
    float[] own = comm.size() == 1 ? xyz : Arrays.copyOfRange(xyz, 3 * first, 3 * (first + n));
    DeviceMemory memory = backend.memory();
    DeviceArray positions = memory.allocate(ElementType.I32, own.length);
    int bad = backend.particles().quantise(FixedPoint.of(box), own, n, positions, 0);
    if (bad != ParticleKernels.ALL_VALID) {
      throw new SnapshotException(
          "particle " + (first + bad) + " of " + description + " is not finite");
    }
    long[] ids = new long[n];
    Arrays.setAll(ids, i -> first + i + 1);
    return new Particles(
        n, positions, memory.upload(ids), memory.upload(own), null, null, 1, new double[] {0, 1});
  }
}
