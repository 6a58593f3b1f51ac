package org.jzfof.config;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jzfof.error.UsageException;

/**
 * What {@code jzfof neighbours} was asked to do, validated.
 *
 * @param sources the particles among which neighbours are looked for
 * @param queries whose neighbours are wanted
 * @param radius how far around each query
 * @param symmetric whether a source is a neighbour also where the query lies within its own radius
 * @param excludeSelf whether a particle is left out of its own neighbours
 * @param output where to write
 * @param values what to write
 * @param kernel of SPH sums
 * @param computer what to compute on
 * @param files number of files to write, at least 1
 * @param dryRun check everything and count the neighbours, write nothing
 * @param commandLine as typed, for the file
 */
public record RadiusOptions(
    ParticleChoice sources,
    QueryChoice queries,
    RadiusChoice radius,
    boolean symmetric,
    boolean excludeSelf,
    KnnOutput output,
    Set<ListValue> values,
    KernelChoice kernel,
    Computer computer,
    int files,
    boolean dryRun,
    String commandLine) {

  /**
   * @throws UsageException naming the value at fault and what to give instead
   */
  public RadiusOptions {
    if (values.isEmpty()) {
      throw new UsageException("--values is empty: name at least one, such as --values index");
    }
    values = EnumSet.copyOf(values);
    queries = queries.orSources(sources);
    boolean self = queries == QueryChoice.SOURCES;
    if (excludeSelf && !self) {
      throw new UsageException(
          "--exclude-self is for neighbours of the particles themselves: leave it out with"
              + " --queries and --query-types");
    }
    if (symmetric && !self) {
      throw new UsageException(
          "--symmetric is for neighbours of the particles themselves, which have radii: leave it"
              + " out with --queries and --query-types");
    }
    if (symmetric && values.contains(ListValue.DENSITY)) {
      throw new UsageException(
          "a density is the sum over the radius of the query: leave --symmetric or density out");
    }
    RunOptions.requireFiles(files);
  }

  /** Whether the queries are the sources themselves. */
  public boolean selfQuery() {
    return queries == QueryChoice.SOURCES;
  }

  /** Whether neighbours are written one by one. */
  public boolean listsPairs() {
    return values.stream().anyMatch(ListValue::isOfPairs);
  }

  /** All options that the neighbours depend on, as text, but for what stands in other files. */
  public String resultOptions() {
    return OptionText.of(
        this,
        Set.of(
            "snapshot",
            "trustHeaders",
            "file",
            "output",
            "computer",
            "files",
            "dryRun",
            "commandLine"));
  }

  /** All options that the ranks of a search must have in common, as text. */
  public List<String> commonOptions() {
    List<String> parts = new ArrayList<>(OptionText.parts(this, OptionText.OF_RANK));
    parts.add("queries from a file=" + (queries.file() != null));
    return parts;
  }

  /** The same on another computer. */
  public RadiusOptions on(Computer other) {
    return new RadiusOptions(
        sources,
        queries,
        radius,
        symmetric,
        excludeSelf,
        output,
        values,
        kernel,
        other,
        files,
        dryRun,
        commandLine);
  }
}
