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
 * The data that the values of columns are taken from.
 *
 * @param info description of the run, in units of the snapshot
 * @param groups groups of this rank, with their spheres and subhaloes
 * @param share position of these groups in the catalogue
 */
public record CatalogueRows(CatalogueInfo info, GroupCatalogue groups, CatalogueShare share) {
  /** Returns rows of spheres around arbitrary centres, which only provide columns of spheres. */
  public static CatalogueRows ofSpheres(GroupCatalogue groups) {
    return new CatalogueRows(null, groups, null);
  }

  /** Returns the columns of groups and of the spheres around them. */
  public List<CatalogueColumn> columnsOfGroups() {
    List<CatalogueColumn> columns = new ArrayList<>(GroupColumns.ALL);
    if (ofLightcone()) {
      columns.addAll(LightconeColumns.ALL);
    }
    columns.addAll(SphereColumns.at(groups.spheres().limits()));
    return columns;
  }

  /** Returns the columns of subhaloes; empty if subhaloes were not searched for. */
  public List<CatalogueColumn> columnsOfSubhaloes() {
    if (!haveSubhaloes()) {
      return List.of();
    }
    List<CatalogueColumn> columns = new ArrayList<>(SubhaloColumns.ALL);
    columns.addAll(ApertureColumns.at(groups.subhaloes().options().apertures()));
    return columns;
  }

  /** Returns whether the groups are those of a light cone. */
  boolean ofLightcone() {
    return info.lightcone().isPresent();
  }

  /** Returns whether subhaloes were searched for. */
  boolean haveSubhaloes() {
    return groups.subhaloes().isSearched();
  }

  /** Returns whether spheres were measured. */
  boolean haveSpheres() {
    return groups.spheres().options().enabled();
  }

  /** Returns whether the centre of a group is one of its members. */
  boolean areAroundMembers() {
    return groups.spheres().centredOnMembers() || haveSubhaloes();
  }

  /** Returns the group of a subhalo, as an index among those of this rank. */
  int group(int subhalo) {
    return (int) groups.subhaloes().integer(SubhaloColumn.GROUP, subhalo);
  }

  /** Returns whether a subhalo is the first one of its group. */
  boolean isFirst(int subhalo) {
    return groups.subhaloes().integer(SubhaloColumn.RANK, subhalo) == 0;
  }

  /** Returns the rank of each subhalo in its group by decreasing mass. */
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
