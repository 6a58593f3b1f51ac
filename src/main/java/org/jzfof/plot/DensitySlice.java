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

/** The particles of a snapshot near one plane, to be drawn at any resolution. */
final class DensitySlice {
  /** Part of the box that a slab takes when it was not said. */
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
   * In units of the snapshot, whatever those of the catalogue.
   *
   * @throws SnapshotException if the snapshot cannot be read, or is not that of the catalogue
   */
  static DensitySlice of(PlotRequest request) {
    Snapshot snapshot = Snapshot.open(request.snapshot(), request.headers());
    StoredCatalogue catalogue =
        StoredCatalogue.open(request.catalogue()).in(snapshot.header().units());
    PlottedGroups groups = PlottedGroups.of(catalogue, null);
    int[] types = catalogue.primaryTypes();
    FileChecks checks = snapshot.check(types, Set.of(ParticleColumn.MASSES), 0, 1);
    catalogue.requireSame(snapshot.header()); // a picture of another would look right
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

  /** What was never written of the particles, if anything. */
  Optional<String> warning() {
    return checks.warning();
  }

  /** Width over height. */
  double aspect() {
    return slab.side()[slab.right()] / slab.side()[slab.up()];
  }

  /** The panel before there is anything on the map. */
  JFreeChart emptyPanel() {
    return panel(new DensityMap(slab, 2, 2), 0);
  }

  /** As high as the panel beside it, which has a line below its title where there are models. */
  private JFreeChart panel(DensityMap map, int circles) {
    JFreeChart chart = DensityPanel.of(map, slab, groups, circles);
    if (!request.models().models().isEmpty()) {
      Style.caption(chart, " ");
    }
    return chart;
  }

  /** Reads the particles and draws them. */
  JFreeChart panel(int columns, int lines) {
    DensityMap map = new DensityMap(slab, columns, lines);
    for (int type : types) {
      map.add(snapshot, type);
    }
    return panel(map, request.density().circles());
  }
}
