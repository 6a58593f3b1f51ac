package org.jzfof.catalogue.layout;

import java.nio.file.Path;

/**
 * A file that a run writes.
 *
 * @param name what it is, such as "catalogue 0 of 2"; the file says so itself
 */
public record OutputFile(Path file, String name) {}
