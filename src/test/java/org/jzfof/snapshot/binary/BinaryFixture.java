package org.jzfof.snapshot.binary;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.Particles;

/** Writes small snapshots in Gadget's binary formats; a = 0.5, lengths in kpc/h. */
public final class BinaryFixture {
  private static final int TYPES = 6;

  private final int format;
  private final ByteOrder order;
  private final double box;
  private final List<Particles> particles;
  private final Map<String, byte[]> blocks = new LinkedHashMap<>();
  private long[] totals;
  private int files = 1;

  /**
   * @param format 1 or 2
   * @param particles one for each type, in order
   */
  public BinaryFixture(int format, ByteOrder order, double box, Particles... particles) {
    this.format = format;
    this.order = order;
    this.box = box;
    this.particles = List.of(particles);
    this.totals = numbers(Particles::count);
    block("POS ", this::positions, p -> true);
    block("VEL ", this::velocities, p -> p.velocities() != null);
    block("ID  ", this::ids, p -> p.ids() != null);
    block("MASS", this::masses, p -> p.masses() != null);
  }

  private long[] numbers(ToLongFunction<Particles> number) {
    long[] numbers = new long[TYPES];
    particles.forEach(p -> numbers[p.type()] = number.applyAsLong(p));
    return numbers;
  }

  /** States another number of files, and numbers of particles in all of them. */
  public BinaryFixture header(int statedFiles, long... statedTotals) {
    files = statedFiles;
    totals = statedTotals;
    return this;
  }

  /** Adds a block of any bytes. */
  public BinaryFixture and(String label, byte... values) {
    blocks.put(label, values);
    return this;
  }

  /** Leaves out a block. */
  public BinaryFixture without(String label) {
    blocks.remove(label);
    return this;
  }

  private interface Filler {
    void fill(Particles p, ByteBuffer out);
  }

  private void block(String label, Filler filler, Predicate<Particles> has) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Particles p : particles) {
      if (has.test(p)) {
        ByteBuffer values = ByteBuffer.allocate(3 * Double.BYTES * p.count()).order(order);
        filler.fill(p, values);
        all.write(values.array(), 0, values.position());
      }
    }
    if (all.size() > 0) {
      blocks.put(label, all.toByteArray());
    }
  }

  private void positions(Particles p, ByteBuffer out) {
    for (double x : p.positions()) {
      real(p, x, out);
    }
  }

  private void velocities(Particles p, ByteBuffer out) {
    for (float v : p.velocities()) {
      real(p, v, out);
    }
  }

  private void masses(Particles p, ByteBuffer out) {
    for (float m : p.masses()) {
      real(p, m, out);
    }
  }

  private static void real(Particles p, double value, ByteBuffer out) {
    if (p.coordinateType() == Hdf5Type.FLOAT64) {
      out.putDouble(value);
    } else {
      out.putFloat((float) value);
    }
  }

  private void ids(Particles p, ByteBuffer out) {
    for (long id : p.ids()) {
      if (p.idType() == Hdf5Type.UINT64) {
        out.putLong(id);
      } else {
        out.putInt((int) id);
      }
    }
  }

  private byte[] header() {
    ByteBuffer header = ByteBuffer.allocate(256).order(order);
    for (long count : numbers(Particles::count)) {
      header.putInt((int) count);
    }
    double[] masses = new double[TYPES];
    particles.forEach(p -> masses[p.type()] = p.mass());
    for (double mass : masses) {
      header.putDouble(mass);
    }
    header.putDouble(0.5).putDouble(1).putInt(0).putInt(0);
    for (long total : totals) {
      header.putInt((int) total);
    }
    header.putInt(0).putInt(files).putDouble(box);
    header.putDouble(0.308).putDouble(0.692).putDouble(0.678).putInt(0).putInt(0);
    for (long total : totals) {
      header.putInt((int) (total >>> 32));
    }
    return header.array();
  }

  private void record(ByteArrayOutputStream out, byte... values) {
    byte[] marker = ByteBuffer.allocate(4).order(order).putInt(values.length).array();
    out.writeBytes(marker);
    out.writeBytes(values);
    out.writeBytes(marker);
  }

  private void block(ByteArrayOutputStream out, String label, byte... values) {
    if (format == 2) {
      ByteBuffer named = ByteBuffer.allocate(8).order(order);
      named.put(label.getBytes(StandardCharsets.US_ASCII)).putInt(values.length + 8);
      record(out, named.array());
    }
    record(out, values);
  }

  /** All bytes of the file. */
  public byte[] bytes() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    block(out, "HEAD", header());
    blocks.forEach((label, values) -> block(out, label, values));
    return out.toByteArray();
  }

  /** Offsets at which the records begin, those of labels included, and that of the end. */
  public List<Integer> records() {
    List<Integer> starts = new ArrayList<>(List.of(0));
    ByteBuffer all = ByteBuffer.wrap(bytes()).order(order);
    for (int at = 0; at < all.capacity(); ) {
      at += all.getInt(at) + 8;
      starts.add(at);
    }
    return starts;
  }

  /** Writes the file, in place of an older one, and returns it. */
  public Path write(Path file) {
    try {
      return Files.write(file, bytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
