package org.jzfof.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleConsumer;
import org.jzfof.backend.Backend;
import org.jzfof.config.Property;
import org.jzfof.domain.IncomingParticles;
import org.jzfof.domain.Particles;
import org.jzfof.domain.SearchSpace;
import org.jzfof.error.Scope;
import org.jzfof.load.SnapshotParticles;
import org.jzfof.pipeline.stages.GroupFinder;
import org.jzfof.pipeline.stages.SphereSearch;
import org.jzfof.progress.StageClock;

/**
 * Reads the particles of a run: needs an open snapshot, leaves their positions on the device and
 * their other columns on the way.
 */
final class ParticleReading {
  private final SnapshotParticles input;
  private final Backend backend;
  private final StageClock clock;
  private final DoubleConsumer progress;
  private final List<IncomingParticles> begun = new ArrayList<>();

  /**
   * @param progress receives the fraction that is read
   */
  ParticleReading(
      SnapshotParticles input, Backend backend, StageClock clock, DoubleConsumer progress) {
    this.input = input;
    this.backend = backend;
    this.clock = clock;
    this.progress = progress;
  }

  /**
   * Every rank calls it.
   *
   * @param spheres to be measured, or null
   * @param whenRead called when all columns are there
   */
  GroupFinder.Input begin(SearchSpace space, SphereSearch spheres, Runnable whenRead) {
    boolean secondary = input.secondaryCount() > 0;
    double share = (double) input.count() / (input.count() + input.secondaryCount());
    Runnable allRead =
        () -> {
          input.end();
          whenRead.run();
        };
    try (Scope made = new Scope()) {
      IncomingParticles primary =
          made.add(
              clock.time(
                  "read",
                  () -> input.begin(space, backend, done -> progress.accept(done * share))));
      primary = new TimedColumns(primary, clock, secondary ? () -> {} : allRead);
      begun.add(primary);
      IncomingParticles others = null;
      if (secondary) {
        IncomingParticles read =
            made.add(
                clock.time(
                    "read secondary",
                    () ->
                        input.beginSecondary(
                            space, backend, done -> progress.accept(share + done * (1 - share)))));
        others = new TimedColumns(read, clock, allRead);
        begun.add(others);
      }
      Particles around =
          spheres == null ? null : clock.time("read others", () -> others(space, spheres));
      return made.keep(new GroupFinder.Input(primary, others, around));
    }
  }

  /** As {@link IncomingParticles#check}, of all that was begun. */
  void check() {
    begun.forEach(IncomingParticles::check);
  }

  private Particles others(SearchSpace space, SphereSearch spheres) {
    boolean velocities = spheres.options().properties().contains(Property.INSIDE);
    return input.loadOthers(space, backend, velocities, done -> {});
  }
}
