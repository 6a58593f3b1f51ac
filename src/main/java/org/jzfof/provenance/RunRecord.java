package org.jzfof.provenance;

/**
 * What a file says about the run that made it, whatever it holds.
 *
 * @param version of jzfof
 * @param commandLine as typed
 * @param provenance what tells the results of this run from others
 */
public record RunRecord(String version, String commandLine, Provenance provenance) {}
