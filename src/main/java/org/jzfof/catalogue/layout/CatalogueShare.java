package org.jzfof.catalogue.layout;

import java.util.Arrays;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.groups.GroupCatalogue;

/**
 * The position of the groups of a rank in the catalogue, which starts with those of rank 0.
 *
 * @param start number of the first group of each rank, and the number of all groups [ranks+1]
 * @param before number of members of the groups of lower ranks
 * @param typeBefore number of these members per type [T]
 * @param members number of members of the groups of all ranks
 * @param longest number of members of the longest group; 0 if there are no groups
 * @param subhaloStart number of the first subhalo of each rank, and the number of all subhaloes
 *     [ranks+1]
 */
public record CatalogueShare(
    int rank,
    long[] start,
    long before,
    long[] typeBefore,
    long members,
    long longest,
    long[] subhaloStart) {
  private static final int GROUPS = 0;
  private static final int MEMBERS = 1;
  private static final int LONGEST = 2;
  private static final int SUBHALOES = 3;
  private static final int TYPES = 4;

  /** Computes the share of this rank; collective over all ranks. */
  public static CatalogueShare of(Communicator comm, GroupCatalogue groups) {
    int types = groups.types();
    long[] local = new long[TYPES + types];
    local[GROUPS] = groups.groups();
    local[MEMBERS] = groups.members();
    local[SUBHALOES] = groups.subhaloes().count();
    for (int g = 0; g < groups.groups(); g++) {
      local[LONGEST] = Math.max(local[LONGEST], groups.sums().length()[g]);
      for (int t = 0; t < types; t++) {
        local[TYPES + t] += groups.sums().lengthType()[types * g + t];
      }
    }
    long[][] all = comm.allGather(local);
    long[] typeBefore = new long[types];
    long before = 0;
    for (int r = 0; r < comm.rank(); r++) {
      before += all[r][MEMBERS];
      for (int t = 0; t < types; t++) {
        typeBefore[t] += all[r][TYPES + t];
      }
    }
    return new CatalogueShare(
        comm.rank(),
        ArrayParts.offsets(comm.size(), r -> all[r][GROUPS]),
        before,
        typeBefore,
        Arrays.stream(all).mapToLong(of -> of[MEMBERS]).sum(),
        Arrays.stream(all).mapToLong(of -> of[LONGEST]).max().orElse(0),
        ArrayParts.offsets(comm.size(), r -> all[r][SUBHALOES]));
  }

  /** Number of groups of all ranks. */
  public long groups() {
    return start[start.length - 1];
  }

  /** Number of the first group of this rank. */
  public long first() {
    return start[rank];
  }

  /** Number of subhaloes of all ranks. */
  public long subhaloes() {
    return subhaloStart[subhaloStart.length - 1];
  }

  /** Number of the first subhalo of this rank. */
  public long firstSubhalo() {
    return subhaloStart[rank];
  }

  /** Returns the groups of a rank. */
  public RowRange rows(int of) {
    return rows(CatalogueTable.GROUPS, of);
  }

  /** Returns the groups or subhaloes of a rank. */
  RowRange rows(CatalogueTable table, int of) {
    long[] first = table == CatalogueTable.GROUPS ? start : subhaloStart;
    return new RowRange(first[of], first[of + 1] - first[of]);
  }

  /**
   * Returns the number of members of all groups before each group of this rank, per type
   * [groups·T].
   */
  public long[] offsets(GroupCatalogue groups) {
    int types = groups.types();
    long[] offset = new long[groups.sums().lengthType().length];
    for (int i = 0; i < offset.length; i++) {
      offset[i] =
          i < types ? typeBefore[i] : offset[i - types] + groups.sums().lengthType()[i - types];
    }
    return offset;
  }

  /**
   * Returns the number of the first subhalo of each group of this rank, followed by the end of its
   * last group [groups+1].
   */
  public long[] subhaloStarts(GroupCatalogue groups) {
    return Arrays.stream(groups.subhaloes().starts(groups.groups()))
        .mapToLong(s -> firstSubhalo() + s)
        .toArray();
  }

  /**
   * Returns the number of members of all groups before each group of this rank, followed by the end
   * of its last group [groups+1].
   */
  public long[] memberStart(GroupCatalogue groups) {
    long[] start = ArrayParts.offsets(groups.sums().length());
    Arrays.setAll(start, g -> before + start[g]);
    return start;
  }
}
