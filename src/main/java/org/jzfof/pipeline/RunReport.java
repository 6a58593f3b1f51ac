package org.jzfof.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jzfof.catalogue.CatalogueSummary;
import org.jzfof.catalogue.layout.CatalogueInfo;
import org.jzfof.catalogue.layout.Linking;
import org.jzfof.config.RunOptions;
import org.jzfof.domain.Box;
import org.jzfof.error.UsageException;
import org.jzfof.groups.ids.RepeatedIds;
import org.jzfof.output.Provenance;
import org.jzfof.output.RunRecord;
import org.jzfof.pipeline.stages.SphereSearch;
import org.jzfof.pipeline.stages.SubhaloTarget;
import org.jzfof.progress.StageTiming;
import org.jzfof.snapshot.checks.RowChecks;
import org.jzfof.snapshot.particles.MeanSeparation;
import org.jzfof.snapshot.particles.SnapshotParticles;

/**
 * Collects what a run tells its user, in its files and in a {@link HaloReport}: parameters,
 * descriptions of what it looks for, and warnings, which are complete sentences.
 */
final class RunReport {
  private final RunOptions options;
  private final SnapshotParticles input;
  private final RunRecord run;
  private final List<String> warnings = new ArrayList<>();
  private Linking linking;
  private double boxMass = Double.NaN;
  private String spheres;
  private String subhaloes;
  private CatalogueSummary groups; // null before they are found

  /**
   * @param input as opened, with warnings and remarks of its own
   * @param linking of the particles
   * @param version of jzfof
   * @throws UsageException if the square of the linking length is no number above 0
   */
  RunReport(RunOptions options, SnapshotParticles input, Linking linking, String version) {
    this.options = options;
    this.input = input;
    this.linking = linking;
    checkLinkingLength(linking.length(), input.box());
    this.run =
        new RunRecord(
            version,
            options.execution().commandLine(),
            Provenance.of(
                input.header().pieces().get(0).file(),
                input.fingerprint(),
                options.resultOptions()));
  }

  private void checkLinkingLength(double ell, Box box) {
    if (!(ell * ell > 0) || Double.isInfinite(ell * ell)) {
      throw new UsageException(
          "the linking length is %s in a box of %s, out of range: check -b, --linking-length and --box"
              .formatted(ell, box.describe()));
    }
    double half = Arrays.stream(box.size()).filter(s -> s > 0).min().orElse(0) / 2;
    if (box.periodic() && ell >= half) {
      warnings.add(
          "the linking length %.5g is at least half the box side: nearly everything is linked"
              .formatted(ell));
    }
  }

  /** Warnings about the search, to which stages add theirs. */
  List<String> warnings() {
    return warnings;
  }

  /**
   * Spheres are measured.
   *
   * @param assumptions sentences; they are warnings only if a user named the spheres
   */
  void spheres(SphereSearch search, List<String> assumptions) {
    spheres = search.description();
    if (options.spheres().asked()) {
      warnings.addAll(assumptions);
    } else if (!assumptions.isEmpty()) {
      spheres += "; " + assumptions.get(0);
    }
  }

  /** The default spheres cannot be measured. */
  void noSpheres(String obstacle) {
    spheres = "none: " + obstacle;
  }

  /** Subhaloes are looked for. */
  void subhaloes(SubhaloTarget target) {
    subhaloes = target.description();
  }

  /**
   * The groups are found, and all particles have been read.
   *
   * @param found groups of all ranks
   * @param repeated IDs that several members have
   */
  void groups(CatalogueSummary found, RepeatedIds repeated) {
    groups = found;
    boxMass = input.boxMass();
    double byMass = MeanSeparation.of(input, input::meanMass).byMass();
    linking = linking.withLengthByMass(linking.b() * byMass);
    checkRows(repeated);
    long particles = input.count() + input.secondaryCount();
    long most = found.groups() == 0 ? 0 : found.largest().sums().length()[0];
    if (most > particles / 2 && particles > 1) {
      warnings.add(
          "the largest group holds %d of %d particles: is the linking length right?"
              .formatted(most, particles));
    }
  }

  private void checkRows(RepeatedIds repeated) {
    RowChecks checks = input.rowChecks();
    if (checks == null) { // there are no particles
      return;
    }
    checks.boxWarning().or(input::boxMassWarning).ifPresent(warnings::add);
    if (repeated.count() > 0 && !checks.idsRepeat()) {
      warnings.add(
          "at least %d members have the ID of another member of their group, such as %s: are there particles twice in the snapshot?"
              .formatted(repeated.count(), Long.toUnsignedString(repeated.smallest())));
    }
    if (groups.groups() > 0 && groups.withMass() == 0) {
      warnings.add(
          "all masses of the members of groups are 0: GroupPos and GroupVel are those of one member of each group");
    }
  }

  /** What files state; complete when the groups are found. */
  CatalogueInfo info() {
    return new CatalogueInfo(
        input.header(),
        options.groups().particles().snapshot().toString(),
        input.box(),
        linking,
        input.hasVelocities(),
        run,
        options.resultOptions(),
        Stream.concat(input.warnings().stream(), warnings.stream()).toList(),
        boxMass);
  }

  /**
   * The report at the end of the run; without a result where no groups were looked for.
   *
   * @param device that was used, and why
   * @param bytes of device memory, as estimated
   * @param products files that were written
   * @param stages over all ranks
   * @param remarks about these files, sentences
   */
  HaloReport finished(
      String device,
      long bytes,
      RunFiles products,
      List<StageTiming> stages,
      List<String> remarks) {
    CatalogueInfo info = info();
    return new HaloReport(
        info,
        new HaloReport.Task(input.count(), input.secondaryCount(), spheres, subhaloes),
        device,
        groups == null
            ? null
            : new HaloReport.Result(groups, products.catalogueFile(), products.others()),
        bytes,
        stages,
        Stream.of(input.remarks(), info.warnings(), remarks).flatMap(List::stream).toList());
  }
}
