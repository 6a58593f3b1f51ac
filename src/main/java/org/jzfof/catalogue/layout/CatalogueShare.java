package org.jzfof.catalogue.layout;

import java.util.Arrays;
import org.jzfof.comm.ArrayParts;
import org.jzfof.comm.Communicator;
import org.jzfof.groups.GroupCatalogue;

/**
 * Which part of a catalogue the groups of a rank are: those of rank 0 come first.
 *
 * @param rank this one
 * @param start number of the first group of each rank, and the number of all groups [ranks+1]
 * @param before members of the groups of lower ranks
 * @param typeBefore these per type [T]
 * @param members of the groups of all ranks
 * @param longest members of the longest group; 0 where there is none
 * @param subhaloStart number of the first subhalo of each rank, and the number of all [ranks+1]
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

  /**
   * That of this rank; every rank calls it.
   *
   * @param groups of this rank
   */
  public static CatalogueShare of(Communicator comm, GroupCatalogue groups) {
    int types = groups.types();
    long[] here = new long[TYPES + types];
    here[GROUPS] = groups.groups();
    here[MEMBERS] = groups.members();
    here[SUBHALOES] = groups.subhaloes().count();
    for (int g = 0; g < groups.groups(); g++) {
      here[LONGEST] = Math.max(here[LONGEST], groups.sums().length()[g]);
      for (int t = 0; t < types; t++) {
        here[TYPES + t] += groups.sums().lengthType()[types * g + t];
      }
    }
    long[][] all = comm.allGather(here);
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
        ArrayParts.starts(comm.size(), r -> all[r][GROUPS]),
        before,
        typeBefore,
        Arrays.stream(all).mapToLong(of -> of[MEMBERS]).sum(),
        Arrays.stream(all).mapToLong(of -> of[LONGEST]).max().orElse(0),
        ArrayParts.starts(comm.size(), r -> all[r][SUBHALOES]));
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

  /** The groups of a rank. */
  public RowRange rows(int of) {
    return rows(CatalogueTable.GROUPS, of);
  }

  /** The groups or subhaloes of a rank. */
  RowRange rows(CatalogueTable table, int of) {
    long[] first = table == CatalogueTable.GROUPS ? start : subhaloStart;
    return new RowRange(first[of], first[of + 1] - first[of]);
  }

  /** Members of all groups before each of this rank, per type [groups·T]. */
  public long[] offsets(GroupCatalogue groups) {
    int types = groups.types();
    long[] offset = new long[groups.sums().lengthType().length];
    for (int i = 0; i < offset.length; i++) {
      offset[i] =
          i < types ? typeBefore[i] : offset[i - types] + groups.sums().lengthType()[i - types];
    }
    return offset;
  }

  /** Number of the first subhalo of each group of this rank, and of all of its last [groups+1]. */
  public long[] subhaloStarts(GroupCatalogue groups) {
    return Arrays.stream(groups.subhaloes().starts(groups.groups()))
        .mapToLong(s -> firstSubhalo() + s)
        .toArray();
  }

  /** Members of all groups before each of this rank, and behind the last one [groups+1]. */
  public long[] memberStart(GroupCatalogue groups) {
    long[] start = ArrayParts.starts(groups.sums().length());
    Arrays.setAll(start, g -> before + start[g]);
    return start;
  }
}
