package org.jzfof.catalogue;

import java.nio.file.Path;

/**
 * Where some of the member IDs of a catalogue belong: 64 bits each, little-endian, in one piece.
 *
 * @param part the file until it is complete
 * @param file its name then
 * @param position in the file of the first of them, in bytes
 * @param rows which, in the list of all
 */
public record IdPlace(Path part, Path file, long position, RowRange rows) {}
