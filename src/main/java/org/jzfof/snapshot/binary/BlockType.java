package org.jzfof.snapshot.binary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jzfof.hdf5.library.Hdf5Type;

/**
 * Blocks of binary snapshots, by the label that format 2 gives them, with the names of their
 * datasets in Gadget's HDF5 snapshots. Each block has the values of its particle types one after
 * the other. The first ones are in the order of format 1.
 */
enum BlockType {
  POS("Coordinates", 3, Owners.ALL),
  VEL("Velocities", 3, Owners.ALL),
  ID("ParticleIDs", 1, Owners.ALL),
  MASS("Masses", 1, Owners.WITHOUT_COMMON_MASS),
  U("InternalEnergy", 1, Owners.GAS),
  RHO("Density", 1, Owners.GAS),
  NE("ElectronAbundance", 1, Owners.GAS),
  NH("NeutralHydrogenAbundance", 1, Owners.GAS),
  HSML("SmoothingLength", 1, Owners.GAS),
  SFR("StarFormationRate", 1, Owners.GAS),
  AGE("StellarFormationTime", 1, Owners.STARS),
  Z("Metallicity", 1, Owners.GAS_AND_STARS),
  TEMP("Temperature", 1, Owners.GAS),
  ENDT("RateOfChangeOfEntropy", 1, Owners.GAS),
  BFLD("MagneticField", 3, Owners.GAS),
  POT("Potential", 1, Owners.ALL),
  ACCE("Acceleration", 3, Owners.ALL),
  TSTP("TimeStep", 1, Owners.ALL);

  private static final int GAS = 0;
  private static final int STARS = 4;

  /** Particle types that have a block. */
  private enum Owners {
    ALL,
    WITHOUT_COMMON_MASS,
    GAS,
    STARS,
    GAS_AND_STARS
  }

  private final String dataset;
  private final int columns;
  private final Owners owners;

  BlockType(String dataset, int columns, Owners owners) {
    this.dataset = dataset;
    this.columns = columns;
    this.owners = owners;
  }

  /** The block with a label. */
  static Optional<BlockType> of(String label) {
    return Arrays.stream(values()).filter(type -> type.name().equals(label)).findFirst();
  }

  /**
   * The blocks of format 1 that are known by their order: positions, velocities and IDs, masses if
   * a type has no common mass, and those that gas always has. What follows depends on options of
   * the code that the header does not state.
   */
  static List<BlockType> inOrder(BinaryHeader header) {
    List<BlockType> blocks = new ArrayList<>(List.of(POS, VEL, ID));
    if (MASS.rows(header) > 0) {
      blocks.add(MASS);
    }
    if (header.counts()[GAS] > 0) {
      blocks.addAll(List.of(U, RHO));
      if (header.flags().cooling() != 0) {
        blocks.addAll(List.of(NE, NH));
      }
      blocks.add(HSML);
    }
    return blocks;
  }

  /** Name of the datasets. */
  String dataset() {
    return dataset;
  }

  /** Values per particle. */
  int columns() {
    return columns;
  }

  /** Whether another length than that of its particles is an error: every run reads it. */
  boolean isStrict() {
    return compareTo(MASS) <= 0;
  }

  /** Particles of a type that have the block. */
  long rows(BinaryHeader header, int type) {
    boolean has =
        switch (owners) {
          case ALL -> true;
          case WITHOUT_COMMON_MASS -> header.masses()[type] == 0;
          case GAS -> type == GAS;
          case STARS -> type == STARS;
          case GAS_AND_STARS -> type == GAS || type == STARS;
        };
    return has ? header.counts()[type] : 0;
  }

  /** Particles that have the block. */
  long rows(BinaryHeader header) {
    long rows = 0;
    for (int type = 0; type < BinaryHeader.TYPES; type++) {
      rows += rows(header, type);
    }
    return rows;
  }

  /**
   * Type of the values.
   *
   * @param bytes 4 or 8
   */
  Hdf5Type type(int bytes) {
    boolean wide = bytes == Double.BYTES;
    if (this == ID) {
      return wide ? Hdf5Type.UINT64 : Hdf5Type.UINT32;
    }
    return wide ? Hdf5Type.FLOAT64 : Hdf5Type.FLOAT32;
  }
}
