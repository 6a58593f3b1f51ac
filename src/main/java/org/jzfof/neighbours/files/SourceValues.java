package org.jzfof.neighbours.files;

import java.util.List;

/**
 * Values of the sources besides their positions.
 *
 * @param ids IDs of all sources, or null if they are not requested
 * @param masses masses of all sources as the bits of doubles, or null if all sources have one mass
 *     or masses are not requested
 * @param oneMass mass of each source if {@code masses} is null
 * @param velocities x, y and z of the peculiar velocities of all sources as the bits of doubles;
 *     empty if they are not requested
 */
public record SourceValues(
    RowLookup ids, RowLookup masses, double oneMass, List<RowLookup> velocities) {}
