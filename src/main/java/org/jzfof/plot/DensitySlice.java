package org.jzfof.plot;

import java.util.Arrays;
import org.jfree.chart.JFreeChart;
import org.jzfof.catalogue.StoredCatalogue;
import org.jzfof.error.SnapshotException;
import org.jzfof.error.UsageException;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.SnapshotHeader;

/** The particles of a snapshot near one plane, to be drawn at any resolution. */
final class DensitySlice {
  /** Part of the box that a slab takes when it was not said. */
  private static final double SHARE = 0.2;

  private static final double SAME = 1e-5;

  private final PlotRequest request;
  private final PlottedGroups groups;
  private final Snapshot snapshot;
  private final int[] types;
  private final Slab slab;

  private DensitySlice(
      PlotRequest request, PlottedGroups groups, Snapshot snapshot, int[] types, Slab slab) {
    this.request = request;
    this.groups = groups;
    this.snapshot = snapshot;
    this.types = types;
    this.slab = slab;
  }

  /**
   * @throws SnapshotException if the snapshot cannot be read, or is not that of the catalogue
   */
  static DensitySlice of(PlotRequest request, PlottedGroups groups) {
    StoredCatalogue catalogue = StoredCatalogue.open(request.catalogue());
    Snapshot snapshot = Snapshot.open(request.snapshot(), request.trustHeaders());
    int[] types = catalogue.primaryTypes();
    snapshot.check(types);
    requireSame(request, snapshot.header(), catalogue);
    double[] origin = new double[3];
    double[] side = groups.side();
    if (!catalogue.periodic()) {
      Bounds bounds = Bounds.of(snapshot, types);
      origin = bounds.low();
      side = bounds.side();
    }
    double[] ends = request.slab() != null ? request.slab() : ends(groups, request.axis(), side);
    double low = origin[request.axis()];
    double high = low + side[request.axis()];
    if (!catalogue.periodic() && !(ends[0] <= high && ends[1] > low)) {
      throw new UsageException(
          "the slab from %s to %s is empty: give --slab ends between %s and %s, where the particles are"
              .formatted(ends[0], ends[1], low, high));
    }
    Slab slab = new Slab(request.axis(), ends[0], ends[1], origin, side, catalogue.periodic());
    return new DensitySlice(request, groups, snapshot, types, slab);
  }

  private static double[] ends(PlottedGroups groups, int axis, double[] side) {
    double middle = groups.position()[axis];
    double half = SHARE / 2 * side[axis];
    return new double[] {middle - half, middle + half};
  }

  /** A picture with the groups of another snapshot would look right and be wrong. */
  private static void requireSame(
      PlotRequest request, SnapshotHeader snapshot, StoredCatalogue catalogue) {
    double[] box = snapshot.boxSize();
    double[] side = catalogue.boxSize();
    for (int d = 0; d < 3; d++) {
      boolean known = box != null && catalogue.periodic();
      if (known && Math.abs(box[d] - side[d]) > SAME * side[d]) {
        throw different(request, "box", Arrays.toString(box), Arrays.toString(side));
      }
    }
    double redshift = catalogue.header("Redshift");
    if (Math.abs(snapshot.redshift() - redshift) > SAME * (1 + redshift)) {
      throw different(request, "redshift", "" + snapshot.redshift(), "" + redshift);
    }
  }

  private static SnapshotException different(
      PlotRequest request, String what, String ofSnapshot, String ofCatalogue) {
    return new SnapshotException(
        "the %s of %s is %s and that of %s is %s: name the snapshot that the catalogue was made of"
            .formatted(what, request.snapshot(), ofSnapshot, request.catalogue(), ofCatalogue));
  }

  /** Width over height. */
  double aspect() {
    return slab.side()[slab.right()] / slab.side()[slab.up()];
  }

  /** The panel before there is anything on the map. */
  JFreeChart emptyPanel() {
    return DensityPanel.of(new DensityMap(slab, 2, 2), slab, groups, 0);
  }

  /** Reads the particles and draws them. */
  JFreeChart panel(int columns, int lines) {
    DensityMap map = new DensityMap(slab, columns, lines);
    for (int type : types) {
      map.add(snapshot, type);
    }
    return DensityPanel.of(map, slab, groups, request.circles());
  }
}
