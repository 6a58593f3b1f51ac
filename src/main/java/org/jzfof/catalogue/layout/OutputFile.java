package org.jzfof.catalogue.layout;

import java.nio.file.Path;

/**
 * A file that a run writes.
 *
 * @param name product name, such as "catalogue 0 of 2", which is also written to the file
 */
public record OutputFile(Path file, String name) {}
