package org.jzfof.plot;

import java.util.Optional;
import java.util.Set;
import org.jfree.chart.JFreeChart;
import org.jzfof.catalogue.stored.StoredCatalogue;
import org.jzfof.error.SnapshotException;
import org.jzfof.error.UsageException;
import org.jzfof.snapshot.FileChecks;
import org.jzfof.snapshot.Snapshot;
import org.jzfof.snapshot.file.ParticleColumn;

/** The particles of a snapshot near one plane, which can be drawn at any resolution. */
final class DensitySlice {
  /** Thickness of a slab as a fraction of the box if the request gives none. */
  private static final double SHARE = 0.2;

  private final PlotRequest request;
  private final PlottedGroups groups;
  private final Snapshot snapshot;
  private final int[] types;
  private final Slab slab;
  private final FileChecks checks;

  private DensitySlice(
      PlotRequest request,
      PlottedGroups groups,
      Snapshot snapshot,
      int[] types,
      Slab slab,
      FileChecks checks) {
    this.request = request;
    this.groups = groups;
    this.snapshot = snapshot;
    this.types = types;
    this.slab = slab;
    this.checks = checks;
  }

  /**
   * Prepares the slice. Lengths are in the units of the snapshot, also if those of the catalogue
   * differ.
   *
   * @throws SnapshotException if the snapshot cannot be read, or does not belong to the catalogue
   */
  static DensitySlice of(PlotRequest request) {
    Snapshot snapshot = Snapshot.open(request.snapshot(), request.headers());
    StoredCatalogue catalogue =
        StoredCatalogue.open(request.catalogue()).in(snapshot.header().units());
    PlottedGroups groups = PlottedGroups.of(catalogue, null);
    int[] types = catalogue.primaryTypes();
    FileChecks checks = snapshot.check(types, Set.of(ParticleColumn.MASSES), 0, 1);
    // The picture of a wrong snapshot would look plausible.
    catalogue.requireSame(snapshot.header());
    double[] origin = new double[3];
    double[] side = groups.side();
    if (!catalogue.periodic()) {
      Bounds bounds = Bounds.of(snapshot, types);
      origin = bounds.low();
      side = bounds.side();
    }
    double[] ends =
        request.density().slab() != null
            ? request.density().slab()
            : ends(groups, request.density().axis(), side);
    double low = origin[request.density().axis()];
    double high = low + side[request.density().axis()];
    if (!(ends[0] <= high && ends[1] > low)) {
      throw new UsageException(
          "the slab from %s to %s is empty: give --slab ends between %s and %s, where the particles are"
              .formatted(ends[0], ends[1], low, high));
    }
    Slab slab =
        new Slab(request.density().axis(), ends[0], ends[1], origin, side, catalogue.periodic());
    return new DensitySlice(request, groups, snapshot, types, slab, checks);
  }

  private static double[] ends(PlottedGroups groups, int axis, double[] side) {
    double middle = groups.position()[axis];
    double half = SHARE / 2 * side[axis];
    return new double[] {middle - half, middle + half};
  }

  /** Returns a warning if blocks of the particles were never written. */
  Optional<String> warning() {
    return checks.warning();
  }

  /** Width of the projected area over its height. */
  double aspect() {
    return slab.side()[slab.right()] / slab.side()[slab.up()];
  }

  /** Returns the panel without any particles on the map. */
  JFreeChart emptyPanel() {
    return panel(new DensityMap(slab, 2, 2), 0);
  }

  /**
   * Returns the panel, as high as the panel beside it; that panel has a caption below its title if
   * models are drawn.
   */
  private JFreeChart panel(DensityMap map, int circles) {
    JFreeChart chart = DensityPanel.of(map, slab, groups, circles);
    if (!request.models().models().isEmpty()) {
      Style.caption(chart, " ");
    }
    return chart;
  }

  /** Reads the particles and draws the panel. */
  JFreeChart panel(int columns, int lines) {
    DensityMap map = new DensityMap(slab, columns, lines);
    for (int type : types) {
      map.add(snapshot, type);
    }
    return panel(map, request.density().circles());
  }
}
