package org.jzfof.output;

/**
 * The run that made a file, as recorded in the file.
 *
 * @param commandLine as typed
 * @param provenance fingerprints that distinguish the results from those of other runs
 */
public record RunRecord(String version, String commandLine, Provenance provenance) {}
