package org.jzfof.output;

/**
 * The run that made a file, as the file states it.
 *
 * @param version of jzfof
 * @param commandLine as typed
 * @param provenance what tells the results of this run from others
 */
public record RunRecord(String version, String commandLine, Provenance provenance) {}
