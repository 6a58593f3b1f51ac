package org.jzfof.match;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jzfof.catalogue.columns.CatalogueColumn;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.columns.SubhaloColumns;
import org.jzfof.catalogue.layout.CatalogueFiles;
import org.jzfof.catalogue.stored.MemberChoice;
import org.jzfof.catalogue.stored.MemberRows;
import org.jzfof.catalogue.stored.ParticleMembership;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.catalogue.stored.StoredMembers;
import org.jzfof.catalogue.stored.StoredTable;
import org.jzfof.catalogue.stored.TypeCounts;
import org.jzfof.comm.Communicator;
import org.jzfof.comm.EvenShares;
import org.jzfof.config.catalogues.IdMap;
import org.jzfof.config.catalogues.MatchOptions;
import org.jzfof.error.CatalogueException;
import org.jzfof.error.UsageException;
import org.jzfof.output.Scaling;
import org.jzfof.trees.links.MemberTable;
import org.jzfof.trees.links.Partners;

/** One of the two catalogues of a match: its haloes, which are groups or subhaloes. */
final class MatchedCatalogue {
  private final MatchOptions.Side side;
  private final StoredCatalogue catalogue;
  private final boolean subhaloes;
  private final StoredTable table;

  private MatchedCatalogue(
      MatchOptions.Side side, StoredCatalogue catalogue, boolean subhaloes, StoredTable table) {
    this.side = side;
    this.catalogue = catalogue;
    this.subhaloes = subhaloes;
    this.table = table;
  }

  /** Returns the groups or the subhaloes of an open catalogue. */
  static MatchedCatalogue of(MatchOptions.Side side, StoredCatalogue catalogue, boolean subhaloes) {
    if (subhaloes && !catalogue.hasSubhaloes()) {
      throw new UsageException(
          "%s has no subhaloes: match groups with --by group, or name a catalogue that has them"
              .formatted(catalogue.files().get(0)));
    }
    return new MatchedCatalogue(
        side, catalogue, subhaloes, subhaloes ? catalogue.subhaloTable() : catalogue.groupTable());
  }

  StoredCatalogue catalogue() {
    return catalogue;
  }

  /** First file of the catalogue. */
  Path file() {
    return catalogue.files().get(0);
  }

  /** Whether the haloes are subhaloes. */
  boolean ofSubhaloes() {
    return subhaloes;
  }

  /** Unit of masses. */
  Scaling massUnit() {
    return Scaling.mass(catalogue.units());
  }

  /** Number of haloes. */
  int haloes() {
    return table.rows();
  }

  /** Returns the types with members, increasing; null if the catalogue does not state them. */
  int[] types() {
    CatalogueColumn column = lengthOfTypes();
    if (!table.has(column)) {
      return null;
    }
    return TypeCounts.of(table.longs(column), haloes()).present();
  }

  private CatalogueColumn lengthOfTypes() {
    return subhaloes ? SubhaloColumns.LENGTH_OF_TYPES : GroupColumns.LENGTH_OF_TYPES;
  }

  /**
   * Returns the number of members of each halo that count.
   *
   * @param types their types; empty for all
   * @param most maximum number of each type; 0 for no maximum
   */
  private long[] counting(int[] types, int most) {
    long limit = most == 0 ? Long.MAX_VALUE : most;
    if (!table.has(lengthOfTypes())) {
      long[] lengths = table.longs(subhaloes ? SubhaloColumns.LENGTH : GroupColumns.LENGTH);
      return Arrays.stream(lengths).map(n -> Math.min(n, limit)).toArray();
    }
    TypeCounts counts = TypeCounts.of(table.longs(lengthOfTypes()), haloes());
    long[] sums = new long[haloes()];
    for (int h = 0; h < sums.length; h++) {
      for (int t = 0; t < counts.types(); t++) {
        sums[h] += isOf(types, t) ? Math.min(counts.of(h, t), limit) : 0;
      }
    }
    return sums;
  }

  private static boolean isOf(int[] types, int type) {
    return types.length == 0 || Arrays.stream(types).anyMatch(t -> t == type);
  }

  /** Returns the mass of each halo. */
  private double[] masses() {
    return table.doubles(subhaloes ? SubhaloColumns.MASS : GroupColumns.MASS);
  }

  /**
   * Returns the mean mass of the members of some types of each halo; null if the catalogue does not
   * state it. Particles of one type often have the same mass, which is then this one.
   */
  private double[] meanMasses(int[] types) {
    CatalogueColumn ofTypes = subhaloes ? SubhaloColumns.MASS_OF_TYPES : GroupColumns.MASS_OF_TYPES;
    double[] sums = new double[haloes()];
    if (types.length == 0) {
      sums = masses();
    } else if (!table.has(ofTypes)) {
      return null;
    } else {
      double[] masses = table.doubles(ofTypes);
      int all = haloes() == 0 ? 0 : masses.length / haloes();
      for (int h = 0; h < sums.length; h++) {
        for (int t = 0; t < all; t++) {
          sums[h] += isOf(types, t) ? masses[h * all + t] : 0;
        }
      }
    }
    long[] counts = counting(types, 0);
    for (int h = 0; h < sums.length; h++) {
      sums[h] = counts[h] == 0 ? 0 : sums[h] / counts[h];
    }
    return sums;
  }

  /**
   * Returns the haloes with their matches.
   *
   * @param own matches of the haloes of this catalogue
   * @param others matches of the haloes of the other one
   * @param types types of the members that count; empty for all
   * @param most maximum number of each type; 0 for no maximum
   */
  Direction direction(Partners own, Partners others, int[] types, int most) {
    return Direction.of(own, others, counting(types, most), masses(), meanMasses(types));
  }

  /**
   * Opens the members.
   *
   * @param types types of the members; empty for all
   */
  MemberRows open(int[] types, boolean trustHeaders) {
    MemberChoice choice = new MemberChoice(subhaloes, types, trustHeaders);
    if (side.members() != null) {
      return ParticleMembership.open(catalogue, choice, side.members(), side.snapshot());
    }
    return StoredMembers.of(catalogue, choice)
        .map(listed -> (MemberRows) listed)
        .or(
            () ->
                CatalogueFiles.membership(file())
                    .map(beside -> ParticleMembership.open(catalogue, choice, beside, null)))
        .orElseThrow(this::withoutMembers);
  }

  private CatalogueException withoutMembers() {
    return new CatalogueException(
        "%s lists no IDs of members%s: name a file with the halo of each particle, such as a membership file, with --members1 or --members2"
            .formatted(
                file(),
                catalogue.isFromJzfof()
                    ? "; run jzfof run without --no-ids, or with --membership"
                    : ", and no snapshot in group order is beside it"));
  }

  /** Reads the members, with the IDs of the other catalogue; collective over all ranks. */
  MemberTable read(Communicator comm, MemberRows rows) {
    EvenShares shares = new EvenShares(rows.rows(), comm.size());
    long from = shares.start(comm.rank());
    long to = shares.start(comm.rank() + 1);
    MemberRows.Reader reader = rows.reader(from, to);
    IdMap map = side.ids();
    return MemberTable.read(
        comm,
        haloes(),
        to - from,
        rows.members(),
        (count, ids, objects, ranks) -> {
          int members = reader.next(count, ids, objects, ranks);
          for (int i = 0; i < members && !map.steps().isEmpty(); i++) {
            ids[i] = map.of(ids[i]);
          }
          return members;
        },
        this::describe);
  }

  private String describe(int halo) {
    return subhaloes ? "subhalo %d in %s".formatted(halo, file()) : catalogue.describeGroup(halo);
  }

  /** Describes types, such as "types 0, 1". */
  static String name(int... types) {
    return types.length == 0
        ? "all types"
        : (types.length == 1 ? "type " : "types ")
            + Arrays.stream(types).mapToObj(String::valueOf).collect(Collectors.joining(", "));
  }
}
