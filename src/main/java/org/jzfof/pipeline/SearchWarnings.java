package org.jzfof.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jzfof.catalogue.CatalogueSummary;
import org.jzfof.domain.Box;
import org.jzfof.error.UsageException;
import org.jzfof.groups.ids.RepeatedIds;
import org.jzfof.load.SnapshotParticles;
import org.jzfof.load.checks.RowChecks;

/** Warnings about a search and its groups, as complete sentences. */
final class SearchWarnings {
  private SearchWarnings() {}

  /**
   * @throws UsageException if the square of the linking length is no number above 0
   */
  static List<String> ofLinkingLength(double ell, Box box) {
    if (!(ell * ell > 0) || Double.isInfinite(ell * ell)) {
      throw new UsageException(
          "the linking length is %s in a box of %s, out of range: check -b, --linking-length and --box"
              .formatted(ell, box.describe()));
    }
    double half = Arrays.stream(box.size()).filter(s -> s > 0).min().orElse(0) / 2;
    return box.periodic() && ell >= half
        ? List.of(
            "the linking length %.5g is at least half the box side: nearly everything is linked"
                .formatted(ell))
        : List.of();
  }

  static List<String> ofGroups(
      SnapshotParticles input, CatalogueSummary groups, RepeatedIds repeated) {
    List<String> warnings = new ArrayList<>();
    RowChecks odd = input.odd();
    if (odd != null) { // null without particles
      odd.boxWarning().or(input::boxMassWarning).ifPresent(warnings::add);
      if (repeated.count() > 0 && !odd.idsRepeat()) {
        warnings.add(
            "at least %d members have the ID of another member of their group, such as %s: are there particles twice in the snapshot?"
                .formatted(repeated.count(), Long.toUnsignedString(repeated.least())));
      }
      if (groups.groups() > 0 && groups.withMass() == 0) {
        warnings.add(
            "all masses of the members of groups are 0: GroupPos and GroupVel are those of one member of each group");
      }
    }
    long particles = input.count() + input.secondaryCount();
    long most = groups.groups() == 0 ? 0 : groups.largest().sums().length()[0];
    if (most > particles / 2 && particles > 1) {
      warnings.add(
          "the largest group holds %d of %d particles: is the linking length right?"
              .formatted(most, particles));
    }
    return warnings;
  }
}
