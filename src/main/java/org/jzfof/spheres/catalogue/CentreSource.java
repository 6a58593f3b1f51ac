package org.jzfof.spheres.catalogue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jzfof.catalogue.columns.GroupColumns;
import org.jzfof.catalogue.stored.CatalogueCheck;
import org.jzfof.catalogue.stored.CentreTable;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.config.Crossing;
import org.jzfof.config.Property;
import org.jzfof.config.search.SphereFileOptions;
import org.jzfof.domain.Box;
import org.jzfof.error.CatalogueException;
import org.jzfof.output.SourceMismatch;
import org.jzfof.snapshot.header.SnapshotHeader;

/**
 * Centres of spheres from their source: the groups of a catalogue, or a table of positions.
 *
 * @param centres positions in units of the snapshot
 * @param mass masses of the groups [n], for Gadget's rule; zeros for a table
 * @param length numbers of members of the groups [n]; as for the masses
 * @param linked particle types that form the groups
 * @param remarks remarks for the user, as complete sentences
 */
record CentreSource(
    SphereCentres centres,
    double[] mass,
    long[] length,
    int[] linked,
    List<Path> files,
    List<String> remarks) {
  /** Default linked types for positions of a table. */
  private static final int[] DEFAULT_LINKED = {1};

  /** Tolerance, relative to the side of the box, as centres are rounded to float32. */
  private static final double MARGIN = 1e-5;

  /**
   * Reads the centres.
   *
   * @throws org.jzfof.error.JzfofException if the source has no suitable centres
   */
  static CentreSource of(
      SphereFileOptions options, SnapshotHeader snapshot, Box box, String fingerprint) {
    Optional<CentreTable> table = CentreTable.named(options.catalogue(), box);
    if (table.isEmpty()) {
      StoredCatalogue stored = StoredCatalogue.open(options.catalogue());
      CatalogueCheck.requireSnapshot(stored, "jzfof so");
      List<String> remarks =
          SourceMismatch.remark(
                  stored.files().get(0), snapshot.pieces().get(0).file(), () -> fingerprint)
              .stream()
              .toList();
      return of(stored, linked(options, stored), snapshot, box, remarks);
    }
    if (options.spheres().crossing() == Crossing.GADGET) {
      throw new CatalogueException(
          "--so-crossing gadget starts from the masses of groups, but %s has positions only: choose another crossing, or name a catalogue"
              .formatted(options.catalogue()));
    }
    CentreTable positions = table.get();
    return new CentreSource(
        new SphereCentres("place in the table", positions.position(), positions.id()),
        new double[positions.count()],
        new long[positions.count()],
        options.linked() == null ? DEFAULT_LINKED : options.linked(),
        List.of(positions.file()),
        List.of());
  }

  /** Returns the linked types, which only contamination needs. */
  private static int[] linked(SphereFileOptions options, StoredCatalogue stored) {
    if (options.linked() != null) {
      return options.linked();
    }
    if (!options.spheres().properties().contains(Property.CONTAMINATION)) {
      return DEFAULT_LINKED;
    }
    if (stored.parameters("PrimaryTypes").length == 0
        && !stored.groupTable().has(GroupColumns.LENGTH_OF_TYPES)) {
      throw new CatalogueException(
          "%s does not say which types were linked, which --properties contamination needs: give --linked-types, such as 1"
              .formatted(options.catalogue()));
    }
    return stored.primaryTypes();
  }

  private static CentreSource of(
      StoredCatalogue stored,
      int[] linked,
      SnapshotHeader snapshot,
      Box box,
      List<String> remarks) {
    stored.requireSame(snapshot);
    StoredCatalogue catalogue = stored.in(snapshot.units());
    if (catalogue.groups() == 0) {
      return new CentreSource(
          centres(new double[0]), new double[0], new long[0], linked, catalogue.files(), remarks);
    }
    double[] position = catalogue.groupTable().doubles(GroupColumns.POSITION);
    for (int i = 0; i < position.length; i++) {
      double lower = box.lower()[i % 3];
      double upper = lower + box.size()[i % 3];
      double margin = MARGIN * box.size()[i % 3];
      if (!(position[i] >= lower - margin && position[i] <= upper + margin)) {
        throw new CatalogueException(
            "GroupPos of %s has %s = %s, and the box of the snapshot is from %s to %s: the file was changed, or is of another snapshot"
                .formatted(
                    catalogue.describeGroup(i / 3),
                    "xyz".charAt(i % 3),
                    position[i],
                    lower,
                    upper));
      }
    }
    return new CentreSource(
        centres(position),
        catalogue.groupTable().doubles(GroupColumns.MASS),
        catalogue.groupTable().longs(GroupColumns.LENGTH),
        linked,
        catalogue.files(),
        remarks);
  }

  private static SphereCentres centres(double[] position) {
    return new SphereCentres("GroupPos of the catalogue", position, null);
  }
}
