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
import org.jzfof.groups.GroupCatalogue;
import org.jzfof.groups.ids.RepeatedIds;
import org.jzfof.groups.values.LightconeValues;
import org.jzfof.output.Provenance;
import org.jzfof.output.RunRecord;
import org.jzfof.pipeline.stages.SphereSearch;
import org.jzfof.pipeline.stages.SubhaloTarget;
import org.jzfof.progress.StageTiming;
import org.jzfof.snapshot.checks.RowChecks;
import org.jzfof.snapshot.particles.MeanSeparation;
import org.jzfof.snapshot.particles.SnapshotParticles;

/**
 * Collects the information for the user, in the files of a run and in a {@link HaloReport}:
 * parameters, descriptions of the search targets, and warnings, which are complete sentences.
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
  private CatalogueSummary groups; // null before the groups are found

  /**
   * @param input opened particles, with warnings and remarks of their reader
   * @throws UsageException if the square of the linking length is not a positive finite number
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

  /** Returns the list of warnings about the search, to which the stages add. */
  List<String> warnings() {
    return warnings;
  }

  /**
   * Records the spheres to measure.
   *
   * @param assumptions complete sentences, which are warnings only if the user requested the
   *     spheres
   */
  void spheres(SphereSearch search, List<String> assumptions) {
    spheres = search.description();
    if (options.spheres().asked()) {
      warnings.addAll(assumptions);
    } else if (!assumptions.isEmpty()) {
      spheres += "; " + assumptions.get(0);
    }
  }

  /** Records why the default spheres cannot be measured. */
  void noSpheres(String obstacle) {
    spheres = "none: " + obstacle;
  }

  /** Records the subhaloes to find. */
  void subhaloes(SubhaloTarget target) {
    subhaloes = target.description();
  }

  /**
   * Records the groups, after all particles have been read.
   *
   * @param found groups of all ranks
   * @param catalogue groups of this rank, with what all ranks know of them
   */
  void groups(CatalogueSummary found, GroupCatalogue catalogue) {
    groups = found;
    boxMass = input.boxMass();
    double byMass = MeanSeparation.of(input, input::meanMass).byMass();
    linking = linking.withLengthByMass(linking.b() * byMass);
    checkRows(catalogue.memberIds().repeated());
    shared(catalogue.lightcone());
    long particles = input.count() + input.secondaryCount();
    long largest = found.groups() == 0 ? 0 : found.largest().sums().length()[0];
    if (largest > particles / 2 && particles > 1) {
      warnings.add(
          "the largest group holds %d of %d particles: is the linking length right?"
              .formatted(largest, particles));
    }
  }

  private void shared(LightconeValues lightcone) {
    if (lightcone.repeated() > 0) {
      warnings.add(
          "%d particles are in several of the light cones, with the same ID and position: they count once"
              .formatted(lightcone.repeated()));
    }
  }

  private void checkRows(RepeatedIds repeated) {
    RowChecks checks = input.rowChecks();
    if (checks == null) { // there are no particles
      return;
    }
    checks.boxWarning().or(input::boxMassWarning).ifPresent(warnings::add);
    boolean images = !input.header().epoch().timed(); // of a particle, with its ID
    if (repeated.count() > 0 && !checks.idsRepeat() && !images) {
      warnings.add(
          "at least %d members have the ID of another member of their group, such as %s: are there particles twice in the snapshot?"
              .formatted(repeated.count(), Long.toUnsignedString(repeated.smallest())));
    }
    if (groups.groups() > 0 && groups.withMass() == 0) {
      warnings.add(
          "all masses of the members of groups are 0: GroupPos and GroupVel are those of one member of each group");
    }
  }

  /** Returns the information for the files; it is complete after the groups are found. */
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
        boxMass,
        options.groups().particles().headers().lightcone());
  }

  /**
   * Returns the report at the end of the run; it has no result if the run did not search for
   * groups.
   *
   * @param device description of the device, with the reason for its selection
   * @param bytes estimate of the device memory
   * @param remarks complete sentences about these files
   */
  HaloReport haloReport(
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
            : new HaloReport.Result(groups, products.catalogueFile(), products.otherFiles()),
        bytes,
        stages,
        Stream.of(input.remarks(), info.warnings(), remarks).flatMap(List::stream).toList());
  }
}
