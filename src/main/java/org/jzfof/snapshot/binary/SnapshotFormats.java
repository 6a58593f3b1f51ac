package org.jzfof.snapshot.binary;

import java.nio.file.Path;
import java.util.Arrays;
import org.jzfof.hdf5.ExternalValues;
import org.jzfof.hdf5.Hdf5File;
import org.jzfof.hdf5.Hdf5Writer;
import org.jzfof.hdf5.library.Hdf5Type;
import org.jzfof.snapshot.binary.BinaryFile.Block;

/**
 * Opens files of snapshots of every format as HDF5 files. A binary snapshot becomes an HDF5 file in
 * memory with the header and the names of Gadget's HDF5 snapshots; the values of its datasets stay
 * in the binary file, in their type and byte order.
 */
public final class SnapshotFormats {
  /** A group that binary snapshots have, and what is copied of them. */
  public static final String BINARY = "/Binary";

  /** Attribute of {@link #BINARY}: the blocks that are not known; "" if all are. */
  public static final String OTHER_BLOCKS = "OtherBlocks";

  private static final String HEADER = "/Header";

  private SnapshotFormats() {}

  /**
   * Opens a file of a snapshot.
   *
   * @throws org.jzfof.hdf5.library.Hdf5Exception as {@link Hdf5File#open}, if the file is not
   *     binary
   * @throws org.jzfof.error.SnapshotException naming the block and the byte at which a binary file
   *     does not add up
   */
  public static Hdf5File open(Path file) {
    return BinaryFormat.of(file)
        .map(format -> inMemory(BinaryFile.of(file, format)))
        .orElseGet(() -> Hdf5File.open(file));
  }

  private static Hdf5File inMemory(BinaryFile file) {
    return Hdf5File.inMemory(file.path().toString(), out -> write(file, out));
  }

  private static void write(BinaryFile file, Hdf5Writer out) {
    out.group(BINARY);
    out.attribute(BINARY, "Format", file.format().describe());
    out.attribute(BINARY, OTHER_BLOCKS, file.others());
    out.group(HEADER);
    write(file.header(), out);
    for (int type = 0; type < BinaryHeader.TYPES; type++) {
      if (file.header().counts()[type] > 0) {
        out.group("/PartType" + type);
      }
    }
    file.blocks().forEach(block -> write(file, block, out));
  }

  private static void write(BinaryHeader header, Hdf5Writer out) {
    out.attribute(HEADER, "NumPart_ThisFile", Hdf5Type.UINT32, header.counts());
    if (header.statesTotals()) {
      out.attribute(HEADER, "NumPart_Total", Hdf5Type.UINT32, header.totals());
      out.attribute(HEADER, "NumPart_Total_HighWord", Hdf5Type.UINT32, header.highWords());
    }
    out.attribute(HEADER, "MassTable", Hdf5Type.FLOAT64, header.masses());
    out.attribute(HEADER, "Time", Hdf5Type.FLOAT64, header.time());
    out.attribute(HEADER, "Redshift", Hdf5Type.FLOAT64, header.redshift());
    out.attribute(HEADER, "BoxSize", Hdf5Type.FLOAT64, header.boxSize());
    out.attribute(HEADER, "Omega0", Hdf5Type.FLOAT64, header.omegaMatter());
    out.attribute(HEADER, "OmegaLambda", Hdf5Type.FLOAT64, header.omegaLambda());
    out.attribute(HEADER, "HubbleParam", Hdf5Type.FLOAT64, header.hubble());
    out.attribute(HEADER, "NumFilesPerSnapshot", Hdf5Type.INT32, header.files());
    BinaryHeader.Flags flags = header.flags();
    out.attribute(HEADER, "Flag_Sfr", Hdf5Type.INT32, flags.starFormation());
    out.attribute(HEADER, "Flag_Feedback", Hdf5Type.INT32, flags.feedback());
    out.attribute(HEADER, "Flag_Cooling", Hdf5Type.INT32, flags.cooling());
    out.attribute(HEADER, "Flag_StellarAge", Hdf5Type.INT32, flags.stellarAge());
    out.attribute(HEADER, "Flag_Metals", Hdf5Type.INT32, flags.metals());
    out.attribute(HEADER, "Flag_Entropy_ICs", Hdf5Type.INT32, flags.entropy());
    out.attribute(HEADER, "Flag_DoublePrecision", Hdf5Type.INT32, flags.doublePrecision());
  }

  /** Writes a block: a dataset for each particle type that has it. */
  private static void write(BinaryFile file, Block block, Hdf5Writer out) {
    BlockType type = block.type();
    Path path = file.path().toAbsolutePath();
    long at = block.at();
    for (int t = 0; t < BinaryHeader.TYPES; t++) {
      long rows = type.rows(file.header(), t);
      if (rows > 0) {
        long[] dims = {rows, type.columns()};
        ExternalValues values =
            new ExternalValues(type.type(block.bytes()), file.format().order(), path, at);
        String name = "/PartType%d/%s".formatted(t, type.dataset());
        out.external(name, values, type.columns() == 1 ? Arrays.copyOf(dims, 1) : dims);
        at += rows * type.columns() * block.bytes();
      }
    }
  }
}
