package org.jzfof.neighbours.files;

import java.util.List;

/**
 * Values of the sources besides their positions.
 *
 * @param ids of all sources, or null where they are not asked for
 * @param masses of all sources as the bits of doubles, or null where they have one mass or none is
 *     asked for
 * @param oneMass mass of each source where masses is null
 * @param velocities x, y and z of the peculiar velocities of all sources as the bits of doubles;
 *     none where they are not asked for
 */
public record SourceValues(
    RowLookup ids, RowLookup masses, double oneMass, List<RowLookup> velocities) {}
