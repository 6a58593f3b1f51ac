package org.jzfof.catalogue.columns;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.CatalogueShare;
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.values.SubhaloColumn;
import org.jzfof.groups.values.SubhaloTable;

/**
 * What the values of columns are taken from.
 *
 * @param info what is known of the run, in units of the snapshot
 * @param groups of this rank, with their spheres and subhaloes
 * @param share which part of the catalogue they are
 */
public record CatalogueRows(CatalogueInfo info, GroupCatalogue groups, CatalogueShare share) {
  /** Spheres around centres of any groups: columns of spheres alone can be taken from them. */
  public static CatalogueRows ofSpheres(GroupCatalogue groups) {
    return new CatalogueRows(null, groups, null);
  }

  /** The columns of groups and of the spheres around them. */
  public List<CatalogueColumn> columnsOfGroups() {
    List<CatalogueColumn> columns = new ArrayList<>(GroupColumns.ALL);
    columns.addAll(SphereColumns.at(groups.spheres().limits()));
    return columns;
  }

  /** The columns of subhaloes; none where they were not looked for. */
  public List<CatalogueColumn> columnsOfSubhaloes() {
    if (!haveSubhaloes()) {
      return List.of();
    }
    List<CatalogueColumn> columns = new ArrayList<>(SubhaloColumns.ALL);
    columns.addAll(ApertureColumns.at(groups.subhaloes().options().apertures()));
    return columns;
  }

  /** Whether subhaloes were looked for. */
  boolean haveSubhaloes() {
    return groups.subhaloes().sought();
  }

  /** Whether spheres were. */
  boolean haveSpheres() {
    return groups.spheres().options().enabled();
  }

  /** Whether the centre of a group is one of its members. */
  boolean areAroundMembers() {
    return groups.spheres().ofMembers() || haveSubhaloes();
  }

  /** The group of a subhalo, among those of this rank. */
  int group(int subhalo) {
    return (int) groups.subhaloes().integer(SubhaloColumn.GROUP, subhalo);
  }

  /** Whether a subhalo is the first one of its group. */
  boolean isFirst(int subhalo) {
    return groups.subhaloes().integer(SubhaloColumn.RANK, subhalo) == 0;
  }

  /** The rank of each subhalo in its group by decreasing mass. */
  int[] ranksByMass() {
    SubhaloTable table = groups.subhaloes();
    int[] start = table.starts(groups.groups());
    int[] ranks = new int[table.count()];
    for (int g = 0; g < groups.groups(); g++) {
      int[] order =
          IntStream.range(start[g], start[g + 1])
              .boxed()
              .sorted(Comparator.comparingDouble(s -> -table.real(SubhaloColumn.MASS, s, 0)))
              .mapToInt(s -> s)
              .toArray();
      for (int rank = 0; rank < order.length; rank++) {
        ranks[order[rank]] = rank;
      }
    }
    return ranks;
  }
}
